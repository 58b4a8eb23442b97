// Package diff compares two schema texts offline and by meaning.
//
// Each text is applied, statement by statement, to an empty catalog; the
// catalog is read out as facts, one per table, column, constraint, index,
// grant, option, comment and so on, each with an identity, a canonical form
// and a line; the two sets of facts are compared. Lines are never compared.
// A statement that is not understood is a fact too, compared by its tokens
// and counted: nothing is ever dropped in silence. No database, no clock, no
// file is touched here, and no input may panic.
package diff

import (
	"errors"
	"fmt"
	"sync"

	"github.com/effigydb/effigy/ddl/diff/catalog"
)

// Levels of a change.
const (
	Semantic    = "semantic"    // the schema means something else: drift
	Cosmetic    = "cosmetic"    // names or orders that nobody chose
	Environment = "environment" // where and how a server keeps it
)

// Impacts of a semantic change, worst first.
const (
	Security = "security"
	Breaking = "breaking"
	Additive = "additive"
	Neutral  = "neutral"
)

// Result is the verdict on two texts.
type Result struct {
	// Drift is true when there is a semantic change.
	Drift bool `json:"drift"`
	// Changes are ordered: semantic first, then by impact, kind and name.
	Changes []Change `json:"changes"`
	// Ignored are the changes that Options told to leave out.
	Ignored []Ignored `json:"ignored"`
	// Opaque counts the statements of both texts that were compared by
	// their tokens only.
	Opaque int `json:"opaque"`
	// Cosmetic and Environment count the changes of these levels.
	Cosmetic    int `json:"cosmetic"`
	Environment int `json:"environment"`
	// Renames are pairs of a removed and an added object that look alike.
	Renames []Rename `json:"renames,omitempty"`
}

// Change is one difference.
type Change struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Change string `json:"change"` // added, removed, changed
	Level  string `json:"level"`
	Impact string `json:"impact"`
	Before string `json:"before"`
	After  string `json:"after"`
	// Line is in the new text, or in the old one for what was removed.
	Line int `json:"line"`
	// OldLine is the line in the old text, 0 for what was added.
	OldLine int `json:"-"`
	// Relation is the table or view that the changed object is a part of, or
	// "". It is printed as names are.
	Relation string `json:"-"`
	// Dependents are the objects that mention the changed one.
	Dependents []string `json:"dependents,omitempty"`
}

// Ignored is a change left out of the verdict, with the rule that did it.
type Ignored struct {
	Change
	Rule string `json:"rule"`
}

// Rename is a guess, never part of the verdict: Score is from 0 to 1.
type Rename struct {
	Kind  string  `json:"kind"`
	From  string  `json:"from"`
	To    string  `json:"to"`
	Score float64 `json:"score"`
}

// Options say what to leave out. The zero value compares everything.
type Options struct {
	// OldRoles and NewRoles rename roles of one side before comparing:
	// name in the text to name to compare by.
	OldRoles, NewRoles map[string]string
	// IgnorePolicies are names of policies that are left out on both sides.
	IgnorePolicies []string
	// IgnoreKinds are kinds of facts, such as owner and grant, whose changes
	// go to Result.Ignored.
	IgnoreKinds []string
	// Ignore decides on any other change: a non-empty rule name moves it to
	// Result.Ignored. It may be nil.
	Ignore func(Change) string
}

// Side tells which of the two texts could not be read.
type Side string

// The two sides of a comparison.
const (
	Old Side = "old"
	New Side = "new"
)

// TextError is a text that cannot be read; Err is a *statement.SyntaxError
// where a place can be named.
type TextError struct {
	Side Side
	Err  error
}

// Error names the side and the fault.
func (e *TextError) Error() string { return fmt.Sprintf("%s text: %v", e.Side, e.Err) }

// Unwrap returns the fault.
func (e *TextError) Unwrap() error { return e.Err }

// Texts compares two schema texts. The error is a *TextError when one of
// them cannot be read as a whole. A text without statements is compared like
// any other: everything of the other side was added or removed.
func Texts(old, new string, opt Options) (*Result, error) {
	a, b, err := split(old, new)
	if err != nil {
		return nil, err
	}
	var oldCat, newCat *catalog.Catalog
	err = together(func() { oldCat = catalog.Read(a) }, func() {
		if a != b {
			newCat = catalog.Read(b)
		}
	})
	if err != nil {
		return nil, err
	}
	if a == b {
		newCat = oldCat
	}
	oldFacts, newFacts, err := readBoth(oldCat, newCat, opt, knowsMaintain(oldCat, newCat, old, new))
	if err != nil {
		return nil, err
	}
	out := compare(oldFacts, newFacts).result(opt)
	out.Opaque = len(oldCat.Opaque) + len(newCat.Opaque)
	return out, nil
}

// readBoth turns both catalogs into facts; one catalog, and one naming of
// roles, is read once.
func readBoth(oldCat, newCat *catalog.Catalog, opt Options, maintain bool) (oldFacts, newFacts []*fact, err error) {
	once := oldCat == newCat && len(opt.OldRoles) == 0 && len(opt.NewRoles) == 0
	if oldCat == newCat && !once { // a catalog is not read by two at once
		err = together(func() {
			oldFacts = read(oldCat, opt, opt.OldRoles, maintain)
			newFacts = read(newCat, opt, opt.NewRoles, maintain)
		}, func() {})
		return oldFacts, newFacts, err
	}
	err = together(
		func() { oldFacts = read(oldCat, opt, opt.OldRoles, maintain) },
		func() {
			if !once {
				newFacts = read(newCat, opt, opt.NewRoles, maintain)
			}
		},
	)
	if once {
		newFacts = oldFacts
	}
	return openPublic(oldFacts, newCat), openPublic(newFacts, oldCat), err
}

// together runs a function for each side at once. A fault of this package on
// a text is an error about that text, not the end of the process.
func together(forOld, forNew func()) error {
	var errs [2]error
	guard := func(i int, side Side, f func()) {
		defer func() {
			if r := recover(); r != nil {
				errs[i] = &TextError{side, fmt.Errorf("internal fault: %v", r)}
			}
		}()
		f()
	}
	var wait sync.WaitGroup
	wait.Go(func() { guard(0, Old, forOld) })
	guard(1, New, forNew)
	wait.Wait()
	return errors.Join(errs[0], errs[1])
}
