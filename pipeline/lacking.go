package pipeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/internal/report"
	"github.com/effigydb/effigy/schema"
)

// lacking is an extension of the text that the server could not be given.
type lacking struct{ name, reason string }

// lack notes an extension that is not installed on the server, or that the
// admin may not create. It is tried more than once.
func (b *build) lack(name string, err error) {
	if slices.ContainsFunc(b.lacks, func(l lacking) bool { return l.name == name }) {
		return
	}
	switch postgres.Code(err) {
	case "0A000", "58P01", "22023":
		b.lacks = append(b.lacks, lacking{name, "which the server does not have"})
	case "42501":
		b.lacks = append(b.lacks, lacking{name, "which the admin of the server may not create"})
	}
}

// lost lists the tables that the server does not have for want of an
// extension, unless the order builds the rest. An extension that no table
// wants is only skipped, with the functions and indexes that depend on it.
func (b *build) lost() []report.Refused {
	if len(b.lacks) == 0 || b.order.SkipMissing {
		return nil
	}
	var out []report.Refused
	named := map[string]bool{}
	blocked := b.load.Blocked()
	for _, l := range b.lacks {
		for _, s := range blocked {
			if s.Kind != "extension" || s.Name != schema.Quote(l.name) && s.Name != l.name {
				continue
			}
			for _, d := range s.Dependents {
				if table, ok := strings.CutPrefix(d, "table "); ok {
					named[table] = true
					out = append(out, b.wants(table, l))
				}
			}
		}
	}
	for _, t := range b.script.Schema.Tables {
		if n := t.Name.String(); b.missing[t.Name] && !named[n] && !t.Foreign && !t.Temporary {
			if l, ok := b.suspect(n, blocked); ok {
				out = append(out, b.wants(n, l))
			}
		}
	}
	return out
}

func (b *build) wants(object string, l lacking) report.Refused {
	return report.Refused{Object: object, Reason: "it needs the extension " + schema.Quote(l.name) + ", " + l.reason, Hint: b.installHint(l.name)}
}

// makers are functions by which defaults and generated columns show which
// extension they want.
var makers = [][2]string{
	{"uuid_generate_v", "uuid-ossp"}, {"gen_salt", "pgcrypto"}, {"crypt(", "pgcrypto"}, {"digest(", "pgcrypto"}, {"gen_random_bytes", "pgcrypto"},
	{"hmac(", "pgcrypto"}, {"unaccent", "unaccent"}, {"similarity", "pg_trgm"}, {"soundex", "fuzzystrmatch"}, {"levenshtein", "fuzzystrmatch"},
	{"metaphone", "fuzzystrmatch"}, {"st_", "postgis"},
}

// suspect is the extension that a table most likely lacks, by what the server
// said of it: the one that made the function, or the only one.
func (b *build) suspect(table string, blocked []ddl.Skipped) (lacking, bool) {
	for _, s := range blocked {
		if s.Kind != "table" || s.Name != table || !strings.Contains(s.Reason, "does not exist") {
			continue
		}
		for _, l := range b.lacks {
			for _, m := range makers {
				if m[1] == l.name && strings.Contains(s.Reason, m[0]) {
					return l, true
				}
			}
		}
		if len(b.lacks) == 1 {
			return b.lacks[0], true
		}
	}
	return lacking{}, false
}

// packages are where Debian and Homebrew keep extensions; %d is the server's
// version.
var packages = map[string]string{
	"vector": "apt install postgresql-%d-pgvector, or brew install pgvector", "postgis": "apt install postgresql-%d-postgis-3, or brew install postgis",
	"timescaledb": "apt install timescaledb-2-postgresql-%d, from Timescale's repository", "pg_cron": "apt install postgresql-%d-cron",
	"hll": "apt install postgresql-%d-hll", "ip4r": "apt install postgresql-%d-ip4r", "pg_partman": "apt install postgresql-%d-partman",
	"h3": "apt install postgresql-%d-h3", "semver": "apt install postgresql-%d-semver", "pgtap": "apt install postgresql-%d-pgtap",
	"postgis_raster": "apt install postgresql-%d-postgis-3, or brew install postgis", "postgis_topology": "apt install postgresql-%d-postgis-3, or brew install postgis",
	"age": "apt install postgresql-%d-age", "pg_uuidv7": "apt install postgresql-%d-pg-uuidv7", "rum": "apt install postgresql-%d-rum",
}

func (b *build) installHint(name string) string {
	how := "install it on the server"
	if p := packages[name]; p != "" {
		how = fmt.Sprintf(p, b.conn.Major())
	}
	if b.order.SkipMissing {
		return how
	}
	return how + "; --skip-missing builds the rest without it"
}
