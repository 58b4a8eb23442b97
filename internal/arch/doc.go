// Package arch holds the house together: its test knows which package may
// import which, and why. It has no code of its own.
package arch
