package config

import (
	"errors"
	"fmt"
	"strings"
)

// parseCSV reads rows of comma-separated cells under a line of column names,
// as COPY … (FORMAT csv, HEADER) does: an empty cell without quotes is NULL,
// and "" is the empty text. encoding/csv does not tell the two apart.
func parseCSV(text string) ([]map[string]*Text, error) {
	p := &csv{text: strings.TrimPrefix(text, "\ufeff"), line: 1}
	names, err := p.record()
	if err != nil {
		return nil, err
	}
	var rows []map[string]*Text
	for p.at < len(p.text) {
		line := p.line
		cells, err := p.record()
		if err != nil {
			return nil, err
		}
		if len(cells) == 1 && cells[0] == nil && len(names) > 1 {
			continue // an empty line
		}
		if len(cells) != len(names) {
			return nil, fmt.Errorf("line %d has %d cells, the first line %d", line, len(cells), len(names))
		}
		row := map[string]*Text{}
		for i, name := range names {
			if name == nil {
				return nil, errors.New("the first line names the columns, and one is empty")
			}
			row[string(*name)] = cells[i]
		}
		rows = append(rows, row)
	}
	return rows, nil
}

type csv struct {
	text     string
	at, line int
}

// record reads one line, which goes on where a quoted cell holds a line end.
func (p *csv) record() ([]*Text, error) {
	var cells []*Text
	for {
		cell, err := p.cell()
		if err != nil {
			return nil, err
		}
		cells = append(cells, cell)
		if p.at < len(p.text) && p.text[p.at] == ',' {
			p.at++
			continue
		}
		if strings.HasPrefix(p.text[p.at:], "\r\n") {
			p.at++
		}
		if p.at < len(p.text) {
			if c := p.text[p.at]; c != '\n' && c != '\r' {
				return nil, fmt.Errorf("line %d: text behind a closing quote", p.line)
			}
			p.at++
		}
		p.line++
		return cells, nil
	}
}

func (p *csv) cell() (*Text, error) {
	rest := p.text[p.at:]
	if !strings.HasPrefix(rest, `"`) {
		n := strings.IndexAny(rest, ",\r\n")
		if n < 0 {
			n = len(rest)
		}
		p.at += n
		if n == 0 {
			return nil, nil
		}
		t := Text(rest[:n])
		return &t, nil
	}
	return p.quoted()
}

func (p *csv) quoted() (*Text, error) {
	var b strings.Builder
	line := p.line
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c != '"':
			if c == '\n' {
				p.line++
			}
			b.WriteByte(c)
		case strings.HasPrefix(p.text[p.at:], `""`):
			b.WriteByte('"')
			p.at++
		default:
			p.at++
			t := Text(b.String())
			return &t, nil
		}
	}
	return nil, fmt.Errorf("line %d: a quote that is not closed", line)
}
