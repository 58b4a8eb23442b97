package value

import "github.com/effigydb/effigy/schema"

// OIDs gives the OID of a type that the database, not Postgres itself,
// defines: an enum, a domain, a composite, a type of an extension, or the
// array type of one under its catalog name, which is the element's with an
// underscore before it. 0 is "not known": what needs it has no binary form. A
// nil OIDs promises that every OID will be known when rows are written.
type OIDs func(schema.Name) uint32

// NoOIDs gives every type the same OID, for rows that are compared across
// databases.
func NoOIDs(schema.Name) uint32 { return 1 }

// builtin holds a type of pg_catalog and its array type: pg_type.dat of
// PostgreSQL 15 to 18, which never renumber.
type builtin struct{ oid, array uint32 }

var builtins = map[string]builtin{
	"bool": {16, 1000}, "bytea": {17, 1001}, "char": {18, 1002}, "name": {19, 1003},
	"int8": {20, 1016}, "int2": {21, 1005}, "int2vector": {22, 1006}, "int4": {23, 1007},
	"regproc": {24, 1008}, "text": {25, 1009}, "oid": {26, 1028}, "tid": {27, 1010},
	"xid": {28, 1011}, "cid": {29, 1012}, "oidvector": {30, 1013}, "json": {114, 199},
	"xml": {142, 143}, "point": {600, 1017}, "lseg": {601, 1018}, "path": {602, 1019},
	"box": {603, 1020}, "polygon": {604, 1027}, "line": {628, 629}, "cidr": {650, 651},
	"float4": {700, 1021}, "float8": {701, 1022}, "circle": {718, 719},
	"macaddr8": {774, 775}, "money": {790, 791}, "macaddr": {829, 1040}, "inet": {869, 1041},
	"aclitem": {1033, 1034}, "bpchar": {1042, 1014}, "varchar": {1043, 1015},
	"date": {1082, 1182}, "time": {1083, 1183}, "timestamp": {1114, 1115},
	"timestamptz": {1184, 1185}, "interval": {1186, 1187}, "timetz": {1266, 1270},
	"bit": {1560, 1561}, "varbit": {1562, 1563}, "numeric": {1700, 1231},
	"refcursor": {1790, 2201}, "regprocedure": {2202, 2207}, "regoper": {2203, 2208},
	"regoperator": {2204, 2209}, "regclass": {2205, 2210}, "regtype": {2206, 2211},
	"uuid": {2950, 2951}, "txid_snapshot": {2970, 2949}, "pg_lsn": {3220, 3221},
	"tsvector": {3614, 3643}, "tsquery": {3615, 3645}, "regconfig": {3734, 3735},
	"regdictionary": {3769, 3770}, "jsonb": {3802, 3807}, "int4range": {3904, 3905},
	"numrange": {3906, 3907}, "tsrange": {3908, 3909}, "tstzrange": {3910, 3911},
	"daterange": {3912, 3913}, "int8range": {3926, 3927}, "jsonpath": {4072, 4073},
	"regnamespace": {4089, 4090}, "regrole": {4096, 4097}, "regcollation": {4191, 4192},
	"int4multirange": {4451, 6150}, "nummultirange": {4532, 6151},
	"tsmultirange": {4533, 6152}, "tstzmultirange": {4534, 6153},
	"datemultirange": {4535, 6155}, "int8multirange": {4536, 6157},
	"pg_snapshot": {5038, 5039}, "xid8": {5069, 271},
}

// subtypes of the built-in range types, and the range types of multiranges.
var subtypes = map[string]string{
	"int4range": "int4", "int8range": "int8", "numrange": "numeric",
	"tsrange": "timestamp", "tstzrange": "timestamptz", "daterange": "date",
}

var rangesOf = map[string]string{
	"int4multirange": "int4range", "int8multirange": "int8range", "nummultirange": "numrange",
	"tsmultirange": "tsrange", "tstzmultirange": "tstzrange", "datemultirange": "daterange",
}

// oidOf is the OID of a type as declared, array types included; 0 when it is
// not known.
func oidOf(t schema.Type, oids OIDs) uint32 {
	if t.Name.Schema == schema.Catalog {
		b := builtins[t.Name.Name]
		if t.Dims > 0 {
			return b.array
		}
		return b.oid
	}
	if oids == nil {
		return 0
	}
	if t.Dims > 0 {
		return oids(schema.Name{Schema: t.Name.Schema, Name: "_" + t.Name.Name})
	}
	return oids(t.Name)
}
