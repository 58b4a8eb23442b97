package gate

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Chain is what Verify read.
type Chain struct {
	Lines int    `json:"lines"`
	Head  string `json:"head"` // the hash of the last line: note it to see a log that was cut
	// Broken is the first line that is not what was written, from 1; 0: none.
	Broken int    `json:"broken,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Verify reads an audit log and checks each line's hash and that it follows
// the line before. Lines cut off at the end can only be told by a head that
// was noted before. The error is one of reading.
func Verify(r io.Reader) (*Chain, error) {
	c := &Chain{}
	for b := bufio.NewReader(r); ; {
		line, err := b.ReadBytes('\n')
		if errors.Is(err, io.EOF) && len(line) == 0 {
			return c, nil
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return c, err
		}
		c.Lines++
		reason := "is torn"
		if err == nil {
			reason = c.fault(bytes.TrimSuffix(line, []byte{'\n'}))
		}
		if reason != "" {
			c.Broken, c.Reason = c.Lines, fmt.Sprintf("line %d %s", c.Lines, reason)
			return c, nil
		}
	}
}

// fault checks the next line, and says what is wrong with it, or "".
func (c *Chain) fault(line []byte) string {
	i := bytes.LastIndex(line, hashField)
	if i < 0 {
		return "has no hash"
	}
	body := append(bytes.Clone(line[:i]), '}')
	sum := fmt.Sprintf("%x", sha256.Sum256(body))
	if hashOf(line) != sum || string(line[i+len(hashField):]) != sum+`"}` {
		return "was changed"
	}
	var e Entry
	if err := json.Unmarshal(body, &e); err != nil {
		return "is no JSON"
	}
	if e.Prev != c.Head {
		return "does not follow the line before it"
	}
	c.Head = sum
	return ""
}
