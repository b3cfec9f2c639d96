// Command arbitre is the referee of bot contests on IRC. It reads the
// configuration, builds the parts, wires them and stops them; "arbitre step"
// plays the rules without any of that. Package arbitre has the tour of the code.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/alecthomas/kong"

	"arbitre"
	"arbitre/irc"
)

// commands is the command line. A command's Run is given the terminal.
type commands struct {
	Demo   demoCmd   `cmd:"" help:"Watch sample bots play a match, here and now."`
	Serve  serveCmd  `cmd:"" help:"Connect to the networks of a configuration file and referee until stopped."`
	Backup backupCmd `cmd:"" help:"Copy the database of results, also while arbitre serve works with it."`
	Verify verifyCmd `cmd:"" help:"Play matches again from their files and tell whether they are what the rules make of them."`
	Replay replayCmd `cmd:"" help:"Show a match from its file: in the terminal, or as lines where there is none."`
	Config configCmd `cmd:"" help:"Print the example of a configuration file, with every key and its default."`
	Check  checkCmd  `cmd:"" help:"Tell whether a configuration file is good."`
	Health healthCmd `cmd:"" help:"Ask an arbitre serve on this machine how it does."`
	Step   stepCmd   `cmd:"" help:"Play the rules of a game: a JSON line in, a JSON line out."`
	Script scriptCmd `cmd:"" help:"Check scripts of ants, and play matches among them."`
	Ircd   ircdCmd   `cmd:"" help:"Run a small IRC server on this machine, to try a bot against."`

	ScriptWorker scriptWorkerCmd `cmd:"" hidden:"" help:"Play a colony of sentiant by a script, for the referee that starts it."`

	Version versionCmd       `cmd:"" help:"Print the version."`
	Flag    kong.VersionFlag `name:"version" help:"Print the version."`
}

// terminal is where a command reads and writes.
type terminal struct {
	in       io.Reader
	out, err io.Writer
}

// Exit statuses. 2 is the Go runtime's own, of a panic that nothing caught and of
// the SIGABRT by which systemd's watchdog ends who stalls: there a restart helps.
const (
	exitFailure  = 1
	exitUnwanted = 3  // a network threw us out twice: another start would be no better
	exitUsage    = 64 // sysexits.h, EX_USAGE
)

func main() {
	os.Exit(run(os.Args[1:], &terminal{os.Stdin, os.Stdout, os.Stderr}))
}

// run carries out a command line and returns the exit status; what goes wrong
// is one line on the terminal's err.
func run(args []string, t *terminal) (status int) {
	defer func() {
		if fault := recover(); fault != nil {
			_, _ = fmt.Fprintf(t.err, "arbitre: %v\n", errFault(fault))
			status = exitFailure
		}
	}()
	var c commands
	parser, err := kong.New(&c,
		kong.Name("arbitre"),
		kong.Description("A referee for contests of bots on IRC."),
		vocabulary(),
		kong.Writers(t.out, t.err),
	)
	if err != nil {
		panic(err)
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		err = usageError{fmt.Errorf("%w (see arbitre --help)", err)}
	} else {
		err = ctx.Run(t)
	}
	if err == nil {
		return 0
	}
	_, _ = fmt.Fprintf(t.err, "arbitre: %v\n", err)
	if _, ok := errors.AsType[usageError](err); ok {
		return exitUsage
	}
	if errors.Is(err, irc.ErrKilled) {
		return exitUnwanted
	}
	return exitFailure
}

// vocabulary is what the help and the tags of the commands name.
func vocabulary() kong.Vars {
	return kong.Vars{"version": "arbitre " + version(), "games": gameNames(), "servers": profileNames()}
}

// errFault is what a person is told of a panic.
func errFault(fault any) error {
	return fmt.Errorf("a fault of the program, please report it: %v", fault)
}

// usageError is a command line that cannot be understood.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

type configCmd struct{}

// Run prints the example.
func (configCmd) Run(t *terminal) error {
	_, err := io.WriteString(t.out, arbitre.ExampleConfig)
	return err
}

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(t *terminal) error {
	_, err := fmt.Fprintln(t.out, "arbitre", version())
	return err
}

// version is that of the module as the build knows it: a release's, or that of
// the commit.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
