// Package report turns what a run says and finds into output for people and
// machines: a stream of events while it works, and results at the end as
// text, JSON or Markdown.
//
// A sink is chosen once, at the start of a run. Nothing here decides
// anything, opens a connection or reads a file, and only sanitised facts may
// be handed in: no connection string of a production server and no cell of a
// table ever passes through.
package report
