package report

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path/filepath"
	"strings"

	"github.com/effigydb/effigy/ddl/diff"
)

// sarifLevels are the levels of SARIF 2.1.0 (§3.27.10) by impact.
var sarifLevels = map[string]string{diff.Security: "error", diff.Breaking: "error", diff.Neutral: "warning", diff.Additive: "note"}

// sarifRules describe the impacts, one rule each.
var sarifRules = []sarifRule{
	{diff.Security, sarifText{"who may do what has changed"}},
	{diff.Breaking, sarifText{"what worked may fail"}},
	{diff.Additive, sarifText{"something new that leaves the rest as it was"}},
	{diff.Neutral, sarifText{"the schema means something else"}},
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifRule struct {
	ID    string    `json:"id"`
	Short sarifText `json:"shortDescription"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			Line int `json:"startLine"`
		} `json:"region"`
	} `json:"physicalLocation"`
}

type sarifResult struct {
	Rule         string             `json:"ruleId"`
	Level        string             `json:"level"`
	Message      sarifText          `json:"message"`
	Locations    []sarifLocation    `json:"locations"`
	Fingerprints map[string]string  `json:"partialFingerprints"`
	Suppressions []sarifSuppression `json:"suppressions,omitempty"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification"`
}

// DriftSARIF prints the semantic changes as a SARIF 2.1.0 log. Old and new
// are the sources as the command line names them; what was removed stands in
// the old one. Ignored changes are results with a suppression.
func DriftSARIF(w io.Writer, r *diff.Result, old, new string) error {
	results := []sarifResult{}
	for _, c := range r.Changes {
		if c.Level == diff.Semantic {
			results = append(results, sarifChange(c, old, new))
		}
	}
	for _, x := range r.Ignored {
		if x.Level == diff.Semantic {
			s := sarifChange(x.Change, old, new)
			s.Suppressions = []sarifSuppression{{"external", x.Rule}}
			results = append(results, s)
		}
	}
	type driver struct {
		Name  string      `json:"name"`
		URI   string      `json:"informationUri"`
		Rules []sarifRule `json:"rules"`
	}
	type tool struct {
		Driver driver `json:"driver"`
	}
	type run struct {
		Tool    tool          `json:"tool"`
		Columns string        `json:"columnKind"`
		Results []sarifResult `json:"results"`
	}
	return JSON(w, struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}{
		"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0",
		[]run{{tool{driver{"effigy", "https://github.com/effigydb/effigy", sarifRules}}, "unicodeCodePoints", results}},
	})
}

func sarifChange(c diff.Change, old, new string) sarifResult {
	text := Sentence(c)
	sum := sha256.Sum256([]byte(strings.Join([]string{c.Kind, c.Name, c.Change, c.Before, c.After}, "\x00")))
	var at sarifLocation
	at.Physical.Artifact.URI = sourcePath(new)
	if c.Change == "removed" {
		at.Physical.Artifact.URI = sourcePath(old)
	}
	at.Physical.Region.Line = max(c.Line, 1)
	return sarifResult{
		Rule: c.Impact, Level: sarifLevels[c.Impact], Message: sarifText{text}, Locations: []sarifLocation{at},
		Fingerprints: map[string]string{"effigyChange/v1": hex.EncodeToString(sum[:16])},
	}
}

// Sentence is a change in one line.
func Sentence(c diff.Change) string {
	text := c.Kind + " " + oneLine(c.Name) + " " + c.Change
	if c.Change == "changed" {
		text += ": " + oneLine(c.Before) + " → " + oneLine(c.After)
	}
	if len(c.Dependents) > 0 {
		text += "; mentioned by " + oneLine(someOf(c.Dependents))
	}
	return text
}

// sourcePath is the path of a source: of git:REV:PATH its last part.
func sourcePath(source string) string {
	if rest, ok := strings.CutPrefix(source, "git:"); ok {
		_, source, _ = strings.Cut(rest, ":")
	}
	return filepath.ToSlash(source)
}
