// Package schema is the model of a Postgres schema: names, types, tables,
// columns, constraints, predicates and the foreign-key graph.
//
// It is a leaf: it imports the standard library only, reads no text and opens
// no connection. Package ddl builds the model from a schema text; package
// generator plans rows from it. Every slice is in the order of the text, so
// that nothing read from the model depends on map order.
package schema
