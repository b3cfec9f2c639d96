package journal

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// lockName is the file by whose lock a program has the folder.
const lockName = "lock"

// lockFolder keeps other programs from the folder until the file is closed. The
// file stays: it says who has, or had, the folder.
func lockFolder(dir, version string) (*os.File, error) {
	file, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	taken, err := tryLock(file)
	if err == nil && !taken {
		err = fmt.Errorf("%s is in use by %s: expected a folder of its own for each program", dir, holder(file))
	}
	if err != nil {
		return nil, errorOr(err, file.Close())
	}
	sign(file, version)
	return file, nil
}

// sign says in the file who has the folder. On a full disk it says nothing, which
// is no reason not to go on.
func sign(file *os.File, version string) {
	_ = file.Truncate(0)
	_, _ = fmt.Fprintf(file, "process %d, arbitre %s, since %s\n", os.Getpid(), version, time.Now().UTC().Format(time.RFC3339))
}

// holder is what the file says of who has the folder.
func holder(file *os.File) string {
	text, err := io.ReadAll(io.LimitReader(file, 200))
	if who := strings.TrimSpace(string(text)); err == nil && who != "" {
		return who
	}
	return "another program"
}
