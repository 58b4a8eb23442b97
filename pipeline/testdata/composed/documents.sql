-- Documents and texts that only the judge reads: what functions, JSON paths,
-- XPaths and formats lead to.
CREATE FUNCTION known(j jsonb) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ DECLARE k text; BEGIN FOR k IN SELECT jsonb_object_keys(j) LOOP IF k NOT IN ('name', 'age', 'tags') THEN RETURN false; END IF; END LOOP; RETURN jsonb_typeof(j->'name') = 'string' AND (j->>'age')::int > 17; END $$;
CREATE FUNCTION lines(j jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT jsonb_typeof(j) = 'array' AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements(j) e WHERE NOT (e ? 'sku' AND (e->>'qty')::int > 0)) $$;
CREATE TABLE person (id int PRIMARY KEY, j jsonb NOT NULL CHECK (known(j)), cart jsonb NOT NULL CHECK (lines(cart) AND jsonb_array_length(cart) > 0));
CREATE TABLE event (id int PRIMARY KEY, version int NOT NULL CHECK (version BETWEEN 1 AND 50), body jsonb NOT NULL CHECK (body @? '$.type ? (@ like_regex "^[a-z]+\\.[a-z]+$")'));
CREATE UNIQUE INDEX ON event ((body->>'type'), version);
CREATE TABLE feed (id int PRIMARY KEY, doc xml NOT NULL CHECK (xpath_exists('/order/item[@sku]', doc)));
CREATE TABLE code (id int PRIMARY KEY, day text NOT NULL UNIQUE CHECK (to_date(day, 'YYYYMMDD') > '2000-01-01'), k text NOT NULL UNIQUE CHECK (length(decode(k, 'base64')) = 16), n text NOT NULL CHECK (to_number(n, '999G999D99') > 0));
CREATE TABLE label (id int PRIMARY KEY, tags jsonb NOT NULL CHECK (tags <@ '["x", "y", "z"]'::jsonb AND jsonb_typeof(tags) = 'array' AND tags <> '[]'));
