package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// Build is the result of a rebuild, in the shape of `rebuild --json`.
type Build struct {
	Sandbox     Sandbox           `json:"sandbox"`
	Seed        string            `json:"seed"`
	Now         string            `json:"now"`
	SchemaSHA   string            `json:"schema_sha256"`
	Tables      []Table           `json:"tables"`
	Roles       map[string]string `json:"roles"`
	Constraints Constraints       `json:"constraints"`
	Skipped     []Skipped         `json:"skipped"`
	Timings     Timings           `json:"timings_ms"`
	Digest      string            `json:"digest"`
	Verified    bool              `json:"verified"`
	// VerifiedBy says how the finished schema was read back: pg_dump or the
	// catalogs. Problems are what did not hold, when Verified is false.
	VerifiedBy string   `json:"verified_by,omitempty"`
	Problems   []string `json:"problems,omitempty"`
}

// Sandbox is where the result lives. The URLs hold the sandbox's own
// password: they are for the one who asked for it.
type Sandbox struct {
	Name          string `json:"name"`
	Database      string `json:"database"`
	Role          string `json:"role"`
	URL           string `json:"url"`
	ReaderURL     string `json:"reader_url"`
	ExpiresAt     string `json:"expires_at"`
	ServerVersion string `json:"server_version"`
}

// Table is one table of the text: rows asked for and rows there.
type Table struct {
	Name      string `json:"name"`
	Requested int64  `json:"requested"`
	Rows      int64  `json:"rows"`
	CappedBy  string `json:"capped_by"`
}

// Constraints counts what was proven before a row was made: constructed by
// the analysis, or vetted by Postgres.
type Constraints struct {
	Total       int `json:"total"`
	Constructed int `json:"constructed"`
	Vetted      int `json:"vetted"`
	// What a plan without a server leaves open, and what it refuses.
	ToBeVetted int `json:"to_be_vetted,omitempty"`
	Refused    int `json:"refused,omitempty"`
}

// counts lists how many there are of each verdict.
func (c Constraints) counts() string {
	s := fmt.Sprintf("%d constructed, %d vetted", c.Constructed, c.Vetted)
	if c.ToBeVetted > 0 {
		s += fmt.Sprintf(", %d to be vetted", c.ToBeVetted)
	}
	if c.Refused > 0 {
		s += fmt.Sprintf(", %d refused", c.Refused)
	}
	return s
}

// Skipped is something of the text that the sandbox does not have, with what
// depended on it.
type Skipped struct {
	Kind       string   `json:"kind"`
	Name       string   `json:"name"`
	Reason     string   `json:"reason"`
	Dependents []string `json:"dependents"`
}

// Timings are wall-clock milliseconds per stage.
type Timings struct {
	Server      int64 `json:"server"`
	Schema      int64 `json:"schema"`
	Rows        int64 `json:"rows"`
	Constraints int64 `json:"constraints"`
	Verify      int64 `json:"verify"`
	Plan        int64 `json:"plan"`
	Total       int64 `json:"total"`
}

// JSON writes v as one indented JSON object.
func JSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// WriteMissing prints what of the text is not there, for people.
func (b *Build) WriteMissing(w io.Writer) {
	for _, t := range b.Tables {
		if t.CappedBy != "" {
			fmt.Fprintf(w, "capped: %s has %d of %d rows: %s\n", t.Name, t.Rows, t.Requested, t.CappedBy)
		}
	}
	for _, s := range b.Skipped {
		fmt.Fprintf(w, "skipped: %s %s: %s", s.Kind, s.Name, s.Reason)
		if len(s.Dependents) > 0 {
			fmt.Fprintf(w, " (with it: %d more)", len(s.Dependents))
		}
		fmt.Fprintln(w)
	}
	for _, p := range b.Problems {
		fmt.Fprintf(w, "not verified: %s\n", p)
	}
}

// WriteSummary prints what was built, for people: everything but the URL.
func (b *Build) WriteSummary(w io.Writer) {
	b.WriteMissing(w)
	if b.VerifiedBy == "template" {
		fmt.Fprintf(w, "sandbox %s: as it was made, seed %s, now %s\n", b.Sandbox.Name, b.Seed, b.Now)
		return
	}
	var rows int64
	for _, t := range b.Tables {
		rows += t.Rows
	}
	fmt.Fprintf(w, "sandbox %s: %s, %s, seed %s, now %s, digest %.12s\n",
		b.Sandbox.Name, Count(len(b.Tables), "table"), Count(rows, "row"), b.Seed, b.Now, b.Digest)
}
