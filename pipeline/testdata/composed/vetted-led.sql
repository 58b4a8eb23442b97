-- a column of vetted values beside a rule that leads it to others, and a
-- partition with a check that only the server can decide
CREATE TABLE entry (id uuid NOT NULL, labels text[]);
ALTER TABLE entry ADD CONSTRAINT entry_labels_key UNIQUE (labels);
ALTER TABLE entry ADD CONSTRAINT entry_begins CHECK (array_to_string(labels, ',') ~ '^a');
ALTER TABLE entry ADD CONSTRAINT entry_early CHECK (
    CASE WHEN id >= '00000000-0000-4000-8000-000000000001' AND id <= '00000000-0000-4000-8000-000000000004' THEN array_to_string(labels, ',') ~ '^a' ELSE id IS NOT NULL END);
CREATE UNIQUE INDEX entry_id ON entry (COALESCE(id, '00000000-0000-0000-0000-000000000000'));
CREATE TABLE offer (price numeric(10,2)) PARTITION BY RANGE (price);
CREATE TABLE offer_low PARTITION OF offer FOR VALUES FROM (5) TO (20);
CREATE TABLE offer_high PARTITION OF offer FOR VALUES FROM (20) TO (36);
CREATE TABLE offer_rest PARTITION OF offer DEFAULT;
ALTER TABLE offer_rest ADD CONSTRAINT offer_rest_price CHECK (price ^ 2::numeric <= 1226);
