package schema

import "strings"

// reserved are the keywords of PostgreSQL 18 that quote_ident quotes: all that
// are not unreserved (pg_get_keywords(), catcode other than U).
var reserved = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(keywords) {
		m[w] = true
	}
	return m
}()

// since is the major version in which a keyword after those of 15 came
// (pg_get_keywords() of 15 and 18, the release notes of 16 and 17).
var since = map[string]int{
	"json_array": 16, "json_arrayagg": 16, "json_object": 16, "json_objectagg": 16, "system_user": 16,
	"json": 17, "json_exists": 17, "json_query": 17, "json_scalar": 17, "json_serialize": 17,
	"json_table": 17, "json_value": 17, "merge_action": 17,
}

const keywords = `
all analyse analyze and any array as asc asymmetric authorization between bigint binary bit
boolean both case cast char character check coalesce collate collation column concurrently
constraint create cross current_catalog current_date current_role current_schema current_time
current_timestamp current_user dec decimal default deferrable desc distinct do else end except
exists extract false fetch float for foreign freeze from full grant greatest group grouping
having ilike in initially inner inout int integer intersect interval into is isnull join json
json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar
json_serialize json_table json_value lateral leading least left like limit localtime
localtimestamp merge_action national natural nchar none normalize not notnull null nullif
numeric offset on only or order out outer overlaps overlay placing position precision primary
real references returning right row select session_user setof similar smallint some substring
symmetric system_user table tablesample then time timestamp to trailing treat trim true union
unique user using values varchar variadic verbose when where window with xmlattributes
xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize
xmltable
`
