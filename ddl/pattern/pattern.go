// Package pattern holds regular expressions that are compiled when they are
// first used: a program starts for one command, which asks a few of them or
// none. An expression that does not compile panics there, so each needs a
// test that uses it.
package pattern

import (
	"regexp"
	"sync"
)

// Lazy is a regular expression by its text.
type Lazy func() *regexp.Regexp

// Of is the expression of a text, by Go's syntax.
func Of(text string) Lazy {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
