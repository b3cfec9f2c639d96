//go:build !linux

package confine

import (
	"math"
	"os"
)

func thisProgram() (string, error) { return os.Executable() }

func keepDescriptors() {}

func peak(*os.ProcessState) int64 { return 0 }

const requestsPerRenewal = math.MaxInt

// renewProcessor does nothing: the limits of another process can't be set here.
func renewProcessor(int) {}
