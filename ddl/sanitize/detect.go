package sanitize

import (
	"cmp"
	"slices"
	"strings"

	"github.com/effigydb/effigy/ddl/pattern"
)

// hit is a secret found in a text.
type hit struct {
	start, end  int
	class, kind string
	shape       shape
	// plain is what the secret says once decoded; "" for the span itself.
	plain string
}

// detector finds one kind of secret by its look. The span redacted is the
// first group of the pattern, or all of it without one.
type detector struct {
	kind    string
	words   []string // one of them occurs in lower case, or the pattern is not tried
	pattern pattern.Lazy
	class   string
	shape   shape
	accept  func(match string) bool
}

// credentials are patterns of tokens whose issuer documents their look. The
// source of each is the rule of that name in gitleaks' configuration
// (github.com/gitleaks/gitleaks, config/gitleaks.toml, MIT), rewritten
// without its context, or the issuer's documentation.
var credentials = []detector{
	secret("private-key", `-----BEGIN[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----(?s:.*?)(?:-----END[ A-Z0-9_-]{0,100}PRIVATE KEY(?: BLOCK)?-----|$)`, "private key"),
	secret("aws-access-key", `\b((?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})\b`, "a3t", "akia", "asia", "abia", "acca"),
	secret("jwt", `\b(ey[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{0,}={0,2})`, "ey"),
	secret("slack-token", `\b(xox[abeoprs]-(?:\d-)?[A-Za-z0-9-]{8,}|xapp-\d-[A-Za-z0-9-]{10,})`, "xox", "xapp"),
	secret("slack-webhook", `hooks\.slack\.com/((?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,})`, "hooks.slack.com"),
	secret("discord-webhook", `discord(?:app)?\.com/api/webhooks/(\d{6,}/[\w-]{20,})`, "api/webhooks"),
	secret("teams-webhook", `webhook\.office\.com/(webhookb2/[\w@/-]{20,})`, "webhook.office.com"),
	secret("stripe-key", `\b((?:sk|rk|pk)_(?:test|live|prod)_[A-Za-z0-9]{10,99}|whsec_[A-Za-z0-9+/=]{16,})\b`, "k_test_", "k_live_", "k_prod_", "whsec_"),
	secret("github-token", `\b(gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{22,255})\b`, "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
	secret("gitlab-token", `\b(gl(?:pat|dt|rt|cbt|ptt|ft|imt|soat|agent)-[\w.-]{20,})`, "gl"),
	secret("google-key", `\b(AIza[\w-]{35}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,})`, "aiza", "gocspx-", "ya29."),
	secret("openai-key", `\b(sk-(?:ant-|proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,})`, "sk-"),
	secret("huggingface-token", `\b(hf_[A-Za-z0-9]{30,})\b`, "hf_"),
	secret("npm-token", `\b(npm_[A-Za-z0-9]{36})\b`, "npm_"),
	secret("pypi-token", `\b(pypi-AgE[\w-]{50,})`, "pypi-"),
	secret("sendgrid-key", `\b(SG\.[\w-]{16,}\.[\w-]{16,})`, "sg."),
	secret("mailgun-key", `\b(key-[0-9a-f]{32})\b`, "key-"),
	secret("mailchimp-key", `\b([0-9a-f]{32}-us\d{1,2})\b`, "-us"),
	secret("twilio-key", `\b((?:SK|AC)[0-9a-f]{32})\b`, "sk", "ac"),
	secret("shopify-token", `\b(shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32})\b`, "shp"),
	secret("digitalocean-token", `\b(do[opr]_v1_[0-9a-f]{64})\b`, "_v1_"),
	secret("databricks-token", `\b(dapi[0-9a-f]{32})\b`, "dapi"),
	secret("atlassian-token", `\b(ATATT3[\w=-]{40,})`, "atatt3"),
	secret("square-token", `\b(sq0(?:atp|csp|idp)-[\w-]{22,})`, "sq0"),
	secret("hashicorp-token", `\b(hv[sb]\.[\w-]{20,}|[\w]{14}\.atlasv1\.[\w-]{60,})`, "hvs.", "hvb.", "atlasv1"),
	secret("grafana-token", `\b(gl(?:sa|c)_[\w=+/-]{30,})`, "glsa_", "glc_"),
	secret("linear-key", `\b(lin_(?:api|oauth)_[A-Za-z0-9]{32,})`, "lin_"),
	secret("newrelic-key", `\b(NRAK-[A-Z0-9]{27}|NRJS-[0-9a-f]{19}|NRII-[\w-]{32})\b`, "nrak-", "nrjs-", "nrii-"),
	secret("postman-key", `\b(PMAK-[0-9a-f]{24}-[0-9a-f]{34})\b`, "pmak-"),
	secret("telegram-token", `\b(\d{8,10}:AA[\w-]{32,34})`, ":aa"),
	secret("sentry-dsn", `https://([0-9a-f]{32}(?::[0-9a-f]{32})?)@`, "https://"),
	secret("age-key", `\b(AGE-SECRET-KEY-1[A-Z0-9]{58})\b`, "age-secret-key-"),
	secret("azure-key", `(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{20,}={0,2})`, "accountkey=", "sharedaccesskey="),
	secret("azure-signature", `[?&]sig=([A-Za-z0-9%+/]{20,}={0,2})`, "sig="),
	// Stored password verifiers of Postgres (src/common/scram-common.c, md5
	// of password and role) and of crypt(5).
	secret("password-verifier", `(SCRAM-SHA-256\$\d+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+)`, "scram-sha-256$"),
	secret("password-verifier", `\b(md5[0-9a-f]{32})\b`, "md5"),
	secret("password-verifier", `(\$(?:2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|[156y]\$[^\s$']{1,64}\$[./A-Za-z0-9$]{22,}|argon2id?\$[^\s']{20,}))`, "$2", "$1$", "$5$", "$6$", "$y$", "$argon2"),
}

func secret(kind, look string, words ...string) detector {
	return detector{kind: kind, words: words, pattern: pattern.Of(look), class: "secret"}
}

// detect finds what its look alone gives away.
func detect(text string) []hit {
	if len(text) < 6 {
		return nil
	}
	lower := strings.ToLower(text)
	many := digits(text) >= 9
	var hits []hit
	for _, d := range detectors {
		if d.words == nil && !many { // the patterns without a word are of long numbers
			continue
		}
		hits = append(hits, d.find(text, lower)...)
	}
	return merge(hits)
}

var detectors = slices.Concat(credentials, networks, persons)

func (d detector) find(text, lower string) []hit {
	if !anyIn(lower, d.words) {
		return nil
	}
	var hits []hit
	for _, m := range d.pattern().FindAllStringSubmatchIndex(text, -1) {
		from, to := m[0], m[1]
		if len(m) > 2 && m[2] >= 0 {
			from, to = m[2], m[3]
		}
		found := text[from:to]
		if isToken(found) || d.accept != nil && !d.accept(found) {
			continue
		}
		hits = append(hits, hit{start: from, end: to, class: d.class, kind: d.kind, shape: d.shape})
	}
	return hits
}

func anyIn(lower string, words []string) bool {
	for _, w := range words {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return len(words) == 0
}

// merge orders hits and leaves out those inside another; two that overlap
// become one.
func merge(hits []hit) []hit {
	slices.SortStableFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	var out []hit
	for _, h := range hits {
		if n := len(out); n > 0 && h.start < out[n-1].end {
			if h.end > out[n-1].end && out[n-1].kind != "url-userinfo" { // what follows is its host
				out[n-1].end = h.end
				out[n-1].shape, out[n-1].plain = plainShape, ""
			}
			continue
		}
		out = append(out, h)
	}
	return out
}
