package config

import (
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// explain turns an error of the decoder into one line with a hint.
func explain(file string, text []byte, err error) *Error {
	var wrong *valueError
	if errors.As(err, &wrong) {
		keys, line := holder(text, wrong.text)
		if keys == nil {
			return &Error{Path: file, Text: wrong.Error()}
		}
		return &Error{Path: fmt.Sprintf("%s:%d", file, line), Text: strings.Join(keys, ".") + ": " + wrong.Error(), hint: Example(keys...)}
	}
	var shape *shapeError
	if errors.As(err, &shape) {
		keys := where(text, shape.at)
		return &Error{Path: fmt.Sprintf("%s:%d", file, shape.at.Position.Line), Text: strings.Join(keys, ".") + ": " + shape.want, hint: remedy("", keys)}
	}
	var unknown *yaml.UnknownFieldError
	if errors.As(err, &unknown) {
		return unknownKey(file, where(text, unknown.Token), unknown)
	}
	var known yaml.Error
	if errors.As(err, &known) && known.GetToken() != nil {
		path, at := where(text, known.GetToken()), known.GetToken()
		said := plain(known.GetMessage())
		if len(path) > 0 && said != known.GetMessage() {
			said = strings.Join(path, ".") + ": " + said
			if named(at.Value) {
				said += fmt.Sprintf(", not %q", at.Value)
			}
		}
		return &Error{Path: fmt.Sprintf("%s:%d", file, at.Position.Line), Text: said, hint: remedy(said, path)}
	}
	return &Error{Path: file, Text: strings.SplitN(err.Error(), "\n", 2)[0], hint: layout}
}

// layout is the hint for a text that is no YAML.
const layout = "keys are indented with blanks, and a blank follows each colon"

// remedy is the hint for what the decoder says of a place in the file.
func remedy(said string, path []string) string {
	if strings.Contains(said, "already defined") {
		return "keep one of the two"
	}
	if hint := Example(path...); hint != "" {
		return hint
	}
	return layout
}

// named reports a text that a message may repeat: not a URL, which may hold a
// password, nor a sign of YAML.
func named(text string) bool {
	return len(text) < 40 && !strings.Contains(text, "://") && strings.Trim(text, "[]{}:,-| ") != ""
}

// unknownKey hints at the nearest key of the same place, else of any.
func unknownKey(file string, path []string, unknown *yaml.UnknownFieldError) *Error {
	key := strings.Trim(strings.TrimPrefix(unknown.Message, "unknown field "), `"`)
	e := &Error{Path: fmt.Sprintf("%s:%d", file, unknown.Token.Position.Line), Text: "unknown key " + key}
	near := ""
	switch {
	case len(path) > 1:
		beside := path[:len(path)-1]
		e.Text += " in " + strings.Join(beside, ".")
		near = Nearest(key, keysAt(beside))
	case len(path) == 1:
		near = Nearest(key, keysAt(nil))
	}
	if near == "" {
		near = anywhere(key)
	}
	if near != "" {
		e.hint = "did you mean " + near + "?"
	} else if len(path) > 0 {
		e.hint = "its keys are " + strings.Join(keysAt(path[:len(path)-1]), ", ")
	}
	return e
}

// anywhere is the key of any place that a mistyped one most likely means, with
// its place where that alone is wrong.
func anywhere(key string) string {
	all := places(reflect.TypeFor[Config]())
	names := make([]string, len(all))
	for i, place := range all {
		names[i] = place[strings.LastIndexByte(place, '.')+1:]
	}
	near := Nearest(key, names)
	if near == key {
		near = all[slices.Index(names, key)]
	}
	return near
}

// places lists every key a settings file may hold, at any depth, by where it
// stands, such as sandbox.quota.
func places(t reflect.Type) []string {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return places(t.Elem())
	case reflect.Struct:
	default:
		return nil
	}
	var list []string
	for name, inner := range keys(t) {
		list = append(list, name)
		for _, deeper := range places(inner) {
			list = append(list, name+"."+deeper)
		}
	}
	return list
}

// keys are those of a struct and the types of what they lead to, in order.
func keys(t reflect.Type) iter.Seq2[string, reflect.Type] {
	return func(yield func(string, reflect.Type) bool) {
		for i := range t.NumField() {
			f := t.Field(i)
			if name := f.Tag.Get("yaml"); name != "" && name != "-" && !yield(name, f.Type) {
				return
			}
		}
	}
}
