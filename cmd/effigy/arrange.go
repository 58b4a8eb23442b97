package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/effigydb/effigy/internal/config"
)

// arrange checks commands and flags by name and moves the flags before the
// arguments, so that both may stand in any order. Whatever is unknown is a
// usage error with the nearest match. A "--" ends the flags.
func arrange(app *cli.App, args []string) ([]string, error) {
	commands, flags := app.Commands, []cli.Flag{cli.HelpFlag}
	if len(args) == 1 && args[0] == "--version" {
		args = []string{"version"}
	}
	var path []string
	for len(args) > 0 && !strings.HasPrefix(args[0], "-") && len(commands) > 0 {
		i := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(args[0]) })
		if i < 0 {
			return nil, unknown("command", strings.Join(append(path, args[0]), " "), args[0], commandNames(commands))
		}
		path = append(path, args[0])
		flags = append(slices.Clone(commands[i].Flags), cli.HelpFlag)
		commands = commands[i].Subcommands
		args = args[1:]
	}
	front, rest, err := split(flags, args, func(name string) error {
		if hint := instead(app, strings.Join(path, " "), name); hint != "" {
			return usage("unknown flag --"+name, hint)
		}
		return unknown("flag", "--"+name, name, flagNames(flags))
	})
	if err != nil {
		return nil, err
	}
	path = append(path, front...)
	if len(rest) > 0 {
		path = append(append(path, "--"), rest...)
	}
	return path, nil
}

// split sorts the words after a command into flags with their values and
// arguments; stray is the error for a flag that is not among them.
func split(flags []cli.Flag, args []string, stray func(name string) error) (front, rest []string, err error) {
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			return front, append(rest, args[i+1:]...), nil
		}
		if word == "-" || !strings.HasPrefix(word, "-") || negative(word) {
			rest = append(rest, word)
			continue
		}
		name, value, given := strings.Cut(strings.TrimLeft(word, "-"), "=")
		flag := find(flags, name)
		if flag == nil {
			return nil, nil, stray(name)
		}
		front = append(front, "--"+name)
		if _, isBool := flag.(*cli.BoolFlag); isBool {
			if given {
				front[len(front)-1] += "=" + value
			}
			continue
		}
		if !given {
			if i++; i == len(args) {
				return nil, nil, usage(fmt.Sprintf("flag --%s needs a value", name), "such as "+sample(flag))
			}
			value = args[i]
		}
		if value, err = readable(flag, value); err != nil {
			return nil, nil, err
		}
		front[len(front)-1] += "=" + value
	}
	return front, rest, nil
}

// readable is the value of a flag as the parser of flags takes it: days are
// hours there. A text that is no such value is an error that says what is.
func readable(flag cli.Flag, value string) (string, error) {
	name := flag.Names()[0]
	switch flag.(type) {
	case *cli.IntFlag, *cli.Int64Flag:
		if _, err := strconv.ParseInt(value, 0, 64); err != nil {
			return "", usage(fmt.Sprintf("--%s: %q is no whole number", name, value), "such as "+sample(flag))
		}
	case *cli.DurationFlag:
		d, err := config.Duration(value)
		if err != nil {
			return "", usage(fmt.Sprintf("--%s: %v", name, err), "such as "+sample(flag))
		}
		return d.String(), nil
	}
	return value, nil
}

// sample is how a flag may be written.
func sample(flag cli.Flag) string {
	name := "--" + flag.Names()[0]
	switch f := flag.(type) {
	case *cli.Int64Flag:
		return name + " 1000"
	case *cli.IntFlag:
		return name + " 4"
	case *cli.DurationFlag:
		return name + " 36h"
	case *cli.StringFlag:
		if _, after, ok := strings.Cut(f.Usage, "`"); ok {
			what, _, _ := strings.Cut(after, "`")
			return name + " " + what
		}
	}
	return name + " VALUE"
}

// negative reports a word such as -5h: no flag begins with a digit.
func negative(word string) bool {
	return len(word) > 1 && word[0] == '-' && word[1] >= '0' && word[1] <= '9'
}

func find(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// others are the commands that take the flags which are tried on another.
var others = map[string]struct{ command, hint string }{
	"reset": {"rebuild", "reset gives the same data back; effigy rebuild --replace NAME takes --"},
}

// instead is the hint for a flag that a command lacks and its neighbour has.
func instead(app *cli.App, command, flag string) string {
	other := app.Command(others[command].command)
	if other == nil || find(other.Flags, flag) == nil {
		return ""
	}
	return others[command].hint + flag
}

func unknown(what, shown, word string, known []string) error {
	hint := "see effigy --help"
	if near := config.Nearest(word, known); near != "" {
		if what == "flag" {
			near = "--" + near
		}
		hint = "did you mean " + near + "?"
	}
	return usage(fmt.Sprintf("unknown %s %s", what, shown), hint)
}

func commandNames(commands []*cli.Command) []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}

func flagNames(flags []cli.Flag) []string {
	var names []string
	for _, f := range flags {
		names = append(names, f.Names()...)
	}
	return names
}
