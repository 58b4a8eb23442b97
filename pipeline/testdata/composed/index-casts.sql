-- An index computes its expressions for every row: texts that it reads as
-- another type have to be such values.
CREATE TABLE letter (id integer PRIMARY KEY, doc jsonb NOT NULL, code text, place text, token varchar(40) NOT NULL, flag text, CHECK (doc ? 'k'));
CREATE INDEX letter_k ON letter (((doc ->> 'k')::integer));
CREATE INDEX letter_code ON letter ((code::integer));
CREATE UNIQUE INDEX letter_place ON letter (((doc ->> 'k')::integer), place);
CREATE INDEX letter_token ON letter ((token::uuid));
CREATE INDEX letter_amount ON letter (((doc ->> 'amount')::numeric));
CREATE INDEX letter_flag ON letter ((flag::boolean));
