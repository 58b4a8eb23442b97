-- A text of a certain length whose form only the body of a function tells.
CREATE FUNCTION checks(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE sum int := 0;
BEGIN
    IF $1 !~ '^[0-9]+$' THEN RETURN false; END IF;
    FOR i IN 1..length($1) LOOP sum := sum + i * substr($1, i, 1)::int; END LOOP;
    RETURN sum % 10 = 0;
END $$;
CREATE TABLE card (
    id integer PRIMARY KEY,
    number text NOT NULL UNIQUE CHECK (length(number) = 12 AND checks(number))
);
