-- A function that wants keys with values of different types.
CREATE FUNCTION sound(doc jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
    RETURN jsonb_typeof(doc) = 'object' AND doc ?& ARRAY['code', 'level', 'open'] AND (doc ->> 'level')::integer BETWEEN 1 AND 3
        AND doc ->> 'code' IN ('north', 'south') AND jsonb_typeof(doc -> 'open') = 'boolean';
EXCEPTION WHEN OTHERS THEN RETURN false;
END $$;
CREATE TABLE gate (id integer PRIMARY KEY, doc jsonb NOT NULL CHECK (sound(doc)));
