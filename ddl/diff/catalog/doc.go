// Package catalog applies the statements of a schema text to an empty,
// in-memory catalog, as a server would: names and owners, inherited columns,
// serial and identity sequences, the names Postgres makes up, renames and
// drops. What it holds at the end is what the text means, whatever way it was
// written.
//
// Expressions, types and queries are kept as parsed with the search path of
// their statement, and resolved against the finished catalog, so that the
// order of a text's statements does not matter. A statement whose object is
// not there yet is tried again at the end; what still finds no object, and
// what is not understood, is kept as Opaque. No server is ever asked.
package catalog
