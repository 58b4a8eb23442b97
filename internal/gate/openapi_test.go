package gate

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/effigydb/effigy/internal/postgres"
)

// document is the OpenAPI document, valid by its specification.
func document(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(openAPI)
	if err == nil {
		err = doc.Validate(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// fits checks an answer against the document, its status and all its keys.
func fits(t *testing.T, doc *openapi3.T, method, path string, status int, text string) {
	t.Helper()
	op := doc.Paths.Value(path).GetOperation(method)
	response := op.Responses.Status(status)
	if response == nil {
		response = op.Responses.Default()
	}
	media := response.Value.Content.Get("application/json")
	if media == nil {
		return // the counts of /metrics
	}
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	if err := media.Schema.Value.VisitJSON(v); err != nil {
		t.Errorf("%s %s: %d %s: %v", method, path, status, text, err)
	}
	keys, _ := v.(map[string]any)
	for key := range keys {
		if media.Schema.Value.Properties[key] == nil && len(media.Schema.Value.Properties) > 0 {
			t.Errorf("%s %s: the key %s is not in the document", method, path, key)
		}
	}
}

// testOpenAPI: the document is valid, every path of it is served, and what is
// answered is what it says.
func testOpenAPI(t *testing.T, w *web) {
	doc := document(t)
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			w.later()
			status, text, _ := w.do(t, method, path, `{"sql": "SELECT repeat('x', 9999), id FROM books"}`)
			if status != http.StatusOK {
				t.Errorf("%s %s: %d %s", method, path, status, text)
			}
			fits(t, doc, method, path, status, text)
		}
	}
	for _, sql := range []string{"SELECT nothing FROM books", "DELETE FROM books", "SELECT 1/0", "SELECT '"} {
		w.later()
		status, text, _ := w.do(t, "POST", "/query", body(sql))
		fits(t, doc, "POST", "/query", status, text)
	}
	status, text, _ := w.do(t, "POST", "/query", "{}", "Authorization", "")
	fits(t, doc, "POST", "/query", status, text)
}

// TestOpenAPIKeys: whatever may be asked or answered is in the document.
func TestOpenAPIKeys(t *testing.T) {
	schemas := document(t).Components.Schemas
	for name, v := range map[string]any{
		"Query": asked{}, "Result": Result{Cut: []Cut{{}}, Notice: "x"}, "Failure": failure{ID: "x"},
		"Error":  Error{Code: "x", Rule: "x", Advice: "x", Position: 1},
		"Schema": postgres.Description{Enums: []postgres.DescribedEnum{{}}, Next: "x"},
		"Table": postgres.Described{
			Comment: "x", PrimaryKey: []string{""}, Unique: [][]string{{}}, ForeignKeys: []postgres.DescribedKey{{}}, ReferencedBy: []string{""},
		},
		"Column": postgres.DescribedColumn{Nullable: true, Default: "x", Comment: "x"}, "ForeignKey": postgres.DescribedKey{}, "Enum": postgres.DescribedEnum{},
	} {
		text, _ := json.Marshal(v)
		var keys map[string]any
		if err := json.Unmarshal(text, &keys); err != nil {
			t.Fatal(err)
		}
		var missing []string
		for key := range keys {
			if schemas[name] == nil || schemas[name].Value.Properties[key] == nil {
				missing = append(missing, key)
			}
		}
		if len(missing) > 0 || len(keys) != len(schemas[name].Value.Properties) {
			t.Errorf("%s: not in the document: %s", name, strings.Join(missing, ", "))
		}
	}
}
