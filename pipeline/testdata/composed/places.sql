-- Places within a parent, paths of a tree, owners within a tenant, and amounts
-- below zero, which no constraint asks for and none may be lost by.
CREATE TABLE tenants (id integer PRIMARY KEY, name text NOT NULL UNIQUE);
CREATE TABLE users (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant_id integer NOT NULL REFERENCES tenants, created_at timestamptz NOT NULL);
CREATE TABLE boards (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, tenant_id integer NOT NULL REFERENCES tenants, number integer NOT NULL, owner_id integer NOT NULL REFERENCES users,
    created_at timestamptz NOT NULL, UNIQUE (tenant_id, number));
CREATE TABLE cards (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, board_id integer NOT NULL REFERENCES boards, author_id integer NOT NULL REFERENCES users, position smallint NOT NULL CHECK (position > 0),
    parent_id integer REFERENCES cards, title text NOT NULL, slug text NOT NULL, created_at timestamptz NOT NULL, UNIQUE (board_id, slug));
CREATE TABLE card_users (card_id integer NOT NULL REFERENCES cards ON DELETE CASCADE, user_id integer NOT NULL REFERENCES users, position integer NOT NULL, PRIMARY KEY (card_id, user_id));
CREATE TABLE card_order (card_id integer NOT NULL REFERENCES cards, user_id integer NOT NULL REFERENCES users, sort_order integer NOT NULL CHECK (sort_order BETWEEN 0 AND 3), UNIQUE (user_id, card_id));
CREATE TABLE card_paths (ancestor_id integer NOT NULL REFERENCES cards, descendant_id integer NOT NULL REFERENCES cards, depth integer NOT NULL, PRIMARY KEY (ancestor_id, descendant_id));
CREATE TABLE card_paths_strict (ancestor_id integer NOT NULL REFERENCES cards, descendant_id integer NOT NULL REFERENCES cards, depth integer NOT NULL CHECK (depth > 0), PRIMARY KEY (ancestor_id, descendant_id), CHECK (ancestor_id <> descendant_id));
CREATE TABLE entries (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, card_id integer NOT NULL REFERENCES cards, sequence integer NOT NULL, kind text NOT NULL CHECK (kind IN ('debit', 'credit')), amount numeric(12, 2) NOT NULL,
    CHECK (kind = 'debit' AND amount < 0 OR kind = 'credit' AND amount > 0));
