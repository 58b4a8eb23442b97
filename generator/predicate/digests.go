package predicate

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"

	"github.com/effigydb/effigy/generator/value"
)

// defineDigests has the digests of bytes, and how texts become bytes and bytes
// texts: encode(sha256(convert_to(x, 'UTF8')), 'hex').
func defineDigests() {
	for name, sum := range map[string]func(b []byte) []byte{
		"sha224": func(b []byte) []byte { s := sha256.Sum224(b); return s[:] },
		"sha256": func(b []byte) []byte { s := sha256.Sum256(b); return s[:] },
		"sha384": func(b []byte) []byte { s := sha512.Sum384(b); return s[:] },
		"sha512": func(b []byte) []byte { s := sha512.Sum512(b); return s[:] },
	} {
		define(name, "bytea", func(a []value.Value) (value.Value, bool) {
			return value.Value{Kind: value.Bytes, B: sum(a[0].B)}, true
		}, "bytea")
	}
	define("convert_to", "bytea", func(a []value.Value) (value.Value, bool) {
		return value.Value{Kind: value.Bytes, B: bytes.Clone(a[0].B)}, isUTF8(a[1])
	}, "text", "name")
	define("convert_from", "text", func(a []value.Value) (value.Value, bool) {
		return value.String(string(a[0].B)), isUTF8(a[1]) && utf8.Valid(a[0].B) && bytes.IndexByte(a[0].B, 0) < 0
	}, "bytea", "name")
	define("encode", "text", func(a []value.Value) (value.Value, bool) {
		text, ok := spelledBytes(string(a[1].B), a[0].B)
		return value.String(text), ok
	}, "bytea", "text")
	define("decode", "bytea", func(a []value.Value) (value.Value, bool) {
		b, ok := readBytes(string(a[1].B), a[0].B)
		return value.Value{Kind: value.Bytes, B: b}, ok
	}, "text", "text")
}

// base64Line is the length of a text from which on encode breaks lines.
const base64Line = 76

// spelledBytes are bytes as encode writes them, where that is known.
func spelledBytes(format string, b []byte) (text string, ok bool) {
	switch strings.ToLower(format) {
	case "hex":
		return hex.EncodeToString(b), true
	case "base64":
		text = base64.StdEncoding.EncodeToString(b)
		return text, len(text) < base64Line
	}
	return "", false
}

// readBytes are the bytes that decode reads, of base64 those without spaces.
func readBytes(format string, text []byte) ([]byte, bool) {
	switch strings.ToLower(format) {
	case "hex":
		b, err := hex.DecodeString(string(text))
		return b, err == nil
	case "base64":
		b, err := base64.StdEncoding.DecodeString(string(text))
		return b, err == nil && !bytes.ContainsAny(text, "\r\n")
	}
	return nil, false
}

// isUTF8 names the encoding of all texts here.
func isUTF8(v value.Value) bool {
	return strings.EqualFold(string(v.B), "UTF8") || strings.EqualFold(string(v.B), "UTF-8")
}
