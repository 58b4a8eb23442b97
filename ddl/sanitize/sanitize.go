// Package sanitize takes secrets, personal data and internal names out of a
// schema text, so that the text may be committed, diffed and given away.
//
// A text comes in as pg_dump or a person wrote it and goes out with the same
// look: what has to go is cut from its span, all else stays byte for byte.
// Nothing is deparsed. The package fails closed: rows, a statement of an
// unknown kind and a text that cannot be read are refused as a whole, and
// then nothing is returned. Neither the result nor a finding nor an error may
// ever hold what was taken out. Sanitising twice equals sanitising once; Text
// checks that on every call, which is its second scan over the final bytes.
package sanitize

import (
	"fmt"
	"slices"
	"strings"
)

// Options is the policy. The zero value is the default policy.
type Options struct {
	// Key makes the tokens: the same secret gives the same token under the
	// same key, and a guess can't be checked without it. With an empty key
	// the token is the constant "redacted" (numbered where two secrets of one
	// statement would become one), so that a changed secret does not show;
	// the caller says so.
	Key []byte
	// Roles is what becomes of owners, grants and default privileges: "drop"
	// (also ""), or "map", which keeps them under stable names. Roles of
	// policies and role names in literals are mapped either way, because a
	// policy without its roles would be wider.
	Roles string
	// RoleNames gives the mapped names of roles by hand.
	RoleNames map[string]string
	// Bodies is what becomes of function bodies: "redact" (also ""), "keep",
	// which only reports what it would have redacted, or "stub", which
	// replaces procedural bodies.
	Bodies string
	// Comments is what becomes of COMMENT ON: "scan" (also "") or "drop".
	Comments string
	// Rename gives objects other names: schema.table or schema.table.column
	// to the new name alone. The old name is replaced wherever it stands.
	Rename map[string]string
	// Allow lists fingerprints of literals that are known to be harmless at
	// their object; see Fingerprint.
	Allow []string
}

// Finding is one thing that was dropped, redacted, kept or refused. It never
// holds the secret itself.
type Finding struct {
	// Class is "secret", "pii", "network", "role", "privilege", "option",
	// "setting", "enum", "identifier", "statement" or "data".
	Class string `json:"class"`
	// Kind is the detector or the rule: "aws-access-key", "email", "owner", …
	Kind string `json:"kind"`
	// Object is what the statement is about: "table public.orders".
	Object string `json:"object"`
	// Line is the line of the text that came in, from 1.
	Line int `json:"line"`
	// Action is "dropped", "redacted", "renamed", "kept", "refused" or
	// "reported".
	Action string `json:"action"`
	// Token is what stands there now, where something does.
	Token string `json:"token,omitempty"`
	// Fingerprint is what Options.Allow takes; empty without a key.
	Fingerprint string `json:"fingerprint,omitempty"`
	Note        string `json:"note,omitempty"`
}

// Refused says that the text is not sanitised at all. Findings name the
// reasons, each with Action "refused"; nothing may be written.
type Refused struct {
	Findings []Finding
}

// Error names the first reason and counts the others.
func (r *Refused) Error() string {
	if len(r.Findings) == 0 {
		return "refused"
	}
	f := r.Findings[0]
	msg := fmt.Sprintf("line %d: %s: %s", f.Line, f.Kind, f.Note)
	if n := len(r.Findings) - 1; n > 0 {
		msg += fmt.Sprintf(" (and %d more)", n)
	}
	return msg
}

// Text sanitises a schema text. The error is a *Refused when the text can't
// be sanitised, and a plain one when an option is unknown. Findings are in
// the order of the text.
func Text(in string, opt Options) (out string, findings []Finding, err error) {
	if err := opt.check(); err != nil {
		return "", nil, err
	}
	in, renamed, err := rename(in, opt.Rename)
	if err != nil {
		return "", nil, err
	}
	out, findings, err = sanitise(in, opt)
	if err != nil {
		return "", nil, err
	}
	findings = append(renamed, findings...)
	// The second scan. A secret that only shows once another is gone (a run
	// that was cut in two, a chain that ends elsewhere) takes one more round.
	for range maxRounds {
		again, more, err := sanitise(out, opt)
		if err != nil {
			return "", nil, err
		}
		if again == out {
			return out, findings, nil
		}
		out, findings = again, append(findings, changing(more)...)
	}
	return "", nil, &Refused{Findings: []Finding{{
		Class: "statement", Kind: "unsettled", Object: "text", Line: 1, Action: "refused", Note: "the result is not stable",
	}}}
}

const maxRounds = 4

// sanitise is one round: read once to know the secrets, and where there are
// any once more to find them wherever else they stand.
func sanitise(in string, opt Options) (string, []Finding, error) {
	p := newPass(in, opt, nil)
	edits := p.edits()
	if seen := p.vault.telling(); len(seen) > 0 && len(p.refused) == 0 {
		p = newPass(in, opt, seen)
		edits = p.edits()
	}
	if len(p.refused) > 0 {
		return "", nil, &Refused{Findings: p.refused}
	}
	p.enums()
	p.vault.settle()
	return apply(in, edits), p.findings(), nil
}

func changing(findings []Finding) []Finding {
	var out []Finding
	for _, f := range findings {
		if f.Action == "dropped" || f.Action == "redacted" {
			out = append(out, f)
		}
	}
	return out
}

func (o Options) check() error {
	for _, c := range []struct{ name, value, allowed string }{
		{"bodies", o.Bodies, "redact keep stub"}, {"comments", o.Comments, "scan drop"}, {"roles", o.Roles, "drop map"},
	} {
		if c.value != "" && !slices.Contains(strings.Fields(c.allowed), c.value) {
			return fmt.Errorf("sanitize: %s: %q is none of %s", c.name, c.value, strings.ReplaceAll(c.allowed, " ", ", "))
		}
	}
	return nil
}
