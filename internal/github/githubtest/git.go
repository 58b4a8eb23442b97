package githubtest

import (
	"encoding/base64"
	"maps"
	"net/http"
	"sort"
	"strconv"
	"time"
)

func (s *Server) getRef(w http.ResponseWriter, r *http.Request) {
	sha, ok := s.refs[r.PathValue("ref")]
	if !ok {
		fail(w, http.StatusNotFound, "Not Found")
		return
	}
	s.ref(w, http.StatusOK, r.PathValue("ref"), sha)
}

func (s *Server) ref(w http.ResponseWriter, status int, name, sha string) {
	answer(w, status, object{"ref": "refs/" + name, "object": object{"type": "commit", "sha": sha}})
}

func (s *Server) createRef(w http.ResponseWriter, r *http.Request) {
	v := read(r)
	name := text(v["ref"])
	if len(name) < 6 || s.refs[name[5:]] != "" {
		fail(w, http.StatusUnprocessableEntity, "Reference already exists")
		return
	}
	s.move(w, http.StatusCreated, name[5:], text(v["sha"]), true)
}

func (s *Server) updateRef(w http.ResponseWriter, r *http.Request) {
	v := read(r)
	force, _ := v["force"].(bool)
	s.move(w, http.StatusOK, r.PathValue("ref"), text(v["sha"]), force)
}

func (s *Server) move(w http.ResponseWriter, status int, name, sha string, force bool) {
	c, ok := s.commits[sha]
	if !ok || !force && c.Parent != s.refs[name] {
		fail(w, http.StatusUnprocessableEntity, "Update is not a fast forward")
		return
	}
	s.refs[name] = sha
	s.ref(w, status, name, sha)
}

func (s *Server) getCommit(w http.ResponseWriter, r *http.Request) {
	c, ok := s.commits[r.PathValue("sha")]
	if !ok {
		fail(w, http.StatusNotFound, "Not Found")
		return
	}
	s.commit(w, http.StatusOK, r.PathValue("sha"), c)
}

func (s *Server) commit(w http.ResponseWriter, status int, sha string, c Commit) {
	parents := []object{}
	if c.Parent != "" {
		parents = append(parents, object{"sha": c.Parent})
	}
	answer(w, status, object{"sha": sha, "message": c.Message, "tree": object{"sha": c.Tree}, "parents": parents})
}

func (s *Server) createCommit(w http.ResponseWriter, r *http.Request) {
	v := read(r)
	c := Commit{Tree: text(v["tree"]), Message: text(v["message"])}
	if parents, _ := v["parents"].([]any); len(parents) == 1 {
		c.Parent = text(parents[0])
	}
	if s.trees[c.Tree] == nil {
		fail(w, http.StatusUnprocessableEntity, "Tree SHA does not exist")
		return
	}
	s.commit(w, http.StatusCreated, s.keep("commit", func(id string) { s.commits[id] = c }), c)
}

func (s *Server) createBlob(w http.ResponseWriter, r *http.Request) {
	v := read(r)
	b, err := base64.StdEncoding.DecodeString(text(v["content"]))
	if err != nil || text(v["encoding"]) != "base64" {
		fail(w, http.StatusUnprocessableEntity, "Validation Failed")
		return
	}
	for id, old := range s.blobs {
		if old == string(b) {
			answer(w, http.StatusCreated, object{"sha": id})
			return
		}
	}
	answer(w, http.StatusCreated, object{"sha": s.keep("blob", func(id string) { s.blobs[id] = string(b) })})
}

func (s *Server) createTree(w http.ResponseWriter, r *http.Request) {
	v := read(r)
	files := maps.Clone(s.trees[text(v["base_tree"])])
	if files == nil {
		fail(w, http.StatusUnprocessableEntity, "base_tree is not valid")
		return
	}
	entries, _ := v["tree"].([]any)
	for _, e := range entries {
		entry, _ := e.(map[string]any)
		if s.blobs[text(entry["sha"])] == "" {
			fail(w, http.StatusUnprocessableEntity, "tree.sha is not valid")
			return
		}
		files[text(entry["path"])] = text(entry["sha"])
	}
	for id, old := range s.trees {
		if maps.Equal(old, files) {
			answer(w, http.StatusCreated, object{"sha": id})
			return
		}
	}
	answer(w, http.StatusCreated, object{"sha": s.keep("tree", func(id string) { s.trees[id] = files })})
}

func (s *Server) listRuns(w http.ResponseWriter, r *http.Request) {
	at, ok := s.Successes[r.PathValue("file")]
	if !ok {
		fail(w, http.StatusNotFound, "Not Found")
		return
	}
	runs := []object{}
	if !at.IsZero() {
		runs = append(runs, object{"id": 1, "status": "completed", "conclusion": "success", "updated_at": at.Format(time.RFC3339)})
	}
	answer(w, http.StatusOK, object{"total_count": len(runs), "workflow_runs": runs})
}

func (s *Server) listCommits(w http.ResponseWriter, r *http.Request) {
	list := []object{}
	if at, ok := s.Dates[r.URL.Query().Get("path")]; ok {
		list = append(list, object{"sha": "c", "commit": object{"committer": object{"date": at.Format(time.RFC3339)}}})
	}
	answer(w, http.StatusOK, list)
}

func (s *Server) getContents(w http.ResponseWriter, r *http.Request) {
	body, ok := s.Files[r.PathValue("path")]
	if !ok || r.URL.Query().Get("ref") != s.Default {
		fail(w, http.StatusNotFound, "Not Found")
		return
	}
	answer(w, http.StatusOK, object{"type": "file", "encoding": "base64", "content": base64.StdEncoding.EncodeToString([]byte(body))})
}

func (s *Server) artifacts() []string {
	var names []string
	for name := range s.Archives {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (s *Server) listArtifacts(w http.ResponseWriter, r *http.Request) {
	list := []object{}
	for i, name := range s.artifacts() {
		list = append(list, object{"id": i, "name": name, "expired": false})
	}
	answer(w, http.StatusOK, object{"total_count": len(list), "artifacts": page(w, r, list)})
}

// redirect answers as GitHub does: the archive is another host's, at a signed
// address that takes no token.
func (s *Server) redirect(w http.ResponseWriter, r *http.Request) {
	i, err := strconv.Atoi(r.PathValue("id"))
	if names := s.artifacts(); err == nil && i >= 0 && i < len(names) {
		http.Redirect(w, r, s.URL+"/archives/"+names[i], http.StatusFound)
		return
	}
	fail(w, http.StatusNotFound, "Not Found")
}

func (s *Server) archive(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "" {
		fail(w, http.StatusBadRequest, "InvalidAuthenticationInfo")
		return
	}
	_, _ = w.Write(s.Archives[r.PathValue("name")])
}
