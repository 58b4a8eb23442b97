package value

// form is how a type is written and read: one per wire format. Those from
// firstTextOnly on have no binary form here.
type form uint8

const (
	formOther form = iota // unknown: text as it stands
	formBool
	formInt2
	formInt4
	formInt8
	formOID // oid, xid, cid and the reg types: 4 bytes, unsigned
	formXid8
	formChar // "char"
	formFloat4
	formFloat8
	formNumeric
	formMoney
	formText // text, varchar, json, xml, refcursor: bytes as they are
	formBpchar
	formName
	formCitext
	formEnum
	formJSON
	formVersioned // jsonb, jsonpath, ltree, lquery, ltxtquery: version 1, then text
	formJSONB
	formBytea
	formDate
	formTime
	formTimetz
	formTimestamp
	formTimestamptz
	formInterval
	formUUID
	formInet
	formCidr
	formMacaddr
	formMacaddr8
	formBit
	formLSN
	formPoint
	formLseg
	formBox
	formLine
	formCircle
	formPath
	formPolygon
	formLexemes
	formPairs
	formArray
	formRange
	formMultirange
	formRow
	firstTextOnly
)

// forms of the types of pg_catalog by internal name. What is missing here
// (tsquery, pg_snapshot, tid, aclitem …) is text.
var forms = map[string]form{
	"bool": formBool, "int2": formInt2, "int4": formInt4, "int8": formInt8,
	"oid": formOID, "xid": formOID, "cid": formOID, "regproc": formOID, "regprocedure": formOID,
	"regoper": formOID, "regoperator": formOID, "regclass": formOID, "regtype": formOID,
	"regconfig": formOID, "regdictionary": formOID, "regnamespace": formOID, "regrole": formOID,
	"regcollation": formOID, "xid8": formXid8, "char": formChar,
	"float4": formFloat4, "float8": formFloat8, "numeric": formNumeric, "money": formMoney,
	"text": formText, "varchar": formText, "xml": formText, "refcursor": formText,
	"bpchar": formBpchar, "name": formName, "json": formJSON, "jsonb": formJSONB,
	"jsonpath": formVersioned, "bytea": formBytea, "date": formDate, "time": formTime,
	"timetz": formTimetz, "timestamp": formTimestamp, "timestamptz": formTimestamptz,
	"interval": formInterval, "uuid": formUUID, "inet": formInet, "cidr": formCidr,
	"macaddr": formMacaddr, "macaddr8": formMacaddr8, "bit": formBit, "varbit": formBit,
	"pg_lsn": formLSN, "point": formPoint, "lseg": formLseg, "box": formBox, "line": formLine,
	"tsvector": formLexemes,
	"circle":   formCircle, "path": formPath, "polygon": formPolygon,
}

// extensionForms of types that extensions make, by name: whichever schema
// holds them.
var extensionForms = map[string]form{
	"citext": formCitext, "ltree": formVersioned, "lquery": formVersioned,
	"ltxtquery": formVersioned, "lo": formOID, "hstore": formPairs,
}

// kinds of the forms; what is missing is Text.
var kinds = func() map[form]Kind {
	m := map[form]Kind{
		formBool: Bool, formInt2: Int, formInt4: Int, formInt8: Int, formOID: Int, formXid8: Int,
		formChar: Int, formFloat4: Float, formFloat8: Float, formNumeric: Decimal, formMoney: Decimal,
		formBytea: Bytes, formDate: Date, formTime: Time, formTimetz: Time,
		formTimestamp: Timestamp, formTimestamptz: Timestamp, formInterval: Interval,
		formArray: Array, formMultirange: Array, formRange: Range, formRow: Row,
	}
	for f := range firstTextOnly {
		if _, ok := m[f]; !ok {
			m[f] = Text
		}
	}
	return m
}()
