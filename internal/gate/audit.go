package gate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Entry is one line of the audit log. Neither a token nor the value of a cell
// is ever in it.
type Entry struct {
	Time    string `json:"time"`
	ID      string `json:"id"`
	Face    string `json:"face"`
	Tool    string `json:"tool"`
	Sandbox string `json:"sandbox"`
	Who     string `json:"who"`
	Verdict string `json:"verdict"` // allowed, or the kind of the error
	Rule    string `json:"rule,omitempty"`
	Rows    int    `json:"rows"`
	Bytes   int    `json:"bytes"`
	MS      int64  `json:"ms"`
	SHA256  string `json:"sha256"` // of the whole text
	Text    string `json:"text"`   // at most auditText bytes of it
	// Prev is the hash of the line before; empty in the first.
	Prev string `json:"prev"`
}

// auditText bounds how much of a statement a line keeps.
const auditText = 32 << 10

// NewEntry begins the line of a request.
func NewEntry(q Request, tool string, now time.Time) *Entry {
	e := &Entry{
		Time: now.UTC().Format("2006-01-02T15:04:05.000Z"), ID: q.ID, Face: q.Face, Tool: tool,
		Sandbox: q.Sandbox, Who: q.Who, SHA256: Fingerprint(q.SQL), Text: q.SQL,
	}
	if e.ID == "" {
		e.ID = NewID()
	}
	if len(e.Text) > auditText {
		e.Text = string(clip([]byte(e.Text), auditText))
	}
	return e
}

func (e *Entry) judge(err error) {
	e.Verdict = "allowed"
	var fault *Error
	if errors.As(err, &fault) {
		e.Verdict, e.Rule = string(fault.Kind), fault.rule()
	} else if err != nil {
		e.Verdict = string(Failed)
	}
}

// Audit is an append-only log, a JSON object a line, each with the hash of
// the line before. Several processes may write to one file.
type Audit struct {
	Path string
	mu   sync.Mutex
}

// Check tells whether the log could be written now.
func (a *Audit) Check() error {
	f, err := a.open()
	if err != nil {
		return err
	}
	return f.Close()
}

func (a *Audit) open() (*os.File, error) {
	return os.OpenFile(a.Path, os.O_APPEND|os.O_CREATE|os.O_RDWR, 0o600)
}

// Write adds a line.
func (a *Audit) Write(e *Entry) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	f, err := a.open()
	if err != nil {
		return err
	}
	defer f.Close()
	if err := lock(f); err != nil {
		return err
	}
	last, torn, err := lastLine(f)
	if err != nil {
		return err
	}
	if e.Prev = ""; last != nil {
		e.Prev = hashOf(last)
	}
	line, err := e.line()
	if err != nil {
		return err
	}
	if torn {
		// A writer died half way: its line stays, and Verify names it.
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(line)
	return err
}

// line is the entry with its hash, ended by a line feed. JSON escapes every
// line break of a text.
func (e *Entry) line() ([]byte, error) {
	body, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	return fmt.Appendf(body[:len(body)-1], `,"hash":"%x"}`+"\n", sum), nil
}

// hashField is where the hash stands at the end of a line.
var hashField = []byte(`,"hash":"`)

// hashOf is the hash that a line claims, or its own when it claims none.
func hashOf(line []byte) string {
	if i := bytes.LastIndex(line, hashField); i >= 0 && len(line) == i+len(hashField)+2*sha256.Size+2 {
		return string(line[i+len(hashField) : len(line)-2])
	}
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:])
}

// lastLine reads the end of the log: the last line without its line feed, nil
// when there is none, and whether the line feed is missing.
func lastLine(f *os.File) (line []byte, torn bool, err error) {
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil || end == 0 {
		return nil, false, err
	}
	for size := int64(4 << 10); ; size *= 4 {
		from := max(0, end-size)
		tail := make([]byte, end-from)
		if _, err := f.ReadAt(tail, from); err != nil && !errors.Is(err, io.EOF) {
			return nil, false, err
		}
		torn = tail[len(tail)-1] != '\n'
		tail = bytes.TrimSuffix(tail, []byte{'\n'})
		if i := bytes.LastIndexByte(tail, '\n'); i >= 0 || from == 0 {
			return tail[i+1:], torn, nil
		}
	}
}
