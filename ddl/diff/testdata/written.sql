-- Texts as people write them: IF NOT EXISTS, renames, drops, second thoughts.
create table users (id int primary key, email varchar(255) not null unique, created_at timestamp default now(), role text check (role in ('a','b')) default 'a', tags text[] default array[]::text[], meta jsonb default '{}' not null, price money, score real default 0, active bool default 't', u uuid default '6F9619FF-8B86-D011-B42D-00CF4FC964FF');
create table if not exists users (other int);
alter table users add column if not exists email text;
alter table users alter column role set data type varchar(10), alter column role drop default, alter column role set default 'b';
alter table only users add constraint users_role_check2 check (char_length(role) > 0);
alter table users drop constraint if exists nope;
create index if not exists users_email_idx on users (email); create index if not exists users_email_idx on users (id);
create or replace function touch() returns trigger as $$ begin new.created_at := now(); return new; end; $$ language 'plpgsql';
create or replace function touch() returns trigger language plpgsql as $$ begin new.created_at := clock_timestamp(); return new; end; $$;
drop trigger if exists t on users; create trigger t before update on users for each row execute procedure touch();
create view active_users as select * from users where active; create or replace view active_users as select *, 1 as one from users where active is true;
alter view active_users owner to current_user;
create type status as enum ('x', 'y'); alter type status add value 'z'; alter type status rename to state; create table o (s state[] default '{x}', id bigint generated always as identity (sequence name my_seq start 5));
create sequence s1; create table uses_s (id int default nextval('s1') primary key); alter sequence s1 owned by uses_s.id; alter sequence s1 rename to s2; 
create table a (id serial primary key); create table b (a_id int references a, unique (a_id), constraint fk foreign key (a_id) references a (id) on delete cascade on update no action); alter table b rename to bb; alter table bb rename column a_id to aa; alter table a rename to aaa; alter table aaa rename id to ident;
create table c1 (x int, y int, constraint c1_pk primary key (x, y)); create table c2 (x int, y int, foreign key (x, y) references c1 match simple);
create unique index on c2 (x) where y is null;
create unique index c2y on c2 (y); alter table c2 add constraint uq unique using index c2y deferrable; 
create schema x; create table x.t (id int); alter table x.t set schema public; alter schema x rename to xx; create table xx.u (like users including defaults including constraints including indexes);
create domain d1 as text check (value ~ '^a'); create table ud (d d1 not null default 'abc', n numeric(10) default 1.0, ts timestamptz default 'epoch', iv interval default '1h30m', arr int[3] default '{1,2,3}', b bytea default E'\\001', ch char default 'y', big bigint default 9999999999, neg int default -1, expr int default (1 + 2) * 3, t time default '12:00', tz timestamptz default '2020-01-01 00:00:00 Europe/Berlin', js json default '{"a": 1}', txt text default 'it''s', dol text default $q$x$q$, cat text default 'a' || 'b', uni text default U&'\0061', bits bit(3) default b'101', hex bit(8) default x'ff', cur date default current_date, usr text default current_user, rnd double precision default random());
alter table ud alter n type numeric(12,4) using n::numeric(12,4); alter table ud add check (n > 0), add check (big > 0), add constraint named check (neg < 0) no inherit;
comment on table ud is 'x'; comment on table ud is null; comment on column ud.d is 'one'; comment on column ud.d is 'two';
create materialized view mv as select count(*) c from users; create unique index on mv (c); refresh materialized view mv;
create rule no_del as on delete to users do instead nothing; create policy p on users using (true); alter table users enable row level security; alter policy p on users using (id > 0); alter policy p on users rename to p2; drop policy if exists zz on users;
create extension if not exists hstore; create extension if not exists "uuid-ossp" schema public; create table h (h hstore default 'a=>1'::hstore, u uuid default uuid_generate_v4());
insert into users (id, email) values (1, 'a'); update users set active = true; select setval('s2', 5); truncate bb; analyze; 
create temp table tmp (i int); create table dropme (i int); drop table dropme; create table cas (id int primary key); create view cv as select * from cas; drop table cas cascade;
create table k1 (id int primary key); create view kv as select * from k1; create view kv2 as select * from kv; create materialized view kv3 as with q as (select * from kv2) select * from q; create table kf (id int references k1); drop table k1 cascade;
create type dt as enum ('a'); create table dtt (a int, b dt, c dt[]); drop type dt cascade;
create function df() returns trigger language plpgsql as 'begin return new; end'; create trigger dtr before insert on dtt for each row execute function df(); drop function df() cascade;
create schema ds; create table ds.a (id int primary key); create view dsv as select * from ds.a; create table dsf (i int references ds.a); create type ds.e as enum ('a'); create table dsu (i int, e ds.e); drop schema ds cascade;
CREATE FUNCTION clock_difference(a time, b time) RETURNS float8 LANGUAGE sql IMMUTABLE AS 'SELECT extract(epoch FROM (a - b))::float8';
CREATE TYPE clock_range AS RANGE (subtype_opclass = time_ops, subtype = time, subtype_diff = clock_difference);
CREATE TABLE constants (
    due money DEFAULT '0'::money, paid money DEFAULT '1.50', owed money DEFAULT 0,
    area box DEFAULT '((0,0),(1,1))' CHECK (area <@ box '((0,0),(100,100))'), at point DEFAULT point '(1, 2)',
    every interval DEFAULT interval '1' day, most float8 DEFAULT 'infinity', code uuid DEFAULT '{a0eebc999c0b4ef8bb6d6bb9bd380a11}', name text
);
CREATE INDEX constants_name ON constants ((name COLLATE "C"), (lower(name) COLLATE "C"));
CREATE TABLE spans (d clock_range CHECK (d && '[10:00,11:00)'), a int, b text CHECK (a IS NOT DISTINCT FROM NULL OR b IS DISTINCT FROM NULL));
CREATE FUNCTION spanned() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER spanned BEFORE UPDATE ON spans FOR EACH ROW WHEN ((new.a, new.b) IS DISTINCT FROM (old.a, old.b)) EXECUTE FUNCTION spanned();
CREATE CONSTRAINT TRIGGER checked AFTER INSERT ON spans FROM constants FOR EACH ROW EXECUTE FUNCTION spanned();
