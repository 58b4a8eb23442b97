package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestFetch runs the Action's first step against a release: a good archive is
// unpacked, a wrong checksum ends the job, everything else is built from
// source.
func TestFetch(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("made for a Linux runner")
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("no curl")
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	w := tar.NewWriter(z)
	program := "#!/bin/sh\necho released\n"
	if err := w.WriteHeader(&tar.Header{Name: "effigy", Mode: 0o755, Size: int64(len(program))}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(program)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	archive := "effigy_1.2.3_linux_" + runtime.GOARCH + ".tar.gz"
	sums := map[string]string{
		"v1.2.3": fmt.Sprintf("%x  %s\n", sha256.Sum256(packed.Bytes()), archive),
		"v6.6.6": strings.Repeat("0", 64) + "  effigy_6.6.6_linux_" + runtime.GOARCH + ".tar.gz\n",
		"v7.7.7": "",
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		part := strings.Split(r.URL.Path, "/") // /owner/name/releases/download/REF/FILE
		text, ok := sums[part[5]]
		switch {
		case !ok || part[1] != "acme":
			http.NotFound(w, r)
		case part[6] == "checksums.txt":
			fmt.Fprint(w, text)
		default:
			_, _ = w.Write(packed.Bytes())
		}
	}))
	defer server.Close()
	for _, c := range []struct {
		ref, path, build string
		status           int
	}{
		{ref: "v1.2.3", build: "false"},
		{path: "/actions/acme/effigy/v1.2.3", build: "false"},
		{ref: "v6.6.6", status: 1},
		{ref: "v7.7.7", status: 1},
		{ref: "v9.9.9", build: "true"},
		{ref: "main", build: "true"},
		{ref: "44694675825211faa026b3c33043df3e48a5fa00", build: "true"},
		{ref: "v1.2.3/../../x", build: "true"},
	} {
		temp := t.TempDir()
		cmd := exec.Command("bash", "../../scripts/action/fetch")
		cmd.Env = append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+filepath.Join(temp, "output"), "GITHUB_SERVER_URL="+server.URL,
			"ACTION_REF="+c.ref, "ACTION_PATH="+c.path, "ACTION_REPOSITORY=acme/effigy")
		out, err := cmd.CombinedOutput()
		output, _ := os.ReadFile(filepath.Join(temp, "output"))
		if cmd.ProcessState.ExitCode() != c.status || c.build != "" && !strings.Contains(string(output), "build="+c.build) {
			t.Errorf("%+v: %v, %q\n%s", c, err, output, out)
		}
		said, err := exec.Command(filepath.Join(temp, "effigy-bin", "effigy")).Output()
		if (c.build == "false") != (err == nil && string(said) == "released\n") {
			t.Errorf("%+v: the program: %q, %v", c, said, err)
		}
	}
}
