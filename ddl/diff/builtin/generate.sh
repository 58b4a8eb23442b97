#!/bin/sh
# Prints builtin.txt and extensions.txt from two server URLs: a PostgreSQL 18
# for the core catalogs, one with contrib installed for the extensions.
#   ./generate.sh CORE_URL CONTRIB_URL
set -eu
cd "$(dirname "$0")"
run() { psql -X -q -v ON_ERROR_STOP=1 -v ext="$2" -f generate.sql "$1"; }
run "$1" '' > builtin.txt
: > extensions.txt
for e in citext hstore ltree pg_trgm pgcrypto uuid-ossp cube earthdistance intarray unaccent \
	tablefunc btree_gist btree_gin fuzzystrmatch isn lo seg intagg xml2 dblink postgres_fdw \
	pg_stat_statements pgstattuple pg_buffercache moddatetime; do
	echo "E	$e" >> extensions.txt
	run "$2" "$e" >> extensions.txt
done
