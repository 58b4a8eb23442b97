package sanitize

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// Fingerprint is what Options.Allow lists: 16 hex digits of the HMAC-SHA256
// of object and literal under the redaction key.
func Fingerprint(key []byte, object, literal string) string {
	return hex.EncodeToString(mac(key, object+"\x00"+literal))[:16]
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text))
	return h.Sum(nil)
}
