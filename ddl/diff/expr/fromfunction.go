package expr

import (
	"strings"

	pg "github.com/sqlc-dev/oliphant"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/ddl/diff/builtin"
)

// rangeFunction is a function in FROM. Its column names are part of the form,
// because pg_dump writes them out.
func (a *Analyzer) rangeFunction(f *pg.RangeFunction) *Node {
	var calls []*Node
	var cols []Column
	known := true
	for _, item := range f.Functions {
		parts := item.GetList().GetItems()
		if len(parts) == 0 {
			continue
		}
		call := a.expr(parts[0])
		calls = append(calls, call)
		defs := f.Coldeflist
		if len(parts) > 1 && len(parts[1].GetList().GetItems()) > 0 {
			defs = parts[1].GetList().GetItems()
		}
		c, ok := a.functionColumns(parts[0], call, defs, f.Alias)
		cols, known = append(cols, c...), known && ok
	}
	if f.Ordinality {
		cols = append(cols, Column{Name: "ordinality", Type: int8Type})
	}
	e := a.newRTE(functionAlias(f, calls))
	e.known = known
	e.setColumns(cols)
	e.rename(f.Alias)
	for i := range e.cols {
		e.cols[i].real = e.cols[i].name
	}
	if len(cols) > 1 || len(f.Coldeflist) > 0 {
		e.rowType = "record"
	}
	if len(calls) == 1 && a.isComposite(calls[0].Type) && calls[0].Type.Name != "record" {
		e.rowType = calls[0].Type.Name
	}
	return a.functionForm(e, f, calls)
}

func (a *Analyzer) functionForm(e *rte, f *pg.RangeFunction, calls []*Node) *Node {
	var names []string
	for _, c := range e.cols {
		names = append(names, c.name)
	}
	text := e.prefix + " (" + strings.Join(names, ",") + ")"
	if f.Ordinality {
		text += " ORDINALITY"
	}
	for _, d := range f.Coldeflist {
		text += " " + a.TypeOf(d.GetColumnDef().GetTypeName()).String()
	}
	return list("function", text, calls...)
}

func functionAlias(f *pg.RangeFunction, calls []*Node) string {
	if f.Alias != nil {
		return f.Alias.Aliasname
	}
	if len(f.Functions) > 0 {
		if parts := f.Functions[0].GetList().GetItems(); len(parts) > 0 {
			name := autoname.Column(parts[0])
			return name
		}
	}
	return ""
}

// functionColumns are the columns one function gives.
func (a *Analyzer) functionColumns(n *pg.Node, call *Node, defs []*pg.Node, alias *pg.Alias) ([]Column, bool) {
	if len(defs) > 0 {
		var cols []Column
		for _, d := range defs {
			if c := d.GetColumnDef(); c != nil {
				cols = append(cols, Column{Name: c.Colname, Type: a.TypeOf(c.TypeName)})
			}
		}
		return cols, true
	}
	if fn := a.calledIn(n, call); fn != nil && len(fn.Out) > 0 {
		var cols []Column
		for _, o := range fn.Out {
			cols = append(cols, Column{Name: o.Name, Type: ParseType(o.Type)})
		}
		if len(cols) == 1 {
			cols[0].Type = call.Type
		}
		return cols, true
	}
	if fields, ok := a.env.Fields(call.Type.Name); ok {
		return fields, true
	}
	if call.Type.Name == "record" || call.Type.Name == "" && alias == nil {
		return nil, false
	}
	name := autoname.Column(n)
	if alias != nil {
		name = alias.Aliasname
	}
	return []Column{{Name: name, Type: call.Type}}, true
}

// calledIn is the function of a call in FROM: where the types could not
// decide, the one of the name if there is only one.
func (a *Analyzer) calledIn(n *pg.Node, call *Node) *builtin.Function {
	if call.function != nil {
		return call.function
	}
	if f := n.GetFuncCall(); f != nil {
		schema, name := LastTwo(f.Funcname)
		if fns := a.env.Functions(a.path, schema, name); len(fns) == 1 {
			return &fns[0]
		}
	}
	return nil
}

// ParseType reads a type as Type.String prints it, for names without quotes
// around parentheses.
func ParseType(s string) Type {
	name, array := strings.CutSuffix(s, "[]")
	t := Type{Name: name}
	if i := strings.LastIndexByte(name, '('); i > 0 && strings.HasSuffix(name, ")") {
		t = Type{name[:i], name[i+1 : len(name)-1]}
	}
	if array {
		t.Name += "[]"
	}
	return t
}

// tableFunction is XMLTABLE or JSON_TABLE.
func (a *Analyzer) tableFunction(n *pg.Node, alias *pg.Alias, columns []*pg.Node) *Node {
	form := a.generic(n)
	name := "xmltable"
	if n.GetJsonTable() != nil {
		name = "json_table"
	}
	if alias != nil {
		name = alias.Aliasname
	}
	e := a.newRTE(name)
	for _, c := range columns {
		col := rteColumn{}
		if x := c.GetRangeTableFuncCol(); x != nil {
			col = rteColumn{name: x.Colname, real: x.Colname, typ: a.TypeOf(x.TypeName)}
		}
		if j := c.GetJsonTableColumn(); j != nil {
			col = rteColumn{name: j.Name, real: j.Name, typ: a.TypeOf(j.TypeName)}
		}
		e.cols = append(e.cols, col)
	}
	e.rename(alias)
	return list("table", e.prefix, form)
}
