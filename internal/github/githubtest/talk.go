package githubtest

import (
	"net/http"
	"strconv"
	"strings"
)

type object = map[string]any

func (c *Comment) json() object {
	return object{"id": c.ID, "body": c.Body, "user": object{"login": c.Login, "type": c.Type}}
}

func (s *Server) listComments(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.PathValue("n"))
	list := []object{}
	for _, c := range s.Comments {
		if c.Pull == n {
			list = append(list, c.json())
		}
	}
	answer(w, http.StatusOK, page(w, r, list))
}

func (s *Server) createComment(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.Atoi(r.PathValue("n"))
	c := &Comment{ID: 1000 + len(s.Comments), Pull: n, Body: text(read(r)["body"]), Login: "github-actions[bot]", Type: "Bot"}
	if tooLong(w, c.Body) {
		return
	}
	s.Comments = append(s.Comments, c)
	answer(w, http.StatusCreated, c.json())
}

func (s *Server) editComment(w http.ResponseWriter, r *http.Request) {
	body := text(read(r)["body"])
	for _, c := range s.Comments {
		if strconv.Itoa(c.ID) != r.PathValue("id") {
			continue
		}
		if !tooLong(w, body) {
			c.Body = body
			answer(w, http.StatusOK, c.json())
		}
		return
	}
	fail(w, http.StatusNotFound, "Not Found")
}

func (p *Pull) json() object {
	return object{
		"number": p.Number, "title": p.Title, "body": p.Body, "state": p.State,
		"base": object{"ref": p.Base},
		"head": object{"ref": p.Branch, "sha": p.SHA, "repo": object{"full_name": p.HeadRepository}},
	}
}

func (s *Server) listPulls(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	list := []object{}
	for _, p := range s.Pulls {
		owner, _, _ := strings.Cut(p.HeadRepository, "/")
		if (q.Get("state") == "all" || p.State == q.Get("state")) &&
			(q.Get("head") == "" || q.Get("head") == owner+":"+p.Branch) &&
			(q.Get("base") == "" || q.Get("base") == p.Base) {
			list = append(list, p.json())
		}
	}
	answer(w, http.StatusOK, page(w, r, list))
}

func (s *Server) createPull(w http.ResponseWriter, r *http.Request) {
	v := read(r)
	p := &Pull{Number: len(s.Pulls) + 1, Title: text(v["title"]), Body: text(v["body"]), State: "open",
		Branch: text(v["head"]), Base: text(v["base"]), HeadRepository: s.Repository}
	p.SHA = s.refs["heads/"+p.Branch]
	switch {
	case tooLong(w, p.Body):
		return
	case p.SHA == "" || s.refs["heads/"+p.Base] == "" || len(p.Title) > 256:
		fail(w, http.StatusUnprocessableEntity, "Validation Failed")
		return
	}
	for _, other := range s.Pulls {
		if other.State == "open" && other.Branch == p.Branch && other.Base == p.Base {
			fail(w, http.StatusUnprocessableEntity, "Validation Failed: a pull request already exists for "+p.Branch)
			return
		}
	}
	s.Pulls = append(s.Pulls, p)
	answer(w, http.StatusCreated, p.json())
}

func (s *Server) editPull(w http.ResponseWriter, r *http.Request) {
	v := read(r)
	for _, p := range s.Pulls {
		if strconv.Itoa(p.Number) != r.PathValue("n") {
			continue
		}
		if tooLong(w, text(v["body"])) {
			return
		}
		for field, to := range map[string]*string{"title": &p.Title, "body": &p.Body, "state": &p.State} {
			if x, ok := v[field].(string); ok {
				*to = x
			}
		}
		answer(w, http.StatusOK, p.json())
		return
	}
	fail(w, http.StatusNotFound, "Not Found")
}
