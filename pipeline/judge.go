package pipeline

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/effigydb/effigy/generator"
	"github.com/effigydb/effigy/internal/postgres"
	"github.com/effigydb/effigy/schema"
)

// judge answers the generator's questions on a database that holds the
// schema's types, functions and empty tables. It belongs to one goroutine and
// leaves nothing behind but functions of its session.
type judge struct {
	conn  *postgres.Conn
	count int
	made  map[string]string
	held  *holding
	named map[schema.Name][]string // columns of type regclass, by table
	path  string                   // search_path of what constraints call, "" for the session's
}

// batch bounds how many cells go into one question.
const batch = 20000

// Satisfy tells of each row whether the expression is true or NULL.
func (j *judge) Satisfy(ctx context.Context, table schema.Name, columns []string, expr string, rows [][]*string) ([]bool, error) {
	texts, err := j.Evaluate(ctx, table, columns, "coalesce(("+expr+"\n), true)", rows)
	if err != nil {
		return nil, err
	}
	answers := make([]bool, len(texts))
	for i, t := range texts {
		answers[i] = t != nil && *t == "true"
	}
	return answers, nil
}

// Evaluate is the text of the expression over each row.
func (j *judge) Evaluate(ctx context.Context, table schema.Name, columns []string, expr string, rows [][]*string) ([]*string, error) {
	named, err := j.regclass(ctx, table)
	if err != nil {
		return nil, err
	}
	f, err := j.function(ctx, evaluator(table, columns, named, expr)+j.setting())
	if err != nil {
		return nil, fmt.Errorf("judging %s: %w", table, err)
	}
	size := max(1, batch/max(1, len(columns)))
	var answers []*string
	for start := 0; start < len(rows); start += size {
		part := rows[start:min(start+size, len(rows))]
		cells := make([]*string, 0, len(part)*len(columns))
		for _, r := range part {
			cells = append(cells, r...)
		}
		var got []*string
		err := j.conn.QueryRow(ctx, "SELECT "+f+"($1, $2)", cells, len(part)).Scan(&got)
		if postgres.Code(err) == canceled {
			return nil, hinted(fmt.Errorf("judging %s: %s", table, postgres.Message(err)), "a function that its constraints call does not end, or takes too long for some thousand rows; mend it in the schema text, or ask for rows: 0 of the table in effigy.yaml")
		}
		if err != nil {
			return nil, fmt.Errorf("judging %s: %w", table, err)
		}
		answers = append(answers, got...)
	}
	return answers, nil
}

// Compute is the text of what the column stores of the expression, over each
// row.
func (j *judge) Compute(ctx context.Context, table schema.Name, columns []string, e generator.Computation, rows [][]*string) ([]*string, error) {
	named, err := j.regclass(ctx, table)
	if err != nil {
		return nil, err
	}
	f, err := j.function(ctx, computer(table, columns, named, e.Column, e.SQL))
	if err != nil {
		return nil, faulty(err)
	}
	size := max(1, batch/max(1, len(columns)))
	var answers []*string
	for start := 0; start < len(rows); start += size {
		end := min(start+size, len(rows))
		cells := make([]*string, 0, (end-start)*len(columns))
		for _, r := range rows[start:end] {
			cells = append(cells, r...)
		}
		var got []*string
		if err := j.conn.QueryRow(ctx, "SELECT "+f+"($1, $2, $3, $4)", cells, e.Rows[start:end], e.Seeds[start:end], e.Now).Scan(&got); err != nil {
			return nil, faulty(err)
		}
		answers = append(answers, got...)
	}
	return answers, nil
}

// faulty tells an expression that the server refuses from a server that fails.
func faulty(err error) error {
	if postgres.Code(err) == "" || strings.HasPrefix(postgres.Code(err), "57") {
		return fmt.Errorf("evaluating: %w", err)
	}
	return &generator.ExpressionError{Message: postgres.Message(err)}
}

// Accept tells of each text whether the type reads it.
func (j *judge) Accept(ctx context.Context, typ string, candidates []string) ([]bool, error) {
	f, err := j.function(ctx, acceptor(typ))
	if err != nil {
		return nil, fmt.Errorf("judging type %s: %w", typ, err)
	}
	var answers []bool
	for start := 0; start < len(candidates); start += batch {
		var got []bool
		part := candidates[start:min(start+batch, len(candidates))]
		if err := j.conn.QueryRow(ctx, "SELECT "+f+"($1)", part).Scan(&got); err != nil {
			return nil, fmt.Errorf("judging type %s: %w", typ, err)
		}
		answers = append(answers, got...)
	}
	return answers, nil
}

// function makes a function of the session, once, and returns its name. The
// text has %s in the place of the name.
func (j *judge) function(ctx context.Context, text string) (string, error) {
	if name := j.made[text]; name != "" {
		return name, nil
	}
	j.count++
	name := fmt.Sprintf("pg_temp.effigy_judge_%d", j.count)
	if _, err := j.conn.Exec(ctx, strings.Replace(text, "%s", name, 1)); err != nil {
		return "", err
	}
	if j.made == nil {
		j.made = map[string]string{}
	}
	j.made[text] = name
	return name, nil
}

// evaluator is a function that reads each row into a variable of the table's
// row type, as an INSERT would (a text too long for its column is an error),
// and evaluates the expression over it. A row that raises an exception has
// the answer NULL. Names inside expr mean columns, never variables.
func evaluator(table schema.Name, columns, named []string, expr string) string {
	assign := assignments("      effigy_row", columns, named)
	raised := "NULL"
	if strings.Contains(expr, generator.Indexed) { // class 42: what it calls is not there, or may not be called
		raised = "CASE WHEN SQLSTATE LIKE '42%' THEN 'true' END"
	}
	body := fmt.Sprintf(`#variable_conflict use_column
DECLARE effigy_row %[1]s; effigy_at int := 0; effigy_answer text; effigy_answers text[] := '{}';
BEGIN
  FOR effigy_i IN 1 .. effigy_rows LOOP
    BEGIN
      effigy_row := NULL;
%[2]s      SELECT (%[3]s
        )::text INTO effigy_answer FROM unnest(ARRAY[effigy_row]) AS %[4]s;
    EXCEPTION WHEN OTHERS THEN effigy_answer := %[6]s;
    END;
    effigy_answers := effigy_answers || effigy_answer;
    effigy_at := effigy_at + %[5]d;
  END LOOP;
  RETURN effigy_answers;
END`, postgres.Ident(table.Schema, table.Name), assign, expr, postgres.Ident(table.Name), len(columns), raised)
	return "CREATE FUNCTION %s(effigy_cells text[], effigy_rows int) RETURNS text[] LANGUAGE plpgsql AS " + postgres.Literal(body)
}

// computer is a function that reads each row into a variable of the table's
// row type and assigns the expression over it to a variable of the column's
// type. Names inside expr mean columns first, then effigy_row and effigy_now.
func computer(table schema.Name, columns, named []string, column, expr string) string {
	relation := postgres.Ident(table.Schema, table.Name)
	assign := assignments("    effigy_tuple", columns, named)
	body := fmt.Sprintf(`#variable_conflict use_column
DECLARE effigy_tuple %[1]s; effigy_row bigint; effigy_at int := 0; effigy_value %[1]s.%[6]s%%TYPE; effigy_values text[] := '{}';
BEGIN
  FOR effigy_i IN 1 .. cardinality(effigy_rows) LOOP
    effigy_tuple := NULL;
    effigy_row := effigy_rows[effigy_i];
    PERFORM setseed(effigy_seeds[effigy_i]);
%[2]s    SELECT (%[3]s
      ) INTO effigy_value FROM unnest(ARRAY[effigy_tuple]) AS %[4]s;
    effigy_values := effigy_values || effigy_value::text;
    effigy_at := effigy_at + %[5]d;
  END LOOP;
  RETURN effigy_values;
END`, relation, assign, expr, postgres.Ident(table.Name), len(columns), postgres.Ident(column))
	return "CREATE FUNCTION %s(effigy_cells text[], effigy_rows bigint[], effigy_seeds float8[], effigy_now timestamptz) RETURNS text[] LANGUAGE plpgsql AS " + postgres.Literal(body)
}

// regclass lists the table's columns of that type: a cast of a text to it is
// a function that reads names only, where its input reads numbers too.
func (j *judge) regclass(ctx context.Context, table schema.Name) ([]string, error) {
	if list, known := j.named[table]; known {
		return list, nil
	}
	list := []string{}
	err := j.conn.QueryRow(ctx, `SELECT coalesce(array_agg(attname::text ORDER BY attnum), '{}') FROM pg_attribute
		WHERE attrelid = to_regclass($1) AND atttypid = 'regclass'::regtype`, postgres.Ident(table.Schema, table.Name)).Scan(&list)
	if err != nil {
		return nil, fmt.Errorf("judging %s: %w", table, err)
	}
	if j.named == nil {
		j.named = map[schema.Name][]string{}
	}
	j.named[table] = list
	return list, nil
}

// assignments read the cells of a row into a variable of the row type.
func assignments(row string, columns, named []string) string {
	var out strings.Builder
	for i, c := range columns {
		cell := fmt.Sprintf("effigy_cells[effigy_at + %d]", i+1)
		if slices.Contains(named, c) {
			cell = "regclassin(textout(" + cell + "))"
		}
		fmt.Fprintf(&out, "%s.%s := %s;\n", row, postgres.Ident(c), cell)
	}
	return out.String()
}

// acceptor is a function that assigns each candidate to a variable of the
// type.
func acceptor(typ string) string {
	body := fmt.Sprintf(`DECLARE v %s; candidate text; answers boolean[] := '{}';
BEGIN
  FOREACH candidate IN ARRAY candidates LOOP
    BEGIN
      v := candidate;
      answers := answers || true;
    EXCEPTION WHEN OTHERS THEN answers := answers || false;
    END;
  END LOOP;
  RETURN answers;
END`, typ)
	return "CREATE FUNCTION %s(candidates text[]) RETURNS boolean[] LANGUAGE plpgsql AS " + postgres.Literal(body)
}
