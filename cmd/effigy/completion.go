package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// The scripts ask the program itself what may follow, so they never go stale.
var completions = map[string]string{
	"bash": `_effigy() {
  local words=("${COMP_WORDS[@]:0:COMP_CWORD}")
  COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o bashdefault -o default -F _effigy effigy
`,
	"zsh": `#compdef effigy
_effigy() {
  local -a found
  found=("${(@f)$("${words[@]:0:$((CURRENT-1))}" --generate-bash-completion 2>/dev/null)}")
  if [[ -n "$found" ]]; then _describe effigy found; else _files; fi
}
compdef _effigy effigy
`,
	"fish": `complete -c effigy -a '(set -l w (commandline -opc); command $w --generate-bash-completion 2>/dev/null)'
`,
}

func (p *program) completion() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion of a shell: bash, zsh or fish",
		ArgsUsage: "SHELL",
		Description: "  source <(effigy completion bash)\n" +
			"  effigy completion zsh > \"${fpath[1]}/_effigy\"\n" +
			"  effigy completion fish > ~/.config/fish/completions/effigy.fish",
		Action: func(c *cli.Context) error {
			if err := arguments(c, 1, 1); err != nil {
				return err
			}
			script, ok := completions[c.Args().First()]
			if !ok {
				return usage(fmt.Sprintf("unknown shell %q", c.Args().First()), "bash, zsh or fish")
			}
			_, err := fmt.Fprint(p.stdout, script)
			return err
		},
	}
}

// asked is the word by which a shell asks what may follow.
const asked = "--generate-bash-completion"

// follow lists what may follow the words so far: commands, else flags.
func (p *program) follow(app *cli.App, words []string) {
	commands, flags := app.Commands, app.Flags
	for _, w := range words {
		for _, c := range commands {
			if c.HasName(w) {
				commands, flags = c.Subcommands, c.Flags
				break
			}
		}
	}
	for _, c := range commands {
		if !c.Hidden {
			fmt.Fprintln(p.stdout, c.Name)
		}
	}
	for _, f := range flags {
		fmt.Fprintln(p.stdout, "--"+f.Names()[0])
	}
}
