package script

import (
	"embed"
	"fmt"
)

//go:embed samples/*.star
var samples embed.FS

// SampleNames are the scripts that come with the program.
func SampleNames() []string { return []string{"beginner", "forager", "fighter"} }

// Sample is the text of a script that comes with the program, "" if there is none
// of that name.
func Sample(name string) string {
	text, err := samples.ReadFile(fmt.Sprintf("samples/%s.star", name))
	if err != nil {
		return ""
	}
	return string(text)
}
