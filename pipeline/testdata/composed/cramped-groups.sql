-- Two foreign keys share a column that has no table, and a key leaves three rows for each of its values.
CREATE TABLE band (zone uuid NOT NULL, id uuid NOT NULL, level text NOT NULL CHECK (level IN ('low', 'mid', 'high')), PRIMARY KEY (zone, id), UNIQUE (level, zone));
CREATE TABLE move (id int PRIMARY KEY, zone uuid, source_id uuid, target_id uuid, FOREIGN KEY (zone, source_id) REFERENCES band, FOREIGN KEY (zone, target_id) REFERENCES band);
