-- A foreign key with a computed column that is NULL leaves its other, mandatory column to be drawn.
CREATE TABLE event (
    stream uuid NOT NULL, version int NOT NULL CHECK (version > 0), before int GENERATED ALWAYS AS (CASE WHEN version > 1 THEN version - 1 END) STORED,
    PRIMARY KEY (stream, version), FOREIGN KEY (stream, before) REFERENCES event (stream, version)
);
