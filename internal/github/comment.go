package github

import (
	"context"
	"fmt"
	"strings"

	api "github.com/google/go-github/v72/github"
)

// MaxComment is where a comment is cut: GitHub takes 65,536 characters.
const MaxComment = 60_000

// perPage is the most that GitHub lists at once.
const perPage = 100

// Sticky is the one comment about a subject on a pull request.
type Sticky struct {
	Pull int
	// Key tells comments about several schemas apart.
	Key  string
	Body string
	// Clean says that there is nothing to tell: an old comment is brought up
	// to date, but none is made.
	Clean bool
}

// mark is what the comment is found by; people don't see it.
func (s Sticky) mark() string {
	key := strings.Map(func(r rune) rune {
		if r == '-' || r == '>' || r == '<' || r < ' ' {
			return '_'
		}
		return r
	}, s.Key)
	return "<!-- effigy: " + key + " -->"
}

// Comment brings the comment up to date and says what it did: "created",
// "updated", "unchanged", or "none". Comments of people are never touched,
// whatever they contain. The error is ErrForbidden where the token may only
// read.
func (c *Client) Comment(ctx context.Context, s Sticky) (string, error) {
	ctx = patiently(ctx)
	what := fmt.Sprintf("comment on pull request %d", s.Pull)
	body := s.mark() + "\n" + s.Body
	old, err := c.sticky(ctx, s)
	if err != nil {
		return "", explain(what, err)
	}
	switch {
	case old == nil && s.Clean:
		return "none", nil
	case old == nil:
		_, _, err = c.api.Issues.CreateComment(ctx, c.owner, c.repo, s.Pull, &api.IssueComment{Body: &body})
		return "created", explain(what, err)
	case strings.TrimSpace(plain(old.GetBody())) == strings.TrimSpace(body):
		return "unchanged", nil
	}
	_, _, err = c.api.Issues.EditComment(ctx, c.owner, c.repo, old.GetID(), &api.IssueComment{Body: &body})
	return "updated", explain(what, err)
}

// plain undoes the line ends that GitHub's own forms write.
func plain(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// sticky finds the comment by its mark and by its author, who has to be the
// token's own account.
func (c *Client) sticky(ctx context.Context, s Sticky) (*api.IssueComment, error) {
	me := c.login(ctx)
	opt := &api.IssueListCommentsOptions{ListOptions: api.ListOptions{PerPage: perPage}}
	for {
		list, resp, err := c.api.Issues.ListComments(ctx, c.owner, c.repo, s.Pull, opt)
		if err != nil {
			return nil, err
		}
		for _, x := range list {
			mine := x.GetUser().GetLogin() == me || me == "" && x.GetUser().GetType() == "Bot"
			if mine && strings.HasPrefix(x.GetBody(), s.mark()) {
				return x, nil
			}
		}
		if resp.NextPage == 0 {
			return nil, nil
		}
		opt.Page = resp.NextPage
	}
}

// login is the account of a personal token; the token of a workflow or of an
// app may not ask, acts as a bot, and gets "".
func (c *Client) login(ctx context.Context) string {
	user, _, err := c.api.Users.Get(ctx, "")
	if err != nil || user.GetType() == "Bot" {
		return ""
	}
	return user.GetLogin()
}
