package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"arbitre/script"
)

// scriptCmd is what authors of ants do on their own machine.
type scriptCmd struct {
	Check scriptCheckCmd `cmd:"" help:"Look for mistakes in scripts of ants, and try them."`
	Run   scriptRunCmd   `cmd:"" help:"Play a match among scripts of ants, here and now."`
	Trial scriptTrialCmd `cmd:"" hidden:"" help:"Try a script in confinement; only arbitre itself starts this."`
}

// scriptFile is the extension of a script's file.
const scriptFile = ".star"

// readScript reads a script from a file, or a sample by its name.
func readScript(name string) (text string, err error) {
	if !strings.ContainsAny(name, `./\`) {
		if text = script.Sample(name); text != "" {
			return text, nil
		}
	}
	file, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("%w (the samples are %s)", err, strings.Join(script.SampleNames(), ", "))
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, script.MostText+1))
	switch {
	case err != nil:
		return "", err
	case len(data) > script.MostText:
		return "", fmt.Errorf("%s: longer than %d bytes, which is the most that a script may be", name, script.MostText)
	case !utf8.Valid(data):
		return "", fmt.Errorf("%s: not UTF-8", name)
	}
	return string(data), nil
}

// scriptName is what a script is called in a match.
func scriptName(file string) string {
	return strings.TrimSuffix(filepath.Base(file), scriptFile)
}
