-- Orders of texts in capitals, on which all common collations agree as on small
-- letters, and one between cases, of which only a server knows.
CREATE TABLE shelf (
    id integer PRIMARY KEY,
    letter char(1) NOT NULL CHECK (letter BETWEEN 'A' AND 'F'),
    grade text NOT NULL CHECK (grade >= 'A' AND grade <= 'Z'),
    name varchar(20) NOT NULL CHECK (name BETWEEN 'Aa' AND 'Zz'),
    plain text COLLATE "C" NOT NULL CHECK (plain BETWEEN 'A' AND 'F'),
    drive char(1) NOT NULL CHECK (drive ~ '^[A-Z]$' AND drive BETWEEN 'C' AND 'H'),
    part text CHECK (part BETWEEN 'AB-100' AND 'AB-900'),
    mixed text NOT NULL CHECK (mixed < 'b' AND mixed > 'A')
);
