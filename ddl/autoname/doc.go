// Package autoname makes the names that Postgres gives what a text leaves
// unnamed: constraints, indexes, sequences, multiranges, columns of queries.
//
// Every function follows the server's own, byte for byte: a name that is
// guessed wrong makes a comment on it look like one on nothing. Whether a name
// is taken is for the caller to know.
package autoname
