package vocabulary

import "strings"

// exceptions are the names of columns that have a value only where something
// went another way than it mostly does: a row that is deleted, a run that
// failed; or once it is over, while most rows are of what still goes on.
// ended_at is not among them: runs and sessions end soon.
var exceptions = func() map[string]bool {
	known := map[string]bool{}
	for _, what := range strings.Fields("deleted removed archived cancelled canceled deactivated disabled revoked failed locked banned blocked suspended hidden rejected refunded voided expired muted declined withdrawn") {
		for _, when := range strings.Fields("at on by date time until reason") {
			known[what+" "+when] = true
		}
	}
	for _, what := range strings.Fields("closed died deceased left retired terminated expelled discharged dismissed resigned") {
		for _, when := range strings.Fields("at on date reason") {
			known[what+" "+when] = true
		}
	}
	for _, name := range strings.Fields("date+of+death death+date ended+on termination+date termination+reason retirement+date discharge+date resignation+date error errors last+error error+message error+msg error+text error+code error+details error+stack exception failure failure+reason failure+message failure+code fail+reason cancel+reason cancellation+reason rejection+reason reject+reason deletion+date deleted+by+id stack+trace stacktrace") {
		known[strings.ReplaceAll(name, "+", " ")] = true
	}
	return known
}()

// Exceptional reports a column that is empty in most rows, by its name.
func Exceptional(column string) bool { return exceptions[strings.Join(tokens(column), " ")] }

// rare are labels that few rows of a table have.
var rare = func() map[string]bool {
	known := map[string]bool{}
	for _, w := range strings.Fields("cancelled canceled archived deleted removed failed failure error rejected declined denied refused refunded returned void voided banned blocked locked suspended expired inactive disabled closed lost dead deceased withdrawn terminated retired abandoned aborted revoked obsolete deprecated discontinued fraud spam disputed chargeback critical fatal blacklisted bounced unsubscribed skipped overdue other unknown none") {
		known[w] = true
	}
	known["no show"], known["charged back"] = true, true
	return known
}()

// Rare reports a label that tells an exception.
func Rare(label string) bool { return len(label) < 24 && rare[strings.Join(tokens(label), " ")] }
