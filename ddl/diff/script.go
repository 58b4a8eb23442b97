package diff

import (
	"github.com/effigydb/effigy/ddl/statement"
)

// parsed keeps the parse of each statement text: most statements stand in
// both texts, and are parsed once.
type parsed map[string]*statement.Statement

func (p parsed) split(side Side, text string) (*statement.Script, error) {
	s := statement.Cut(text)
	if s.Err != nil {
		return nil, &TextError{side, s.Err}
	}
	for i := range s.Statements {
		st := &s.Statements[i]
		known := p[st.Text]
		if known == nil {
			known = &statement.Statement{}
			if parsed, err := statement.Parse(st.Text); err == nil {
				known = parsed
			} else {
				known = broken(st.Text)
			}
			p[st.Text] = known
		}
		st.Tokens, st.Node, st.Err = known.Tokens, known.Node, known.Err
	}
	return s, nil
}

// broken is a statement that does not parse, with its tokens.
func broken(text string) *statement.Statement {
	s := statement.Split(text)
	if len(s.Statements) == 0 {
		return &statement.Statement{}
	}
	return &s.Statements[0]
}
