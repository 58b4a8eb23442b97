package config

import (
	"slices"
	"strings"
)

// examples are what may be written for each key: the hint where a value is
// wrong and nothing better is known.
var examples = map[string]string{
	"schema": "schema: db/schema.sql", "rows": "rows: 1000", "seed": "seed: spring", "now": "now: 2026-01-31T12:00:00Z",
	"jobs": "jobs: 4", "skip_missing": "skip_missing: true", "tables": "tables: {public.orders: {rows: 5000}}",
	"ratio": "ratio: 3 with per: public.customers", "per": "per: public.customers with ratio: 3",
	"columns": "columns: {status: {values: [open, paid]}}", "fixtures": "fixtures: [{id: 1, name: basic}], or fixtures: plans.csv",
	"values": "values: [open, paid]", "weights": "weights: [3, 1] beside values: [open, paid], or of a boolean values: [false, true]", "constant": "constant: EUR",
	"expression": "expression: lower(name)", "pattern": "pattern: '[A-Z]{3}-[0-9]{4}'", "function": "function: company",
	"nulls": "nulls: 0.3", "distribution": "distribution: lognormal", "min": "min: 1", "max": "max: 100", "fan_out": "fan_out: even",
	"sandbox": "sandbox: {ttl: 24h}", "sandbox.name": "name: dev", "ttl": "ttl: 24h", "owner": "owner: ci",
	"labels": "labels: {team: shop}", "reader_bypasses_rls": "reader_bypasses_rls: false", "quota": "quota: 5",
	"sanitize": "sanitize: {roles: map}", "roles": "roles: map", "map": "map: {app_production: app}", "bodies": "bodies: redact",
	"comments": "comments: keep", "allow": "allow: [FINGERPRINT], as sanitize --report tells it", "rename": "rename: {public.customers: clients}",
	"diff": "diff: {fail_on: breaking}", "fail_on": "fail_on: breaking", "ignore": "ignore: [{kind: index, name: 'public.tmp_*', reason: made by a job}]",
	"kind": "kind: index", "ignore.name": "name: 'public.tmp_*'", "change": "change: added", "reason": "reason: made by a job",
	"until": "until: 2026-12-31", "security": "security: true",
	"dump": "dump: {deadline: 5m}", "allow_superuser": "allow_superuser: true", "exclude_schemas": "exclude_schemas: [audit]",
	"lock_wait": "lock_wait: 5s", "deadline": "deadline: 5m",
	"gate": "gate: {allow_functions: ['public.f(bigint)']}", "allow_functions": "allow_functions: ['public.f(bigint)']",
	"doctor": "doctor: {forbid: ['db.example.com:5432']}", "forbid": "forbid: ['db.example.com:5432']",
}

// Example is a hint that shows how the last of keys that lead to each other is
// written: numbers of a list and names of tables are no keys.
func Example(keys ...string) string {
	for i, key := range slices.Backward(keys) {
		above := ""
		for _, k := range slices.Backward(keys[:i]) {
			if examples[k] != "" {
				above = k
				break
			}
		}
		if text := examples[above+"."+key]; text != "" {
			return "such as " + text
		}
		if text := examples[key]; text != "" && typeAt(keys[:i+1]) != nil {
			return "such as " + text
		}
	}
	return ""
}

// fault is a mistake at a key of the file.
func (c *Config) fault(text, hint string, keys ...string) *Error {
	if hint == "" {
		hint = Example(keys...)
	}
	return &Error{Path: c.place(keys...), Text: strings.Join(keys, ".") + text, hint: hint}
}
