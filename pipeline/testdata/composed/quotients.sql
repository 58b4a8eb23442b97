-- Quotients that equal a number or a column.
CREATE TABLE q1 (id int PRIMARY KEY, a numeric(12,2) NOT NULL, b numeric(12,2) NOT NULL CHECK (b > 0), CHECK (a / b = 0.25));
CREATE TABLE q2 (id int PRIMARY KEY, a numeric not null, b numeric not null, CHECK (a / b = 0.25));
CREATE TABLE q3 (id int PRIMARY KEY, a numeric(12,2) NOT NULL, b numeric(12,2) NOT NULL CHECK (b > 0), CHECK (a / b = 4));
CREATE TABLE q4 (id int PRIMARY KEY, a numeric(12,2) NOT NULL, b numeric(12,2) NOT NULL CHECK (b > 0), CHECK (a / b = 0.19));
CREATE TABLE q5 (id int PRIMARY KEY, a numeric(12,2) NOT NULL, b numeric(12,2) NOT NULL CHECK (b > 0), CHECK (a / b IN (0.5, 1, 2)));
CREATE TABLE q6 (id int PRIMARY KEY, a numeric(12,2) NOT NULL, b numeric(12,2) NOT NULL CHECK (b > 0), r numeric(5,2) not null check (r > 0), CHECK (a / b = r));
CREATE TABLE q7 (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL CHECK (b > 0), CHECK (a::numeric / b = 1.5));
CREATE TABLE q8 (id int PRIMARY KEY, a int NOT NULL, b int NOT NULL CHECK (b > 0), CHECK (a / b = 3));
CREATE TABLE q9 (id int PRIMARY KEY, a float8 NOT NULL, b float8 NOT NULL CHECK (b > 0), CHECK (a / b = 2.5));
