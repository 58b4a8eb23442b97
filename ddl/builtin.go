package ddl

import "strings"

// builtin are the types of pg_catalog under their internal names
// (PostgreSQL 18's pg_type, without row and array types).
var builtin = set(`
aclitem any anyarray anycompatible anycompatiblearray anycompatiblemultirange
anycompatiblenonarray anycompatiblerange anyelement anyenum anymultirange anynonarray anyrange
bit bool box bpchar bytea char cid cidr circle cstring date datemultirange daterange
event_trigger fdw_handler float4 float8 gtsvector index_am_handler inet int2 int2vector int4
int4multirange int4range int8 int8multirange int8range internal interval json jsonb jsonpath
language_handler line lseg macaddr macaddr8 money name numeric nummultirange numrange oid oidvector
path pg_lsn pg_node_tree pg_snapshot point polygon record refcursor regclass regcollation
regconfig regdictionary regnamespace regoper regoperator regproc regprocedure regrole regtype
table_am_handler text tid time timestamp timestamptz timetz trigger tsm_handler tsmultirange
tsquery tsrange tstzmultirange tstzrange tsvector txid_snapshot unknown uuid varbit varchar
void xid xid8 xml
`)

// extensionTypes are the types that extensions define, contrib first
// (pg_depend of every contrib extension of 15 and 18), then those of widely
// used extensions outside the tree.
var extensionTypes = func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(`
citext: citext
cube: cube
earthdistance: earth
hstore: hstore ghstore
intarray: intbig_gkey query_int
isn: ean13 isbn isbn13 ismn ismn13 issn issn13 upc
lo: lo
ltree: lquery ltree ltree_gist ltxtquery
pg_trgm: gtrgm
seg: seg
dblink: dblink_pkey_results
tablefunc: tablefunc_crosstab_2 tablefunc_crosstab_3 tablefunc_crosstab_4
btree_gist: gbtreekey16 gbtreekey2 gbtreekey32 gbtreekey4 gbtreekey8 gbtreekey_var
postgis: geometry geography box2d box2df box3d spheroid gidx geometry_dump
postgis_raster: raster
postgis_topology: topogeometry
vector: vector halfvec sparsevec
hll: hll
h3: h3index
ip4r: ip4 ip4r ip6 ip6r ipaddress iprange
prefix: prefix_range
semver: semver
unit: unit
debversion: debversion
roaringbitmap: roaringbitmap
pgmp: mpz mpq
uint: int1 uint1 uint2 uint4 uint8
age: agtype graphid
timestamp9: timestamp9
tdigest: tdigest
pg_sphere: spoint scircle sline sellipse spoly spath sbox
pguri: uri
`) {
		ext, names, _ := strings.Cut(line, ":")
		for _, n := range strings.Fields(names) {
			if m[n] == "" {
				m[n] = ext
			}
		}
	}
	return m
}()

func set(text string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(text) {
		m[w] = true
	}
	return m
}
