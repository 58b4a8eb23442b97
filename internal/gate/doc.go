// Package gate lets an agent ask a sandbox one bounded, read-only SELECT at a
// time, over the command line, HTTP and MCP, and writes down every attempt.
//
// What holds is the reader's login: it may SELECT and EXECUTE nothing of the
// owner's. The verdict on the text (ddl/verdict) comes before it and is a
// helper. In this order: the verdict; a fresh connection of the reader's; BEGIN
// READ ONLY with timeouts, and a first snapshot; the text as it is over the
// extended protocol; caps on rows, bytes and cells while reading; rollback,
// close; one line in the audit log, without which no row is handed out.
//
// What may never happen here: an answer that holds a credential, a host, a
// path or, in an error, the value of a cell (TestErrorsLeakNothing); a second
// statement (TestRefusals); a caller's option that raises a limit
// (TestLimitsOnlyFall); an attempt without its line in the audit log
// (TestAudit).
package gate
