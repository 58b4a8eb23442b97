// Package generator turns a schema and a seed into a plan of rows, and a plan
// into rows by index.
//
// A cell is a pure function of the seed, the generator's version, the name of
// its column, the purpose of the draw, the row and the attempt. Nothing is
// ordered by map, clock or worker: any range of rows can be made anywhere, at
// any parallelism, byte for byte the same, and a new table or column changes
// no other.
//
// Every constraint is constructed (the analysis satisfies it), vetted (rows
// are judged, by the evaluator or by a real Postgres, before one is written)
// or refused by name. A row that breaks a constraint is never handed out, and
// no constraint is ever skipped.
//
// The package opens no connection and reads no clock: a database appears only
// as the Judge that the caller may hand in.
package generator
