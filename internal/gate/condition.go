package gate

// conditions are the names of SQLSTATEs an agent meets, in words (PostgreSQL
// 18, appendix A). They stand in for the server's messages, which can hold
// values.
var conditions = map[string]string{
	"21000": "a subquery used as an expression returned more than one row, or rows of another length",
	"22000": "a value that the operation does not take", "22001": "a text is too long for its type",
	"22003": "a number is out of range", "22004": "a NULL where none is allowed", "22005": "an assignment of the wrong type",
	"22007": "a text is no date or time of the expected form", "22008": "a date or time is out of range",
	"2200F": "an empty text where one is needed", "22011": "a substring of negative length", "22012": "division by zero",
	"22013": "a window frame of an invalid size", "22015": "an interval is out of range", "2201B": "an invalid regular expression",
	"2201E": "the argument of a logarithm is invalid", "2201F": "the argument of a power is invalid",
	"2201G": "the argument of width_bucket is invalid", "2201W": "LIMIT is negative", "2201X": "OFFSET is negative",
	"22021": "a character that the encoding does not have", "22023": "a parameter has an invalid value",
	"22025": "an invalid escape sequence", "22026": "texts differ in length", "2202E": "a wrong number of array subscripts",
	"22030": "a duplicate key in a JSON object", "22032": "invalid JSON", "22033": "an invalid JSON subscript", "22034": "more than one JSON item",
	"22035": "no JSON item", "22036": "a JSON item that is no number", "22038": "a JSON item that is no scalar", "22039": "no JSON array", "2203A": "no JSON member of that name",
	"22P01": "a floating-point exception", "22P02": "a text is no value of the type it is cast to", "22P03": "an invalid binary value", "22P05": "a character that has no equal in the encoding",
	"3D000": "no such database", "3F000": "no such schema", "23514": "a value violates a CHECK constraint", "25006": "a write in a read-only transaction",
	"42501": "permission denied", "42601": "a syntax error", "42703": "no such column", "42883": "no such function or operator", "42P01": "no such table",
	"42704": "no such object", "42804": "types do not match", "42846": "no such cast", "42P10": "an invalid column reference", "42P19": "an invalid recursive query",
	"53100": "the server's disk is full", "53200": "the server is out of memory", "53300": "too many connections", "53400": "a limit of the server's configuration",
	"54000": "a limit of the server", "54001": "the statement is too complex", "54011": "too many columns", "54023": "too many arguments",
	"55000": "the object is not in the state that the operation needs", "55P03": "a lock could not be had in time", "57014": "the statement took longer than allowed",
	"57P01": "the server ended the connection", "57P03": "the server is starting or stopping", "P0001": "a function raised an error", "40001": "a conflict with another transaction",
}

// classes are the names of classes of SQLSTATEs, for those not listed.
var classes = map[string]string{
	"08": "the connection was lost", "0A": "a feature that Postgres does not have", "22": "a value that the operation does not take",
	"23": "a constraint is violated", "25": "the transaction is in another state", "42": "an error in the statement or its names",
	"53": "the server is out of a resource", "54": "a limit of the server", "55": "the object is not in the state that the operation needs",
	"57": "the server or its operator intervened", "58": "an error of the server's system", "XX": "an internal error of the server", "P0": "an error of a function",
}

func condition(code string) string {
	if s := conditions[code]; s != "" {
		return s
	}
	if len(code) == 5 && classes[code[:2]] != "" {
		return classes[code[:2]]
	}
	if code == "" {
		return "the connection to the sandbox was lost"
	}
	return "an error of the server"
}
