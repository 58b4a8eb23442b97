package pipeline

import (
	"fmt"
	"strings"
)

// patterns are regular expressions that the styles of text match.
var patterns = []string{`^[a-z]+ -?[0-9]+$`, `^[A-Z]{2}-\d{4}$`, `^[^@\s]+@[^@\s]+\.[a-z]{2,}$`, `^[a-z0-9]+(-[a-z0-9]+)*$`, `^[0-9]{5}$`, `^(oak|ash|elm|fir|yew|bay|fig|gum|box|may)$`, `^x{1,13}$`}

// atom is a condition on one column, likely to hold for its witnesses.
func atom(ch *choices, c *column) string {
	if ch.once(12) {
		return oneOf(ch, "c IS NOT NULL", "c IS NULL")
	}
	if ch.once(2) {
		if s := ordered(ch, c); s != "" {
			return s
		}
	}
	low, high := c.bounds()
	all := []string{"c IS NOT NULL"}
	switch c.kind.name {
	case "number":
		m := oneOf(ch, 2, 3, 5, 10)
		all = []string{
			fmt.Sprintf("c + 1 > %d", low), fmt.Sprintf("abs(c) <= %d", high), fmt.Sprintf("mod(c::numeric, %d) = %d", m, low%m),
			fmt.Sprintf("c * 2 <= %d", 2*high), fmt.Sprintf("c::integer %% %d = %d", m, low%m), fmt.Sprintf("(c > %d) IS NOT FALSE", low-1),
			"c = floor(c)", "c = trunc(c::numeric)", fmt.Sprintf("-c <= %d", -low), fmt.Sprintf("c / 2 >= %d", low/2), fmt.Sprintf("c ^ 2 <= %d", high*high+1),
		}
	case "text":
		all = []string{
			"c ~ " + quoted(patterns[c.style%len(patterns)]), "c = lower(c)", "c = upper(c)", "btrim(c) = c", "c <> ''", "length(c) >= 1",
			fmt.Sprintf("char_length(c) BETWEEN %d AND %d", oneOf(ch, 1, 2, 3), oneOf(ch, 8, 16, 20)), "position('@' in c) > 1", "c NOT LIKE '% %'", "c !~ '\\s'",
			"c LIKE '%-%'", "c ~* '^[a-z]'", "starts_with(c, 'u')", "left(c, 1) IN ('o','a','e','f','y','b','g','m')", "split_part(c, '-', 1) <> ''",
			"octet_length(c) <= 30", "c SIMILAR TO '[a-z0-9 @.-]+'", "c ~ '[0-9]$'", "length(btrim(c)) > 0", "right(c, 4) ~ '^\\d+$'", "c ILIKE 'ab%'", "substr(c, 1, 2) = 'AB'",
			"replace(c, '-', '') <> ''", "c IS NORMALIZED", "strpos(c, ' ') = 0", "reverse(c) <> 'x'", "c::text ~ '^.{1,30}$'",
		}
	case "date", "timestamp":
		all = []string{
			"c >= '2020-01-01'", "extract(year from c) BETWEEN 2020 AND 2030", "c <> 'infinity'", "isfinite(c)", "extract(isodow from c) <= 7", "c < '2030-01-01'::date",
			"date_trunc('day', c) = c", "date_part('minute', c) = 0", "date_trunc('month', c) >= '2023-01-01'", "c <= now()", "extract(hour from c::timestamp) = 0", "c + interval '1 day' > '2020-01-01'",
		}
	case "boolean":
		all = []string{"c", "NOT c", "c IS NOT FALSE", "c IS TRUE OR c IS NULL", "c = true", "c IN (true, false)"}
	case "enum":
		all = []string{"c <> 'lost'", "c IN ('new', 'open')", "c = ANY (ARRAY['new', 'done']::public.state[])", "c < 'lost'", "c::text <> 'done'", "c::text ~ '^[a-z]{3,4}$'"}
	case "uuid":
		all = []string{"c <> '00000000-0000-0000-0000-000000000000'", "c::text LIKE '00000000%'"}
	case "bytea":
		all = []string{"octet_length(c) = 4", "length(c) BETWEEN 1 AND 16", "get_byte(c, 0) = 0", "c <> ''"}
	case "inet":
		all = []string{"family(c) = 4", "masklen(c) = 32", "c << '10.0.0.0/8'", "c <<= '10.0.0.0/16'", "host(c) ~ '^10'"}
	case "json":
		all = []string{
			"jsonb_typeof(c) = 'object'", "c ? 'k'", fmt.Sprintf("(c->>'k')::integer >= %d", low), "c->>'s' ~ '^w'", "jsonb_array_length(c->'tags') BETWEEN 1 AND 3", "c ?& array['k','s']",
			"jsonb_typeof(c->'k') = 'number'", "c <> '{}'", "c @> '{\"tags\": [\"a\"]}'", "length(c->>'s') < 8", "(c ? 'k' AND jsonb_typeof(c->'tags') = 'array')", "c->'tags'->>0 = 'a'", "pg_column_size(c) < 500",
			"c @? '$.tags[*]'", "NOT c ? 'z'", "(c #>> '{tags,0}') IS NOT NULL",
		}
	case "numbers":
		all = []string{
			"cardinality(c) BETWEEN 1 AND 4", fmt.Sprintf("array_length(c, 1) = %d", c.style%3+1), fmt.Sprintf("%d <= ALL (c)", low), fmt.Sprintf("%d > ANY (c)", high+1), "array_position(c, NULL) IS NULL",
			"array_ndims(c) = 1", "c <> '{}'", fmt.Sprintf("c[1] >= %d", low), "NOT (-1 = ANY (c))", "array_lower(c, 1) = 1",
		}
	case "texts":
		all = []string{"cardinality(c) = 2", "'a' = ANY (c)", "c @> ARRAY['a']", "array_to_string(c, ',') ~ '^a'", "c[1] = 'a'", "NOT ('' = ANY (c))", "c && ARRAY['a','z']", "array_length(c, 1) <= 5"}
	case "range":
		all = []string{"NOT isempty(c)", fmt.Sprintf("lower(c) >= %d", 10*low), "upper(c) - lower(c) <= 10", "lower_inc(c)", "NOT upper_inf(c)", "lower(c) IS NOT NULL AND upper(c) IS NOT NULL", "upper(c) > lower(c)"}
	case "dates":
		all = []string{"NOT isempty(c)", "lower(c) >= '2020-01-01'", "upper(c) - lower(c) BETWEEN 1 AND 10", "NOT lower_inf(c) AND NOT upper_inf(c)", "c && '[2000-01-01,2100-01-01)'"}
	case "times":
		all = []string{"NOT isempty(c)", "lower(c) >= '2020-01-01'", "upper(c) - lower(c) <= interval '1 hour'", "upper(c) > lower(c)", "lower_inc(c) AND NOT upper_inc(c)"}
	case "bit":
		all = []string{"length(c) = 8", "(c & B'10000000') = B'00000000'", "get_bit(c, 0) = 0", "bit_count(c) < 8", "c <> B'11111111'"}
	case "interval":
		all = []string{"c >= '0'", "c <= interval '30 days'", "extract(epoch from c) >= 0", "c < '7 days'::interval"}
	case "time":
		all = []string{"c < '23:59'", "extract(second from c) = 0", "c >= '00:00'::time", "date_part('minute', c) < 60"}
	}
	return oneOf(ch, all...)
}

// ordered is a comparison with values of the witnesses.
func ordered(ch *choices, c *column) string {
	low, high := c.bounds()
	switch c.kind.name {
	case "json", "texts", "numbers", "bytea":
		return ""
	case "number", "date", "timestamp", "interval", "time", "uuid":
		switch ch.below(7) {
		case 0:
			return "c >= " + c.lit(low)
		case 1:
			return "c <= " + c.lit(high)
		case 2:
			return "c > " + c.lit(low-1)
		case 3:
			return "c BETWEEN " + c.lit(low) + " AND " + c.lit(high)
		case 4:
			mid := (low + high) / 2
			return "(c < " + c.lit(mid) + " OR c > " + c.lit(mid) + ")"
		}
	}
	if ch.once(3) {
		return "c <> " + c.lit(c.numbers[ch.below(len(c.numbers))])
	}
	return "c IN (" + strings.Join(distinct(c), ", ") + ")"
}

// distinct are the different literals of the witnesses.
func distinct(c *column) []string {
	seen := map[string]bool{}
	var list []string
	for _, n := range c.numbers {
		if l := c.lit(n); !seen[l] {
			seen[l], list = true, append(list, l)
		}
	}
	return list
}

// pair is a condition on two columns.
func pair(ch *choices, c, d *column) string {
	a, b := c.kind.name, d.kind.name
	_, high := c.bounds()
	_, top := d.bounds()
	all := []string{
		"(c IS NULL) = (d IS NULL)", "num_nonnulls(c, d) >= 1", "num_nonnulls(c, d) = 1", "c IS NOT NULL OR d IS NOT NULL", "(c IS NULL) OR (d IS NOT NULL)",
		"num_nulls(c, d) IN (0, 2)", "NOT (c IS NULL AND d IS NULL)",
	}
	switch {
	case a == b:
		all = append(all, "c <> d", "c IS DISTINCT FROM d", "c = d")
		switch a {
		case "number":
			all = append(all, "c <= d", "c < d", fmt.Sprintf("c + d <= %d", high+top), fmt.Sprintf("c - d <= %d", high), fmt.Sprintf("c * d <= %d", high*top+1), "c >= d - 10",
				"d = c * 2", "d = c + 3", "greatest(c, d) >= 0", fmt.Sprintf("coalesce(c, d) <= %d", max(high, top)), "c <= d * 2", fmt.Sprintf("abs(c - d) <= %d", high+top), "c = d OR c > d")
		case "date", "timestamp", "time", "interval":
			all = append(all, "c <= d", "c < d", "d >= c", "c <= d OR d IS NULL", "d > c", "coalesce(d, c) >= c", "d - c <= d - c")
		case "text":
			all = append(all, "length(c) <= length(d)", "d = lower(c)", "d = upper(c)", "d <> lower(c)", "d LIKE c || '%'", "lower(c) <> lower(d)", "d = replace(lower(c), ' ', '-')")
		}
	case a == "number" && b == "text":
		all = append(all, "length(d) >= c", "length(d) = c", "c > 0 OR d <> ''", "c = 0 OR length(d) > 0")
	case a == "number" && b == "numbers":
		all = append(all, "c = ANY (d)", "cardinality(d) <= c", "c <= ALL (d)")
	case a == "number" && b == "range":
		all = append(all, "c::integer <@ d::text::int4range", "lower(d) >= c")
	case a == "boolean":
		all = append(all, "NOT c OR d IS NOT NULL", "c = (d IS NOT NULL)", "c OR d IS NULL", "CASE WHEN c THEN d IS NOT NULL ELSE true END", "(c AND d IS NOT NULL) OR (NOT c)")
	case a == "enum":
		all = append(all, "c <> 'done' OR d IS NOT NULL", "(c = 'done') = (d IS NOT NULL)", "(c = 'new' AND d IS NULL) OR (c <> 'new' AND d IS NOT NULL)", "CASE c WHEN 'lost' THEN d IS NULL ELSE true END",
			"c IN ('new', 'open') OR d IS NOT NULL")
	case a == "date" && b == "dates":
		all = append(all, "c <@ d", "lower(d) >= c", "upper(d) > c")
	case a == "date" && b == "timestamp":
		all = append(all, "c <= d", "d::date >= c", "d >= c")
	}
	return oneOf(ch, all...)
}

// named puts the names of columns in the place of c and d.
func named(s string, c, d *column) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && (s[j] == '_' || s[j] >= 'a' && s[j] <= 'z' || s[j] >= '0' && s[j] <= '9') {
			j++
		}
		switch word := s[i:max(j, i)]; {
		case j == i:
			if s[i] == '\'' {
				j = i + 1 + strings.IndexByte(s[i+1:], '\'')
			}
			out.WriteString(s[i : j+1])
			j++
		case word == "c":
			out.WriteString(c.name)
		case word == "d" && d != nil:
			out.WriteString(d.name)
		default:
			out.WriteString(word)
		}
		i = j
	}
	return out.String()
}

// condition is a random tree over the columns of a table.
func condition(ch *choices, columns []*column) string {
	c, d := oneOf(ch, columns...), oneOf(ch, columns...)
	leaf := func(x *column) string { return named(atom(ch, x), x, nil) }
	switch ch.below(10) {
	case 0, 1, 2:
		return leaf(c)
	case 3, 4, 5:
		if c == d {
			return leaf(c)
		}
		return named(pair(ch, c, d), c, d)
	case 6:
		return "(" + leaf(c) + ") OR (" + leaf(d) + ")"
	case 7:
		return "(" + leaf(c) + ") AND (" + leaf(d) + ")"
	case 8:
		return "NOT (" + leaf(c) + ")"
	default:
		e := oneOf(ch, columns...)
		return "CASE WHEN " + leaf(c) + " THEN " + leaf(d) + " ELSE " + leaf(e) + " END"
	}
}
