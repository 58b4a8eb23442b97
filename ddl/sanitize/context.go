package sanitize

import (
	"strconv"
	"strings"
)

// context is what the code around a literal says about it.
type context struct {
	names  []string // columns, variables, settings, parameters it is given to
	prev   string   // the literal argument before it
	callee string   // the function it is an argument of
	arg    int
	cast   string // the type it is cast to
	limit  int    // of the type or column, in characters; 0 = none
	secret bool   // by the function it is passed to
	base64 bool   // it is the argument of decode(…, 'base64')
	role   bool   // it is compared with the current role, or named as one
}

// frame is one open parenthesis.
type frame struct {
	callee  string
	arg     int
	names   []string // what the list belongs to
	first   string   // the name the element begins with, without its schema
	firstAt int
	lastLit string
	litArg  int
}

// secretArguments are the parameters that are keys or passwords by
// documentation: pgcrypto, and pgjwt's sign and verify. From 0.
var secretArguments = map[string]int{
	"pgp_sym_encrypt": 1, "pgp_sym_decrypt": 1, "pgp_sym_encrypt_bytea": 1, "pgp_sym_decrypt_bytea": 1,
	"encrypt": 1, "decrypt": 1, "encrypt_iv": 1, "decrypt_iv": 1, "hmac": 1, "crypt": 0,
	"pgp_pub_decrypt": 2, "pgp_pub_decrypt_bytea": 2, "sign": 1, "verify": 1,
}

// passThrough are words before a parenthesis that are no function names.
var passThrough = wordSet("array any all some in values and or not check when then where using select default return row if as with on having else by from case")

var typeWords = wordSet("text character varying varchar char bpchar name citext json jsonb bytea uuid integer bigint smallint numeric boolean inet cidr interval timestamp date time zone with without constant not null default precision double regclass pg_catalog public collate")

// version holds where four numbers with dots are a version, not an address.
func (c context) version() bool {
	for _, n := range c.names {
		if w := wordsOf(n); len(w) > 0 && (w[len(w)-1] == "version" || w[len(w)-1] == "release" || w[len(w)-1] == "build") {
			return true
		}
	}
	return false
}

// contextOf reads around the chain of literals from token i to token last.
func (r *region) contextOf(i, last int) context {
	top := r.frames[len(r.frames)-1]
	c := context{names: r.namesFor(i), callee: top.callee, arg: top.arg}
	if top.litArg == top.arg-1 {
		c.prev = top.lastLit
	}
	c.cast, c.limit = r.castAfter(last)
	if c.limit == 0 {
		c.limit = r.limitOf(top.first, c.names)
	}
	if n, ok := secretArguments[c.callee]; ok && n == c.arg {
		c.secret = true
	}
	c.base64 = c.callee == "decode" && c.arg == 0
	c.role = r.namesRole(c, last)
	return c
}

// namesRole holds where the code compares the literal with the current role,
// casts it to one or asks for a membership.
func (r *region) namesRole(c context, last int) bool {
	if c.cast == "regrole" || c.callee == "pg_has_role" {
		return true
	}
	for _, n := range c.names {
		if currentRole[strings.ToLower(n)] {
			return true
		}
	}
	i := r.after(last)
	if r.at(i).text == "::" {
		i = r.after(r.castEnd(i))
	}
	op := r.at(i).text
	return op != "" && strings.Trim(op, "=<>!") == "" && currentRole[strings.ToLower(r.at(r.after(i)).text)]
}

var currentRole = wordSet("current_user session_user current_role")

// namesFor lists what the value at token i is given to.
func (r *region) namesFor(i int) []string {
	top := r.frames[len(r.frames)-1]
	for j := r.before(i); j >= 0; j = r.before(j) {
		t := r.toks[j]
		switch {
		case t.text == "(" || t.text == "[", t.text == "," && top.callee == "":
			return top.names
		case t.is("default"):
			return []string{top.first}
		case t.is("to"):
			return []string{r.lhs(j)}
		case t.is("password"): // ALTER ROLE r PASSWORD 'x'
			return []string{"password"}
		case t.text == ":=" || t.text == "=>" || t.text == "=":
			return []string{r.lhs(j), top.first}
		case t.is("like"), t.is("ilike"), t.kind == symbol && strings.Trim(t.text, "<>!=~*") == "":
			return []string{r.lhs(j)}
		case t.kind == word && passThrough[strings.ToLower(t.text)]:
		default:
			return nil
		}
	}
	return nil
}

// lhs is the name to the left of token j, through casts and parentheses; the
// key of ->> 'key' counts.
func (r *region) lhs(j int) string {
	for n := 0; n < 14; n++ {
		j = r.before(j)
		if j < 0 {
			return ""
		}
		t := r.toks[j]
		switch {
		case t.kind == literal:
			v, _ := decode(t.text)
			return v
		case t.kind == identifier:
			return name(t)
		case t.kind == word && !typeWords[strings.ToLower(t.text)]:
			return t.text
		case t.kind == symbol && (t.text == "," || t.text == ";"):
			return ""
		}
	}
	return ""
}

// before is the index of the token before i that is no comment, or -1.
func (r *region) before(i int) int {
	for i--; i >= 0 && r.toks[i].kind == comment; i-- {
	}
	return i
}

func (r *region) after(i int) int {
	for i++; i < len(r.toks) && r.toks[i].kind == comment; i++ {
	}
	return i
}

func (r *region) at(i int) token {
	if i < 0 || i >= len(r.toks) {
		return token{}
	}
	return r.toks[i]
}

// castAfter reads ::type(n) after token i: the type's first word without its
// schema, and n where the type is a character type.
func (r *region) castAfter(i int) (cast string, limit int) {
	i = r.after(i)
	if r.at(i).text != "::" {
		return "", 0
	}
	for end := r.castEnd(i); i < end; {
		i++
		t := r.toks[i]
		switch {
		case t.kind == number && characterTypes[cast]:
			limit, _ = strconv.Atoi(t.text)
		case (t.kind == word || t.kind == identifier) && (cast == "" || r.at(i-1).text == "."):
			cast = name(t)
		}
	}
	return cast, limit
}

var characterTypes = wordSet("character varchar bpchar char")

// track keeps the frames up to date with token i.
func (r *region) track(i int) {
	t := r.toks[i]
	top := &r.frames[len(r.frames)-1]
	switch {
	case t.text == "(" || t.text == "[":
		f := frame{litArg: -2, callee: r.calleeBefore(i)}
		if f.callee == "" {
			f.names = r.namesFor(i)
		}
		r.frames = append(r.frames, f)
	case t.text == ")" || t.text == "]":
		if len(r.frames) > 1 {
			r.frames = r.frames[:len(r.frames)-1]
		}
	case t.text == ",":
		top.arg++
		top.first = ""
	case t.text == ";":
		top.first = ""
	case t.kind == word && starters[strings.ToLower(t.text)]:
		top.first = ""
	case (t.kind == word || t.kind == identifier) && (top.first == "" || r.at(i-1).text == "." && top.firstAt == i-2):
		top.first, top.firstAt = name(t), i
	}
}

// starters are the words after which a new element begins.
var starters = wordSet("declare begin then else loop column add domain")

// calleeBefore is the name before the parenthesis at i, "" for a plain one.
func (r *region) calleeBefore(i int) string {
	t := r.at(r.before(i))
	if r.toks[i].text == "[" || t.kind != word && t.kind != identifier {
		return ""
	}
	if t.kind == word && (passThrough[strings.ToLower(t.text)] || typeWords[strings.ToLower(t.text)]) {
		return ""
	}
	return name(t)
}
