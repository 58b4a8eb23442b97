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
	// Torn is the SHA-256 of an unfinished line between that one and this,
	// whose writer was killed.
	Torn string `json:"torn,omitempty"`
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

// Write adds a line. One that does not fit on the disk is taken back.
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
	t, err := readTail(f)
	if err != nil {
		return err
	}
	if e.Prev, e.Torn = "", ""; t.last != nil {
		e.Prev = hashOf(t.last)
	}
	if len(t.torn) > 0 {
		e.Torn = sha(t.torn)
	}
	line, err := e.line()
	if err != nil {
		return err
	}
	if t.open {
		line = append([]byte{'\n'}, line...)
	}
	if _, err = f.Write(line); err != nil {
		_ = f.Truncate(t.end)
	}
	return err
}

// Verify reads the log as far as it is written now.
func (a *Audit) Verify() (*Chain, error) {
	f, err := os.Open(a.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := lock(f); err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err = errors.Join(err, unlock(f)); err != nil {
		return nil, err
	}
	return Verify(io.LimitReader(f, info.Size()))
}

// line is the entry with its hash, ended by a line feed. JSON escapes every
// line break of a text.
func (e *Entry) line() ([]byte, error) {
	body, err := json.Marshal(e)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(body[:len(body)-1], `,"hash":"%s"}`+"\n", sha(body)), nil
}

// hashField is where the hash stands at the end of a line.
var hashField = []byte(`,"hash":"`)

// whole reports whether a line ends with a hash.
func whole(line []byte) bool {
	i := bytes.LastIndex(line, hashField)
	return i >= 0 && len(line) == i+len(hashField)+2*sha256.Size+2
}

// hashOf is the hash that a line claims, or its own when it claims none.
func hashOf(line []byte) string {
	if !whole(line) {
		return sha(line)
	}
	return string(line[len(line)-2-2*sha256.Size : len(line)-2])
}

func sha(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// tail is the end of a log.
type tail struct {
	end  int64
	last []byte // the last line, without its line feed; nil when there is none
	torn []byte // an unfinished line behind it
	open bool   // the line feed at the end is missing
}

func readTail(f *os.File) (tail, error) {
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil || end == 0 {
		return tail{}, err
	}
	for size := int64(4 << 10); ; size *= 4 {
		from := max(0, end-size)
		text := make([]byte, end-from)
		if _, err := f.ReadAt(text, from); err != nil && !errors.Is(err, io.EOF) {
			return tail{}, err
		}
		if t, ok := cutTail(text, from == 0); ok {
			t.end = end
			return t, nil
		}
	}
}

// cutTail finds the last lines of a text; ok is false when more of it is
// needed. first tells that the text is the whole log.
func cutTail(text []byte, first bool) (t tail, ok bool) {
	t.open = text[len(text)-1] != '\n'
	lines := bytes.Split(bytes.TrimSuffix(text, []byte{'\n'}), []byte{'\n'})
	if !first {
		lines = lines[1:] // it may begin in the middle of one
	}
	n := len(lines)
	switch {
	case n > 0 && (!t.open || whole(lines[n-1])):
		t.last = lines[n-1]
	case n > 1:
		t.last, t.torn = lines[n-2], lines[n-1]
	case first:
		t.torn = lines[n-1]
	default:
		return t, false
	}
	return t, true
}
