-- Two foreign keys share a tenant that has no table: parents have to agree in it.
CREATE TABLE acct (tenant uuid NOT NULL, no int NOT NULL, PRIMARY KEY (tenant, no));
CREATE TABLE fav (tenant uuid NOT NULL, a int NOT NULL, b int NOT NULL, PRIMARY KEY (tenant, a, b), FOREIGN KEY (tenant, a) REFERENCES acct, FOREIGN KEY (tenant, b) REFERENCES acct, CHECK (a <> b));
CREATE TABLE dept (tenant uuid NOT NULL, id int NOT NULL, PRIMARY KEY (tenant, id));
CREATE TABLE post (id int PRIMARY KEY, tenant uuid NOT NULL, acct int NOT NULL, dept int NOT NULL, FOREIGN KEY (tenant, acct) REFERENCES acct, FOREIGN KEY (tenant, dept) REFERENCES dept);
CREATE TABLE account (tenant_id bigint NOT NULL, id bigint NOT NULL, code text NOT NULL, PRIMARY KEY (tenant_id, id), UNIQUE (tenant_id, code));
CREATE TABLE transfer (id bigserial PRIMARY KEY, tenant_id bigint NOT NULL, src_id bigint NOT NULL, dst_id bigint NOT NULL, FOREIGN KEY (tenant_id, src_id) REFERENCES account, FOREIGN KEY (tenant_id, dst_id) REFERENCES account, CHECK (src_id <> dst_id));
