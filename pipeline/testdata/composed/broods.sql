-- Rows under several keys that hold the key of one parent: lines of orders,
-- prices over time, memberships, and three keys beside each other.
CREATE TABLE tenants (id integer PRIMARY KEY);
CREATE TABLE orders (tenant_id smallint NOT NULL CHECK (tenant_id BETWEEN 1 AND 3), id bigint NOT NULL, placed_at timestamptz NOT NULL, PRIMARY KEY (tenant_id, id));
CREATE TABLE products (tenant_id smallint NOT NULL CHECK (tenant_id BETWEEN 1 AND 3), id bigint NOT NULL, sku text NOT NULL, PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, sku));
CREATE TABLE items (
    tenant_id smallint NOT NULL,
    order_id bigint NOT NULL,
    line integer NOT NULL CHECK (line > 0),
    product_id bigint NOT NULL,
    quantity integer NOT NULL CHECK (quantity BETWEEN 1 AND 99),
    PRIMARY KEY (tenant_id, order_id, line),
    UNIQUE (tenant_id, order_id, product_id),
    FOREIGN KEY (tenant_id, order_id) REFERENCES orders,
    FOREIGN KEY (tenant_id, product_id) REFERENCES products
);
CREATE TABLE returned (tenant_id smallint NOT NULL, order_id bigint NOT NULL, line integer NOT NULL, reason text, PRIMARY KEY (tenant_id, order_id, line), FOREIGN KEY (tenant_id, order_id, line) REFERENCES items);
CREATE TABLE prices (
    tenant_id smallint NOT NULL,
    product_id bigint NOT NULL,
    valid_from date NOT NULL,
    valid_to date,
    PRIMARY KEY (tenant_id, product_id, valid_from),
    FOREIGN KEY (tenant_id, product_id) REFERENCES products,
    CHECK (valid_to > valid_from)
);
CREATE UNIQUE INDEX current_price ON prices (tenant_id, product_id) WHERE valid_to IS NULL;
CREATE TABLE members (
    id uuid PRIMARY KEY,
    tenant_id integer NOT NULL REFERENCES tenants,
    email text NOT NULL,
    role text NOT NULL CHECK (role IN ('owner', 'admin', 'viewer')),
    is_owner boolean NOT NULL,
    revoked_at timestamptz,
    CHECK (is_owner = (role = 'owner'))
);
CREATE UNIQUE INDEX one_owner ON members (tenant_id) WHERE is_owner AND revoked_at IS NULL;
CREATE UNIQUE INDEX by_email ON members (tenant_id, lower(email)) WHERE revoked_at IS NULL;
CREATE TABLE plans (id integer PRIMARY KEY);
CREATE TABLE features (id integer PRIMARY KEY);
CREATE TABLE entitlements (
    id bigint PRIMARY KEY,
    feature_id integer NOT NULL REFERENCES features,
    plan_id integer REFERENCES plans,
    tenant_id integer REFERENCES tenants,
    deleted_at timestamptz,
    CHECK ((plan_id IS NULL) <> (tenant_id IS NULL))
);
CREATE UNIQUE INDEX feature_of_plan ON entitlements (feature_id, plan_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX feature_of_tenant ON entitlements (feature_id, tenant_id) WHERE deleted_at IS NULL;
CREATE TABLE sources (
    tenant_id integer NOT NULL REFERENCES tenants,
    feature_id integer NOT NULL REFERENCES features,
    priority integer NOT NULL,
    active boolean DEFAULT true CHECK (active),
    PRIMARY KEY (tenant_id, priority),
    UNIQUE (tenant_id, priority, active),
    UNIQUE (tenant_id, feature_id, active)
);
