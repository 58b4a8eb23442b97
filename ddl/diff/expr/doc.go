// Package expr brings expressions and queries into one canonical form.
//
// It does offline what Postgres does when it reads an expression: names are
// resolved along the search path, operators and functions are chosen by the
// types of their arguments, untyped literals take the type of their context,
// and every implicit cast becomes visible. The text a user wrote and the text
// pg_dump prints for it end as the same tree. What the server would keep
// apart stays apart, but for the equivalences each named in its own file.
//
// Where a type cannot be told (an extension that is not known), the casts
// around it that could have been implicit are left out of the form instead,
// on both sides alike. Nothing here panics on any tree.
package expr
