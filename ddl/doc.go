// Package ddl turns a schema text into the model and into the steps that
// build it.
//
// Parse reads a text as pg_dump 13 to 18 prints it, or as people write it by
// hand, into a Script: the statements with their spans, the schema.Schema
// they define, and what was not understood. Plan orders the same statements
// into the steps of a load: tables first and without keys, so that rows can
// be copied in before keys, foreign keys and triggers exist.
//
// The package opens no connection and reads no file. No text makes it panic;
// no statement is dropped without being listed, in Script.Items as opaque or
// in Load.Skipped with a reason.
package ddl
