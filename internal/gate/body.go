package gate

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"
)

// asked is the body of POST /query.
type asked struct {
	SQL       *string `json:"sql"`
	Explain   bool    `json:"explain"`
	MaxRows   int     `json:"max_rows"`
	MaxBytes  int     `json:"max_bytes"`
	TimeoutMS int64   `json:"timeout_ms"`
}

func readAsked(r *http.Request) (*asked, *Error) {
	body, err := io.ReadAll(r.Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, tooLarge(large.Limit)
	case err != nil:
		return nil, &Error{Kind: Cancelled, Message: "the request was not sent in full"}
	case !utf8.Valid(body):
		return nil, &Error{Kind: Misused, Rule: "json", Message: "the body is not UTF-8"}
	case loneSurrogate(body):
		return nil, &Error{Kind: Misused, Rule: "json", Message: "half of a surrogate pair in the body"}
	}
	ask, fault := &asked{}, ""
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(ask); err != nil {
		fault = "the body is not as expected: " + jsonFault(err)
	} else if _, err := d.Token(); !errors.Is(err, io.EOF) {
		fault = "something follows the JSON object"
	} else if fault = oddKey(body); fault == "" && ask.SQL == nil {
		fault = "the key sql is missing"
	}
	if fault != "" {
		return nil, &Error{Kind: Misused, Rule: "json", Message: fault, Advice: `{"sql": "SELECT …"}`}
	}
	return ask, nil
}

// oddKey finds a key that is there twice, or in capitals, which the decoder
// takes for another spelling. Every value of the object is a plain one.
func oddKey(body []byte) string {
	d, seen := json.NewDecoder(bytes.NewReader(body)), map[string]bool{}
	_, _ = d.Token() // {
	for d.More() {
		key, _ := d.Token()
		name, _ := key.(string)
		if seen[name] || name != strings.ToLower(name) {
			return "a key is there twice, or is not in lower case"
		}
		seen[name] = true
		_, _ = d.Token()
	}
	return ""
}

// jsonFault tells of a decoder's error without Go's words for types.
func jsonFault(err error) string {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field != "":
		return "the key " + kind.Field + " is of another type"
	case errors.As(err, &kind):
		return "it is no object"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends early"
	}
	return err.Error()
}

// loneSurrogate finds \ud800 to \udfff that are no pair, which the decoder
// would silently replace.
func loneSurrogate(body []byte) bool {
	high := false
	for i := 0; i < len(body); i++ {
		unit := uint64(0)
		if body[i] == '\\' && i+5 < len(body) && body[i+1] == 'u' {
			unit, _ = strconv.ParseUint(string(body[i+2:i+6]), 16, 16)
			i += 5
		} else if body[i] == '\\' {
			i++
		}
		low := unit >= 0xdc00 && unit < 0xe000
		if high != low {
			return true
		}
		high = unit >= 0xd800 && unit < 0xdc00
	}
	return high
}
