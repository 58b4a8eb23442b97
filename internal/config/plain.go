package config

import (
	"regexp"
	"strings"
)

// mistyped is what the decoder says of a value that a key does not take.
var mistyped = regexp.MustCompile(`^cannot unmarshal (.+?) into Go (?:struct field \S+|value) of type (\S+)`)

// plain puts the decoder's words into those of a settings file.
func plain(message string) string {
	switch {
	case strings.HasSuffix(message, "where mapping is expected"):
		return "expected keys with values"
	case strings.HasSuffix(message, "where sequence is expected"):
		return "expected a list"
	}
	m := mistyped.FindStringSubmatch(message)
	if m == nil {
		return message
	}
	want := "another kind of value"
	switch t := strings.TrimPrefix(m[2], "*"); {
	case strings.HasPrefix(t, "int"), strings.HasPrefix(t, "uint"), strings.HasPrefix(t, "float"):
		want = "a number"
	case t == "bool":
		want = "true or false"
	case t == "time.Duration":
		want = "a duration such as 15m"
	case t == "string":
		want = "a text"
	}
	return "expected " + want
}
