-- Texts that are what a function writes, and types of the information schema.
CREATE TABLE hash (id int PRIMARY KEY, hex text NOT NULL UNIQUE CHECK (encode(decode(hex, 'hex'), 'hex') = hex AND length(hex) = 64));
CREATE TABLE b64 (id int PRIMARY KEY, v text NOT NULL CHECK (encode(decode(v, 'base64'), 'base64') = v));
CREATE TABLE hb (id int PRIMARY KEY, v varchar(44) NOT NULL UNIQUE CHECK (encode(decode(v, 'base64'), 'base64') = v AND octet_length(decode(v, 'base64')) = 32));
CREATE TABLE devices (id int PRIMARY KEY, mac macaddr NOT NULL UNIQUE CHECK (trunc(mac) = '00:11:22:00:00:00'));
CREATE TABLE d2 (id int PRIMARY KEY, mac macaddr NOT NULL UNIQUE CHECK (mac::text LIKE '00:11:%'));
CREATE TABLE yn (id int PRIMARY KEY, f information_schema.yes_or_no NOT NULL, n information_schema.cardinal_number NOT NULL, ident information_schema.sql_identifier NOT NULL, t information_schema.time_stamp, c information_schema.character_data);
