package ddl

import (
	"slices"

	"github.com/effigydb/effigy/ddl/autoname"
	"github.com/effigydb/effigy/schema"
	pg "github.com/sqlc-dev/oliphant"
)

// newType registers a type about to be created.
func (r *reader) newType(parts []string) schema.Name {
	n := r.cat.create(dotted(parts))
	r.cat.types[n] = true
	r.about("type", n)
	return n
}

func (r *reader) createEnum(s *pg.CreateEnumStmt) {
	n := r.newType(words(s.TypeName))
	r.out.Schema.Enums = append(r.out.Schema.Enums, &schema.Enum{Name: n, Labels: words(s.Vals), Line: r.src.Line})
}

func (r *reader) alterEnum(s *pg.AlterEnumStmt) {
	n := r.cat.findType(dotted(words(s.TypeName)))
	r.about("type", n)
	for _, e := range r.out.Schema.Enums {
		if e.Name == n {
			changeLabels(e, s)
		}
	}
}

func changeLabels(e *schema.Enum, s *pg.AlterEnumStmt) {
	if s.OldVal != "" {
		if i := slices.Index(e.Labels, s.OldVal); i >= 0 {
			e.Labels[i] = s.NewVal
		}
		return
	}
	if slices.Contains(e.Labels, s.NewVal) {
		return
	}
	at := len(e.Labels)
	if i := slices.Index(e.Labels, s.NewValNeighbor); s.NewValNeighbor != "" && i >= 0 {
		at = i
		if s.NewValIsAfter {
			at++
		}
	}
	e.Labels = slices.Insert(e.Labels, at, s.NewVal)
}

func (r *reader) createDomain(s *pg.CreateDomainStmt) {
	d := &schema.Domain{Base: r.typeRef(s.TypeName), Line: r.src.Line}
	d.Name = r.newType(words(s.Domainname))
	r.item.Kind = "domain"
	if s.CollClause != nil {
		d.Collation = dotted(words(s.CollClause.Collname))
	}
	r.out.Schema.Domains = append(r.out.Schema.Domains, d)
	for _, n := range s.Constraints {
		k := n.GetConstraint()
		switch k.GetContype() {
		case pg.ConstrType_CONSTR_NOTNULL:
			d.NotNull = true
		case pg.ConstrType_CONSTR_DEFAULT:
			from := r.src.at(k.Location)
			d.Default = r.root(k.RawExpr, r.src.text(from+1, r.domainClauseEnd(s, k)))
		case pg.ConstrType_CONSTR_CHECK:
			r.domainCheck(d, k)
		}
	}
}

func (r *reader) domainClauseEnd(s *pg.CreateDomainStmt, k *pg.Constraint) int {
	end := len(r.src.Tokens())
	for _, n := range s.Constraints {
		if o := n.GetConstraint(); o != nil && o.Location > k.Location {
			end = min(end, r.src.at(o.Location))
		}
	}
	if s.CollClause != nil && s.CollClause.Location > k.Location {
		end = min(end, r.src.at(s.CollClause.Location))
	}
	return end
}

func (r *reader) domainCheck(d *schema.Domain, k *pg.Constraint) {
	r.domain = true
	c := &schema.Constraint{
		Kind: schema.Check, Name: k.Conname, Expr: r.root(k.RawExpr, r.checkText(k)),
		NotValid: k.SkipValidation && !k.InitiallyValid, Line: r.line(k.Location),
	}
	r.domain = false
	if c.Name == "" {
		c.AutoNamed = true
		c.Name = r.cat.constraintName(d.Name.Schema, d.Name.Name, "", "check")
	}
	r.cat.constraints[schema.Name{Schema: d.Name.Schema, Name: c.Name}]++
	d.Checks = append(d.Checks, c)
}

func (r *reader) alterDomain(s *pg.AlterDomainStmt) {
	n := r.cat.findType(dotted(words(s.TypeName)))
	r.about("domain", n)
	i := slices.IndexFunc(r.out.Schema.Domains, func(d *schema.Domain) bool { return d.Name == n })
	if i < 0 {
		return
	}
	d := r.out.Schema.Domains[i]
	switch s.Subtype {
	case "T": // SET or DROP DEFAULT
		at := r.src.find(0, len(r.src.Tokens()), "default")
		d.Default = r.root(s.Def, r.src.text(at+1, len(r.src.Tokens())))
	case "N":
		d.NotNull = false
	case "O":
		d.NotNull = true
	case "C":
		if k := s.Def.GetConstraint(); k.GetContype() == pg.ConstrType_CONSTR_CHECK {
			r.domainCheck(d, k)
		} else if k.GetContype() == pg.ConstrType_CONSTR_NOTNULL {
			d.NotNull = true
		}
	case "X":
		d.Checks = deleteFirst(d.Checks, func(c *schema.Constraint) bool { return c.Name == s.Name })
	}
}

func (r *reader) createComposite(s *pg.CompositeTypeStmt) {
	c := &schema.Composite{Name: r.cat.create(rangeName(s.Typevar)), Line: r.src.Line}
	r.about("type", c.Name)
	for _, n := range s.Coldeflist {
		if def := n.GetColumnDef(); def != nil {
			c.Fields = append(c.Fields, r.field(def))
		}
	}
	r.cat.relations[c.Name] = isComposite
	r.out.Schema.Composites = append(r.out.Schema.Composites, c)
}

func (r *reader) field(def *pg.ColumnDef) *schema.Column {
	f := &schema.Column{Name: def.Colname, Type: r.typeRef(def.TypeName), Line: r.line(def.Location)}
	if def.CollClause != nil {
		f.Collation = dotted(words(def.CollClause.Collname))
	}
	return f
}

func (r *reader) createRange(s *pg.CreateRangeStmt) {
	x := &schema.Range{Line: r.src.Line}
	for _, p := range s.Params {
		d := p.GetDefElem()
		switch d.GetDefname() {
		case "subtype":
			x.Subtype = r.typeRef(d.Arg.GetTypeName())
		case "multirange_type_name":
			x.Multirange = r.cat.create(dotted(words(d.Arg.GetTypeName().GetNames())))
		}
	}
	x.Name = r.newType(words(s.TypeName))
	if x.Multirange.Name == "" {
		x.Multirange = schema.Name{Schema: x.Name.Schema, Name: autoname.Multirange(x.Name.Name)}
	}
	r.cat.types[x.Multirange] = true
	r.out.Schema.Ranges = append(r.out.Schema.Ranges, x)
}
