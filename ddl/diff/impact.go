package diff

import (
	"strings"
)

// impact rates a semantic change: who is hurt by it?
func impact(p *pair) string {
	f := p.fact()
	switch {
	case isRight(f):
		return Security
	case p.old == nil:
		return impactAdded(f)
	case p.new == nil:
		return impactRemoved(f)
	}
	switch f.kind {
	case "table", "foreign table":
		return impactTable(p)
	case "column":
		return impactColumn(p)
	case "constraint":
		return impactConstraint(p)
	case "view", "materialized view":
		return impactView(p)
	case "function", "procedure", "aggregate":
		return impactRoutine(p)
	case "type", "domain":
		return impactType(p)
	case "partition", "extension":
		return Breaking
	case "index":
		if p.has("unique") && p.new.get("unique") != "" {
			return Breaking
		}
	case "language":
		if p.has("trusted") {
			return Security
		}
	}
	return Neutral
}

// isRight: rights, owners, policies and the way into another server.
func isRight(f *fact) bool {
	switch f.kind {
	case "grant", "owner", "policy", "default privileges", "security label":
		return true
	}
	return f.kind == "other" && strings.HasPrefix(f.name, "USER MAPPING ")
}

func impactAdded(f *fact) string {
	switch f.kind {
	case "constraint":
		return Breaking
	case "column":
		needs := f.get("not null") != "" && f.get("default") == "" && f.get("identity") == "" && f.get("generated") == ""
		if needs {
			return Breaking
		}
	case "index", "trigger", "comment", "rule":
		return Neutral
	}
	return Additive
}

func impactRemoved(f *fact) string {
	switch f.kind {
	case "index":
		// REFRESH … CONCURRENTLY needs the unique index.
		if strings.HasPrefix(f.parent, "materialized view ") && f.get("unique") != "" {
			return Breaking
		}
		return Neutral
	case "trigger":
		if f.get("on") == "view" {
			return Breaking
		}
		return Neutral
	case "comment":
		return Neutral
	}
	return Breaking
}

func (p *pair) has(keys ...string) bool {
	for _, k := range p.keys {
		for _, want := range keys {
			if k == want {
				return true
			}
		}
	}
	return false
}

func impactTable(p *pair) string {
	switch {
	case p.has("row security", "force row security"):
		return Security
	case p.has("partition by", "inherits", "of type", "kind"):
		return Breaking
	}
	return Neutral
}

func impactView(p *pair) string {
	switch {
	case p.has("option security_invoker", "option security_barrier"):
		return Security
	case p.has("kind"):
		return Breaking
	case p.has("columns"):
		before, after := p.old.get("columns"), p.new.get("columns")
		if before == "" || strings.HasPrefix(after, before+", ") {
			return Additive
		}
		return Breaking
	}
	return Neutral
}

func impactRoutine(p *pair) string {
	switch {
	case p.has("security definer", "leakproof", "set search_path", "set role", "set row_security", "set session_authorization"):
		return Security
	case p.has("kind", "returns", "arguments", "results"):
		return Breaking
	}
	added := false
	for _, k := range p.keys {
		if !strings.HasPrefix(k, "default ") {
			continue
		}
		switch {
		case p.new.get(k) == "":
			return Breaking
		case p.old.get(k) == "":
			added = true
		}
	}
	if added {
		return Additive
	}
	return Neutral
}

func impactType(p *pair) string {
	switch {
	case p.has("kind", "base", "subtype", "multirange", "form", "shell"):
		return Breaking
	case p.has("labels"):
		if subsequence(p.old.get("labels"), p.new.get("labels")) {
			return Additive
		}
		return Breaking
	case p.has("fields"):
		if strings.HasPrefix(p.new.get("fields"), p.old.get("fields")+", ") {
			return Additive
		}
		return Breaking
	case p.has("not null"):
		if p.new.get("not null") != "" {
			return Breaking
		}
		return Additive
	}
	return Neutral
}

// subsequence reports whether all entries of a stand in b in their order.
func subsequence(a, b string) bool {
	have := strings.Split(b, ", ")
	for _, want := range strings.Split(a, ", ") {
		i := 0
		for i < len(have) && have[i] != want {
			i++
		}
		if i == len(have) {
			return false
		}
		have = have[i+1:]
	}
	return true
}
