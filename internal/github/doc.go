// Package github is the face of a run inside GitHub Actions: what started
// it, the runner's commands and files, and the few calls of GitHub's API that
// a report needs.
//
// Names in a schema are hostile here. No text of a schema may become a
// workflow command, an input never becomes a word of a script, and a token is
// never printed (TestGuard, TestAnnotations). An event that a stranger can
// raise, or that brings the code of a fork, closes production to the run
// (TestClosed).
package github
