-- Moments without an end order nothing that comes after them.
CREATE TABLE lease (id bigint PRIMARY KEY, started_at timestamptz NOT NULL CHECK (started_at = 'infinity' OR started_at < '2020-01-01'), ended_at timestamptz NOT NULL);
CREATE TABLE visit (id uuid PRIMARY KEY, lease_id bigint NOT NULL REFERENCES lease, created_at timestamptz NOT NULL, left_on date NOT NULL);
CREATE TABLE club (id bigint PRIMARY KEY, created_at timestamptz NOT NULL CHECK (created_at = 'infinity'), closed_on date NOT NULL);
CREATE TABLE guest (id bigint PRIMARY KEY, club_id bigint NOT NULL REFERENCES club, created_at timestamptz NOT NULL, deleted_at timestamptz, updated_at timestamptz NOT NULL);
