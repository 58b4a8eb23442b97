package config

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// explain turns an error of the decoder into one line with a hint.
func explain(file string, text []byte, err error) *Error {
	var wrong *valueError
	if errors.As(err, &wrong) {
		return &Error{Path: file + wrong.place(text), Text: wrong.Error()}
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
		return &Error{Path: fmt.Sprintf("%s:%d", file, at.Position.Line), Text: said}
	}
	return &Error{Path: file, Text: strings.SplitN(err.Error(), "\n", 2)[0]}
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
	if len(path) > 1 {
		beside := path[:len(path)-1]
		e.Text += " in " + strings.Join(beside, ".")
		if near := Nearest(key, keysAt(beside)); near != "" {
			e.hint = "did you mean " + near + "?"
			return e
		}
	}
	if near := Nearest(key, keysAt(nil)); near != "" && len(path) == 1 {
		e.hint = "did you mean " + near + "?"
		return e
	}
	all := places(reflect.TypeFor[Config]())
	names := make([]string, len(all))
	for i, place := range all {
		names[i] = place[strings.LastIndexByte(place, '.')+1:]
	}
	if near := Nearest(key, names); near != "" {
		if near == key { // it stands in the wrong place
			near = all[slices.Index(names, key)]
		}
		e.hint = "did you mean " + near + "?"
	}
	return e
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
	for i := range t.NumField() {
		name := t.Field(i).Tag.Get("yaml")
		if name == "" || name == "-" {
			continue
		}
		list = append(list, name)
		for _, deeper := range places(t.Field(i).Type) {
			list = append(list, name+"."+deeper)
		}
	}
	return list
}
