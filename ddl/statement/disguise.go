package statement

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// nameable holds the keywords that Postgres takes as names in places where the
// parser sees only their other meaning. Each says whether the word between
// two tokens can be a name.
var nameable = map[string]func(before, after Token) bool{
	"exclude":   func(_, after Token) bool { return !after.is("using", "(") },
	"if":        func(_, after Token) bool { return !after.is("not", "exists") },
	"json":      isParameter,
	"operator":  func(_, after Token) bool { return !after.is("(", "class", "family") },
	"recursive": func(_, after Token) bool { return after.is("as", "(") },
}

// disguise replaces keywords used as names by words of the same length that
// stand nowhere in the text. It returns the new text and what each of these
// words stands for, or nothing when no word can be a name.
func disguise(text string, tokens []Token) (string, map[string]string) {
	words := map[string]string{}
	out := []byte(text)
	around := append(tokens[:len(tokens):len(tokens)], Token{})
	for i := 1; i < len(tokens); i++ {
		word := strings.ToLower(tokens[i].Text)
		if can := nameable[word]; can == nil || !can(around[i-1], around[i+1]) {
			continue
		}
		mask := maskFor(word, strings.ToLower(text))
		if mask == "" {
			continue
		}
		words[mask] = word
		copy(out[tokens[i].Start:], mask)
	}
	return string(out), words
}

// maskFor is the word with another last letter, one that makes it new to the
// text.
func maskFor(word, text string) string {
	for _, c := range "_0123456789" {
		if mask := word[:len(word)-1] + string(c); !strings.Contains(text, mask) {
			return mask
		}
	}
	return ""
}

// reveal puts the words back that disguise took out.
func reveal(node *pg.Node, words map[string]string) {
	Walk(node.ProtoReflect(), func(m protoreflect.Message) {
		fields := m.Descriptor().Fields()
		for i := range fields.Len() {
			fd := fields.Get(i)
			if fd.Kind() != protoreflect.StringKind || fd.IsList() {
				continue
			}
			if word, ok := words[m.Get(fd).String()]; ok {
				m.Set(fd, protoreflect.ValueOfString(word))
			}
		}
	})
}
