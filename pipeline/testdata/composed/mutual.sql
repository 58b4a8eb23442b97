-- each shop has a manager among its own staff
CREATE TABLE shop (id integer PRIMARY KEY, manager integer NOT NULL, opened date NOT NULL);
CREATE TABLE staff (shop integer NOT NULL REFERENCES shop, nr smallint NOT NULL CHECK (nr > 0), full_name text, PRIMARY KEY (shop, nr));
ALTER TABLE shop ADD FOREIGN KEY (id, manager) REFERENCES staff (shop, nr) DEFERRABLE INITIALLY DEFERRED;

-- each team has a lead among its own players, in time
CREATE DOMAIN code AS text CHECK (length(btrim(VALUE)) > 6);
CREATE TABLE team (id code PRIMARY KEY, lead code, tag text NOT NULL);
CREATE TABLE player (id code PRIMARY KEY, team code NOT NULL REFERENCES team, UNIQUE (team, id));
ALTER TABLE team ADD FOREIGN KEY (id, lead) REFERENCES player (team, id) DEFERRABLE INITIALLY DEFERRED;

-- three parts of one thing
CREATE TABLE body (id uuid PRIMARY KEY, weight numeric(8,2) NOT NULL);
CREATE TABLE soul (id uuid PRIMARY KEY, mood text NOT NULL);
CREATE TABLE mind (id uuid PRIMARY KEY, thought text);
ALTER TABLE body ADD FOREIGN KEY (id) REFERENCES soul DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE soul ADD FOREIGN KEY (id) REFERENCES mind DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE mind ADD FOREIGN KEY (id) REFERENCES body DEFERRABLE INITIALLY DEFERRED;

-- a key that is its parent's, with the parent's realm, in a cycle of its own
CREATE DOMAIN realm AS text CHECK (length(btrim(VALUE)) > 6 OR VALUE = 'world');
CREATE DOMAIN secret AS text NOT NULL CHECK (length(VALUE) > 6);
CREATE TABLE method (id code PRIMARY KEY, realm realm NOT NULL, UNIQUE (realm, id));
CREATE TABLE password_method (id code PRIMARY KEY, realm realm NOT NULL, rule secret, label text,
    UNIQUE (realm, id), UNIQUE (realm, label), FOREIGN KEY (realm, id) REFERENCES method (realm, id));
CREATE TABLE password_rule (id secret PRIMARY KEY, method code NOT NULL REFERENCES password_method DEFERRABLE INITIALLY DEFERRED, UNIQUE (method, id));
ALTER TABLE password_method ADD FOREIGN KEY (id, rule) REFERENCES password_rule (method, id) DEFERRABLE INITIALLY DEFERRED;

-- a link that is left open where the key it needs is not known in time
CREATE TABLE area (id text PRIMARY KEY CHECK (length(btrim(id)) > 10 OR id = 'global'), kind text NOT NULL, first_door text);
CREATE TABLE door (id text PRIMARY KEY, area text NOT NULL REFERENCES area, UNIQUE (area, id));
ALTER TABLE area ADD FOREIGN KEY (id, first_door) REFERENCES door (area, id);
