package document

import (
	"regexp"
	"strings"

	"github.com/effigydb/effigy/generator/language"
)

// The words of a JSON path: a place, what is asked of it, and the brackets of
// filters.
var (
	place   = regexp.MustCompile(`^([$@])((?:\s*\.\s*(?:"[^"]+"|[A-Za-z_]\w*\b)|\s*\[[^\]]*\]|\.\*\*?)*)`)
	member  = regexp.MustCompile(`\.\s*(?:"([^"]+)"|([A-Za-z_]\w*))|(\[[^\]]*\])`)
	called  = regexp.MustCompile(`^\s*\(\s*\)`)
	compare = regexp.MustCompile(`^\s*(==|!=|<>|<=|>=|<|>)\s*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)`)
	likes   = regexp.MustCompile(`^\s*like_regex\s*"((?:[^"\\]|\\.)*)"(\s*flag\s*"(\w*)")?`)
	starts  = regexp.MustCompile(`^\s*starts\s+with\s*"((?:[^"\\]|\\.)*)"`)
	filter  = regexp.MustCompile(`^\s*\?\s*\(`)
)

// path reads a JSON path.
func (g *Guide) path(text string) {
	at, stack := g.root, []*node(nil)
	current := g.root // what @ stands for
	for i := 0; i < len(text); {
		rest := text[i:]
		m := place.FindStringSubmatch(rest)
		if m == nil {
			switch rest[0] {
			case '(':
				stack = append(stack, current)
			case ')':
				if len(stack) > 0 {
					current, stack = stack[len(stack)-1], stack[:len(stack)-1]
				}
			}
			i++
			continue
		}
		base := g.root
		if m[1] == "@" {
			base = current
		}
		i += len(m[0])
		var used int
		at, used = base.walk(m[2], text[i:])
		i += used
		if f := filter.FindString(text[i:]); f != "" {
			stack = append(stack, current)
			current = at
			i += len(f)
		}
	}
}

// walk goes the way of a path and takes in what is asked of its end; it tells
// how much of the rest it has read.
func (n *node) walk(way, rest string) (end *node, used int) {
	members := member.FindAllStringSubmatch(way, -1)
	function := called.FindString(rest)
	for i, m := range members {
		switch name := m[1] + m[2]; {
		case m[3] != "":
			n = n.element()
		case function != "" && i == len(members)-1:
			return n, len(function) + n.asks(name, rest[len(function):])
		default:
			n = n.kid(name)
		}
	}
	return n, n.asks("", rest)
}

// asks takes in a comparison, of the place or of what a function says of it.
func (n *node) asks(function, rest string) int {
	if function == "size" {
		n.kinds = append(n.kinds, "array")
		return 0
	}
	if m := likes.FindStringSubmatch(rest); m != nil {
		n.pattern(language.Pattern{Text: unescaped(m[1]), Fold: strings.Contains(m[3], "i")})
		return len(m[0])
	}
	if m := starts.FindStringSubmatch(rest); m != nil {
		n.pattern(language.Pattern{Syntax: language.Like, Text: unescaped(m[1]) + "%"})
		return len(m[0])
	}
	m := compare.FindStringSubmatch(rest)
	if m == nil {
		return 0
	}
	text := m[2]
	if text[0] == '"' {
		text = unescaped(text[1 : len(text)-1])
	} else if text != "true" && text != "false" && text != "null" {
		n.casts = append(n.casts, "numeric")
	} else {
		n.casts = append(n.casts, "json")
	}
	if function == "type" {
		n.kinds = append(n.kinds, text)
	} else if function == "" {
		n.value(text)
	}
	return len(m[0])
}

func unescaped(s string) string {
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(s)
}
