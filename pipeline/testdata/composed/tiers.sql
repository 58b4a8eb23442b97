-- Many ranges in few groups, whose ends are numbers of keys.
CREATE EXTENSION btree_gist;
CREATE TABLE tier (zone text NOT NULL CHECK (zone ~ '^Z[0-9]$'), low numeric(8,2) NOT NULL CHECK (low >= 0), high numeric(8,2) NOT NULL, CHECK (high > low), PRIMARY KEY (zone, low), UNIQUE (zone, high), EXCLUDE USING gist (zone WITH =, numrange(low, high) WITH &&));
CREATE TABLE block (id int PRIMARY KEY, pool int NOT NULL CHECK (pool IN (1, 2, 3)), low int NOT NULL, high int, CHECK (low < high), EXCLUDE USING gist (pool WITH =, int4range(low, high) WITH &&));
CREATE FUNCTION reached(u text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT AS $$ DECLARE host text; BEGIN host := substring(u from '^https?://([^/:]+)'); IF host IS NULL OR host NOT LIKE '%.%' THEN RETURN false; END IF; RETURN length(u) <= 2048 AND u !~ '\s'; END $$;
CREATE TABLE link (id int PRIMARY KEY, u text NOT NULL UNIQUE CHECK (reached(u)));
