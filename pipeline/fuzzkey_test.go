package pipeline

import (
	"fmt"
	"slices"
	"strings"
)

// link is a foreign key in the making: columns of a child beside those of a
// parent's key.
type link struct {
	parent  *relation
	columns []*column
	key     *key
	shared  int // how many leading columns are those of an earlier link
}

func list(columns []*column) string {
	var names []string
	for _, x := range columns {
		names = append(names, x.name)
	}
	return strings.Join(names, ", ")
}

// foreign gives a table columns for foreign keys. Where two composite keys
// begin with a column of one name and type, they share it.
func (c *composer) foreign(r *relation) []*link {
	var links []*link
	for range c.below(3) {
		if len(c.out.relations) == 0 {
			break
		}
		p := oneOf(c.choices, c.out.relations...)
		if len(p.keys) == 0 {
			continue
		}
		l := &link{parent: p, key: oneOf(c.choices, p.keys...)}
		for i, k := range l.key.columns {
			if i == 0 && len(l.key.columns) > 1 && len(links) > 0 && links[0].columns[0].typ == k.typ && c.once(2) {
				l.columns, l.shared = append(l.columns, links[0].columns[0]), 1
				continue
			}
			x := &column{name: fmt.Sprintf("%s_%s", strings.TrimPrefix(p.name, "public."), k.name), typ: k.typ, kind: k.kind, style: k.style, foreign: true}
			for slices.ContainsFunc(r.columns, func(o *column) bool { return o.name == x.name }) {
				x.name += "_2"
			}
			if k.typ == "integer" && c.once(4) {
				x.typ = "bigint"
			}
			x.numbers, x.nulls = slices.Repeat(k.numbers[:1], r.witnesses), slices.Repeat([]bool{true}, r.witnesses)
			r.columns, l.columns = append(r.columns, x), append(l.columns, x)
		}
		links = append(links, l)
	}
	return links
}

// assign lets each witness refer to a row of the parent.
func (c *composer) assign(r *relation, l *link) {
	set := l.columns[l.shared:]
	var keys, shared []string
	for i, k := range l.key.columns {
		if i < l.shared {
			shared = append(shared, fmt.Sprintf("p.%s = x.%s", k.name, l.columns[i].name))
		} else {
			keys = append(keys, "p."+k.name)
		}
	}
	where := append(shared, "true")
	from := fmt.Sprintf("FROM %s p WHERE %s", l.parent.name, strings.Join(where, " AND "))
	step := oneOf(c.choices, 1, 1, 2, 3)
	only := oneOf(c.choices, "true", "true", "w_ % 3 > 0")
	c.try(fmt.Sprintf("UPDATE %s x SET (%s) = (SELECT %s %s ORDER BY p.%s OFFSET (x.%s * %d) %% greatest((SELECT count(*) %s), 1) LIMIT 1) WHERE %s",
		r.name, list(set), strings.Join(keys, ", "), from, ordinal, ordinal, step, from, only))
}

// reference adds the foreign key.
func (c *composer) reference(r *relation, l *link) {
	c.constraint(r, fmt.Sprintf("FOREIGN KEY (%s) REFERENCES %s (%s)%s%s", list(l.columns), l.parent.name, list(l.key.columns),
		oneOf(c.choices, "", "", "", " MATCH FULL"), oneOf(c.choices, "", "", " ON DELETE CASCADE", " DEFERRABLE INITIALLY DEFERRED")))
}

// primary adds a primary key and sometimes a second key to refer to.
func (c *composer) primary(r *relation) {
	id := r.columns[0]
	choice := [][]*column{{id}}
	if len(r.columns) > 1 {
		other := r.columns[1+c.below(len(r.columns)-1)]
		choice = append(choice, []*column{other, id}, []*column{other})
	}
	if r.partedBy != nil && r.partedBy != id {
		choice = [][]*column{{r.partedBy, id}}
	}
	at := c.below(len(choice) + 1)
	if at < len(choice) && c.constraint(r, "PRIMARY KEY ("+list(choice[at])+")") {
		r.keys = append(r.keys, &key{choice[at]})
	} else if c.constraint(r, "PRIMARY KEY ("+list(choice[0])+")") {
		r.keys = append(r.keys, &key{choice[0]})
	}
	if len(choice) > 1 && c.once(3) && c.constraint(r, "UNIQUE ("+list(choice[1])+")") {
		r.keys = append(r.keys, &key{choice[1]})
	}
}

// unique adds one unique or EXCLUDE that the witnesses satisfy.
func (c *composer) unique(r *relation) {
	for range 5 {
		x, y, z := oneOf(c.choices, r.columns...), oneOf(c.choices, r.columns...), oneOf(c.choices, r.columns...)
		pick := []*column{x}
		if y != x && c.once(2) {
			pick = append(pick, y)
		}
		if z != x && z != y && c.once(4) {
			pick = append(pick, z)
		}
		var done bool
		switch c.below(6) {
		case 0, 1:
			done = c.constraint(r, "UNIQUE "+oneOf(c.choices, "", "", "NULLS NOT DISTINCT ")+"("+list(pick)+")")
		case 2:
			done = c.index(r, list(pick)+")"+oneOf(c.choices, "", " NULLS NOT DISTINCT")+" WHERE ("+named(atom(c.choices, z), z, nil)+")")
		case 3, 4:
			terms := []string{named(oneOf(c.choices, expressions(x)...), x, nil)}
			for _, p := range pick[1:] {
				terms = append(terms, p.name)
			}
			done = c.index(r, strings.Join(terms, ", ")+")"+oneOf(c.choices, "", "", " WHERE ("+named(atom(c.choices, y), y, nil)+")"))
		default:
			done = c.exclusion(r, x, y)
		}
		if done {
			return
		}
	}
}

func (c *composer) index(r *relation, rest string) bool {
	c.n++
	name := fmt.Sprintf("i%d", c.n)
	return c.keep(r, name, fmt.Sprintf("CREATE UNIQUE INDEX %s ON %s (%s", name, r.name, rest))
}

// expressions are what unique indexes are commonly on.
func expressions(c *column) []string {
	switch c.kind.name {
	case "number":
		return []string{"(c % 7)", "abs(c)", "coalesce(c, 0)", "(c / 2)", "(c * 2)", "(-c)"}
	case "text":
		return []string{"lower(c)", "md5(c)", "upper(c)", "coalesce(c, '')", "lower(btrim(c))", "left(c, 4)", "(c || 'x')", "length(c)", "reverse(c)"}
	case "date", "timestamp":
		return []string{"(c::date)", "date_trunc('day', c)", "date_trunc('month', c::timestamp)", "extract(day from c)", "coalesce(c, '2000-01-01')"}
	case "json":
		return []string{"(c->>'k')", "(c->>'s')", "((c->>'k')::integer)", "(c->'tags')"}
	case "numbers", "texts":
		return []string{"(c[1])", "cardinality(c)"}
	case "range", "dates", "times":
		return []string{"lower(c)", "upper(c)"}
	case "uuid":
		return []string{"coalesce(c, '00000000-0000-0000-0000-000000000000')"}
	}
	return []string{"(c IS NULL)", "coalesce(c, c)"}
}

// exclusion adds an EXCLUDE constraint.
func (c *composer) exclusion(r *relation, x, y *column) bool {
	term := x.name
	switch x.kind.name {
	case "range", "dates", "times":
		term += " WITH &&"
	case "number", "text", "date", "timestamp", "enum", "uuid", "inet", "boolean":
		term += " WITH ="
	default:
		return false
	}
	if y != x && c.once(2) {
		term = y.name + " WITH =, " + term
	}
	where := oneOf(c.choices, "", "", " WHERE ("+named(atom(c.choices, y), y, nil)+")")
	return c.constraint(r, "EXCLUDE USING gist ("+term+")"+where)
}

// parted makes a table partitioned by a column, with partitions that hold all
// witnesses.
func (c *composer) parted(r *relation) {
	x := r.columns[c.below(min(len(r.columns), 4))]
	if x.clause != "" || x.foreign || x.kind.name == "bit" {
		return
	}
	var bounds []string
	low, high := x.bounds()
	switch k := x.kind.name; {
	case k == "number" && c.once(2), k == "date", k == "timestamp":
		mid := (low + high + 1) / 2
		r.tail = " PARTITION BY RANGE (" + x.name + ")"
		for _, b := range [][2]int{{low, mid}, {mid, high + 1}} {
			if b[0] < b[1] {
				bounds = append(bounds, fmt.Sprintf("FOR VALUES FROM (%s) TO (%s)", x.lit(b[0]), x.lit(b[1])))
			}
		}
	case k == "enum", k == "boolean", k == "text" && len(distinct(x)) < 6:
		r.tail = " PARTITION BY LIST (" + x.name + ")"
		for _, l := range distinct(x) {
			bounds = append(bounds, "FOR VALUES IN ("+l+")")
		}
	default:
		r.tail = " PARTITION BY HASH (" + x.name + ")"
		for i := range 3 {
			bounds = append(bounds, fmt.Sprintf("FOR VALUES WITH (MODULUS 3, REMAINDER %d)", i))
		}
	}
	if !strings.Contains(r.tail, "HASH") && (slices.Contains(x.nulls, true) || c.once(3)) {
		if strings.Contains(r.tail, "LIST") && !c.once(2) {
			bounds = append(bounds, "FOR VALUES IN (NULL)")
		} else {
			bounds = append(bounds, "DEFAULT")
		}
	}
	for i, b := range bounds {
		r.pieces = append(r.pieces, fmt.Sprintf("CREATE TABLE %s_p%d PARTITION OF %s %s", r.name, i+1, r.name, b))
	}
	r.partedBy = x
}
