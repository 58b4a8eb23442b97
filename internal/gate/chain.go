package gate

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Chain is what Verify read.
type Chain struct {
	Lines int    `json:"lines"`
	Head  string `json:"head"` // the hash of the last line: note it to see a log that was cut
	// Torn counts lines whose writer was killed; the line behind each holds
	// the hash of what there is of it.
	Torn int `json:"torn,omitempty"`
	// Broken is the first line that is not what was written, from 1; 0: none.
	Broken int    `json:"broken,omitempty"`
	Reason string `json:"reason,omitempty"`

	torn string // the hash of an unfinished line just read
}

// Verify reads an audit log and checks each line's hash and that it follows
// the line before. Lines cut off at the end can only be told by a head that
// was noted before. The error is one of reading.
func Verify(r io.Reader) (*Chain, error) {
	c, fault := &Chain{}, ""
	for b := bufio.NewReader(r); ; {
		line, err := b.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return c, err
		}
		if len(line) > 0 {
			c.Lines++
			if fault = "has no hash"; err != nil {
				fault = "is torn: its writer was stopped, or the log was cut there"
			}
			c.next(bytes.TrimSuffix(line, []byte{'\n'}))
		}
		if err != nil && c.Broken == 0 && c.torn != "" {
			c.fail(c.Lines, fault)
		}
		if err != nil || c.Broken > 0 {
			return c, nil
		}
	}
}

func (c *Chain) fail(line int, reason string) {
	c.Broken, c.Reason = line, fmt.Sprintf("line %d %s", line, reason)
}

// next checks the next line. An unfinished one waits for the line behind it,
// which must name its hash.
func (c *Chain) next(line []byte) {
	var e Entry
	hash := hashOf(line)
	switch body := bytes.Clone(line); {
	case !whole(line) && c.torn != "":
		c.fail(c.Lines-1, "has no hash")
	case !whole(line):
		c.torn = hash
	case sha(append(body[:len(body)-len(hashField)-len(hash)-2], '}')) != hash || !bytes.HasSuffix(line, []byte(`"}`)):
		c.fail(c.Lines, "was changed")
	case json.Unmarshal(line, &e) != nil:
		c.fail(c.Lines, "is no JSON")
	case e.Torn != c.torn && c.torn != "":
		c.fail(c.Lines-1, "has no hash")
	case e.Torn != c.torn || e.Prev != c.Head:
		c.fail(c.Lines, "does not follow the line before it")
	default:
		if c.torn != "" {
			c.Torn++
		}
		c.Head, c.torn = hash, ""
	}
}
