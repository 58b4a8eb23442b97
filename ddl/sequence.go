package ddl

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// addSequence makes a sequence of a type with Postgres' defaults.
func (r *reader) addSequence(n schema.Name, t schema.Type) *schema.Sequence {
	q := &schema.Sequence{Name: n, Type: t, Increment: 1, Cache: 1, Line: r.src.Line}
	defaultRange(q)
	r.cat.relations[n] = isSequence
	r.out.Schema.Sequences = append(r.out.Schema.Sequences, q)
	return q
}

func (r *reader) sequence(n schema.Name) *schema.Sequence {
	for _, q := range slices.Backward(r.out.Schema.Sequences) {
		if q.Name == n {
			return q
		}
	}
	return nil
}

// defaultRange sets Min, Max and Start as init_params of sequence.c does.
func defaultRange(q *schema.Sequence) {
	low, high := int64(math.MinInt64), int64(math.MaxInt64)
	switch {
	case q.Type.Is("int2"):
		low, high = math.MinInt16, math.MaxInt16
	case q.Type.Is("int4"):
		low, high = math.MinInt32, math.MaxInt32
	}
	if q.Increment < 0 {
		q.Min, q.Max, q.Start = low, -1, -1
	} else {
		q.Min, q.Max, q.Start = 1, high, 1
	}
}

func (r *reader) createSequence(s *pg.CreateSeqStmt) {
	name := r.cat.create(rangeName(s.Sequence))
	r.about("sequence", name)
	if r.cat.relations[name] != 0 {
		return
	}
	r.sequenceOptions(r.addSequence(name, builtinType("int8")), s.Options)
}

func (r *reader) alterSequence(s *pg.AlterSeqStmt) {
	name := r.cat.relation(s.Sequence)
	r.about("sequence", name)
	if q := r.sequence(name); q != nil {
		r.sequenceOptions(q, s.Options)
	}
}

// sequenceOptions applies the options of a CREATE, ALTER or identity: type
// and increment first, because the defaults of the others hang on them.
func (r *reader) sequenceOptions(q *schema.Sequence, options []*pg.Node) {
	have := map[string]*pg.DefElem{}
	for _, o := range options {
		if d := o.GetDefElem(); d != nil {
			have[d.Defname] = d
		}
	}
	if d := have["as"]; d != nil {
		q.Type = r.typeRef(d.Arg.GetTypeName())
		defaultRange(q)
	}
	if d := have["increment"]; d != nil {
		if n := number(d.Arg); n != 0 && (n < 0) != (q.Increment < 0) {
			q.Increment = n
			defaultRange(q)
		} else if n != 0 {
			q.Increment = n
		}
	}
	r.sequenceBounds(q, have)
	if d := have["owned_by"]; d != nil {
		r.ownedBy(q, words(d.Arg.GetList().GetItems()))
	}
}

func (r *reader) sequenceBounds(q *schema.Sequence, have map[string]*pg.DefElem) {
	if d := have["minvalue"]; d != nil && d.Arg != nil {
		if q.Min = number(d.Arg); q.Increment > 0 {
			q.Start = q.Min
		}
	}
	if d := have["maxvalue"]; d != nil && d.Arg != nil {
		if q.Max = number(d.Arg); q.Increment < 0 {
			q.Start = q.Max
		}
	}
	if d := have["start"]; d != nil {
		q.Start = number(d.Arg)
	}
	if d := have["cache"]; d != nil {
		q.Cache = number(d.Arg)
	}
	if d := have["cycle"]; d != nil {
		q.Cycle = d.Arg.GetBoolean().GetBoolval()
	}
}

func (r *reader) ownedBy(q *schema.Sequence, parts []string) {
	if len(parts) < 2 {
		q.OwnedBy, q.Column = schema.Name{}, ""
		return
	}
	q.OwnedBy = r.cat.find(dotted(parts[:len(parts)-1]))
	q.Column = parts[len(parts)-1]
}

func number(n *pg.Node) int64 {
	switch {
	case n.GetInteger() != nil:
		return int64(n.GetInteger().Ival)
	case n.GetFloat() != nil:
		v, _ := strconv.ParseInt(n.GetFloat().Fval, 10, 64)
		return v
	}
	return 0
}

// literal quotes a text as a string constant.
func literal(s string) string {
	if strings.Contains(s, `\`) {
		return " E'" + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "'", "''") + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// splitDots cuts the printed form of a name ("My Schema".t) into its parts.
func splitDots(text string) []string {
	var out []string
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"' && quoted && i+1 < len(text) && text[i+1] == '"':
			b.WriteByte('"')
			i++
		case c == '"':
			quoted = !quoted
		case c == '.' && !quoted:
			out = append(out, b.String())
			b.Reset()
		case !quoted && c >= 'A' && c <= 'Z':
			b.WriteByte(c + 'a' - 'A')
		default:
			b.WriteByte(c)
		}
	}
	return append(out, b.String())
}
