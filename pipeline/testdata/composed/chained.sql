-- Orders that follow over a column in the middle, with a product on one side.
CREATE TABLE e1 (id int PRIMARY KEY,
    salary numeric(10,2) NOT NULL, min_sal numeric(10,2) NOT NULL, max_sal numeric(10,2) NOT NULL, CHECK (salary BETWEEN min_sal AND max_sal), CHECK (min_sal > 0 AND max_sal <= min_sal * 2), mid numeric(10,2) NOT NULL, CHECK (mid > salary AND mid < max_sal));
CREATE TABLE e2 (id int PRIMARY KEY,
    qty int not null, unit int not null, total int not null, paid int not null, check (qty>0 and unit>0), check (total = qty*unit), check (paid between 0 and total), check (total < 1000));
CREATE TABLE e3 (id int PRIMARY KEY,
    a int not null, b int not null, c int not null, d int not null, check (a > 0 and b > a and c > b and c <= a * 3 and d between a and b * 2 and d > c));
