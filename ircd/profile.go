package ircd

import "time"

// Profile is how a server treats a client that sends fast. A client's clock runs
// ahead of the real one by the cost of each line; lines are carried out while it
// is less than Credit ahead, and wait in the client's receive queue otherwise.
// The zero value never makes anyone wait.
type Profile struct {
	Name string
	// Version is what such a server says that it is, in 002 and 004; "": arbitre.
	Version string

	Line   time.Duration // cost of a line
	Byte   time.Duration // and of each byte of it
	Credit time.Duration
	// Grace is the number of lines after registration that cost nothing, up to
	// the first message.
	Grace int

	RecvQ    int    // bytes that may wait
	MaxLines int    // lines that may wait, if not 0
	Reason   string // of the death of who exceeds either; "": not killed, but no longer read

	// Targets is how many different people a client may write to, and one more
	// each TargetEvery; otherwise TargetCode is the answer. Operators and
	// the voiced of a channel shared with the other are free of it. 0: no limit.
	Targets     int
	TargetEvery time.Duration
	TargetCode  string
}

// Profiles are the profiles of real servers, as measured on them or, where that
// was not possible, as their sources and operators say: ergo, hybrid, inspircd,
// irc2, ircu, ngircd, solanum, unreal; and none.
func Profiles() []Profile {
	return []Profile{
		{Name: "none"},
		{Name: "ergo", Version: "ergo-2.14.0", Line: 500 * time.Millisecond, Credit: 2500 * time.Millisecond, RecvQ: 8192},
		{Name: "hybrid", Version: "hybrid-8.2.43", Line: time.Second, Credit: 5 * time.Second, Grace: 40, RecvQ: 2560, Reason: "Excess Flood"},
		{Name: "inspircd", Version: "InspIRCd-3", Line: time.Second, Credit: 10 * time.Second, RecvQ: 8192, Reason: "RecvQ exceeded"},
		{Name: "irc2", Version: "2.11.2p3", Line: 2 * time.Second, Credit: 8 * time.Second, RecvQ: 2560, Reason: "Excess Flood"},
		{
			Name: "ircu", Version: "u2.10.12.19", Line: 2 * time.Second, Byte: time.Second / 120, Credit: 10 * time.Second,
			RecvQ: 1024, Reason: "Excess Flood",
			Targets: 20, TargetEvery: 128 * time.Second, TargetCode: "439",
		},
		{Name: "ngircd", Version: "ngircd-26.1", Line: 333 * time.Millisecond, Credit: 4 * 333 * time.Millisecond, RecvQ: 8192},
		{
			Name: "solanum", Version: "solanum-1.0-dev", Line: 500 * time.Millisecond, Credit: 2500 * time.Millisecond,
			RecvQ: 20 * 512, MaxLines: 20, Reason: "Excess Flood",
			Targets: 10, TargetEvery: time.Minute, TargetCode: "707",
		},
		{
			Name: "unreal", Version: "UnrealIRCd-6.1.0", Line: 750 * time.Millisecond, Byte: 750 * time.Millisecond / 180, Credit: 10 * time.Second,
			RecvQ: 8000, Reason: "Excess Flood",
			Targets: 10, TargetEvery: 15 * time.Second, TargetCode: "439",
		},
	}
}

// ProfileNamed is the one of Profiles with this name; "" is none.
func ProfileNamed(name string) (Profile, bool) {
	if name == "" {
		return Profile{}, true
	}
	for _, p := range Profiles() {
		if p.Name == name {
			return p, true
		}
	}
	return Profile{}, false
}

// throttles tells whether the profile ever makes a client wait.
func (p *Profile) throttles() bool { return p.Credit > 0 }

// cost of a line of n bytes.
func (p *Profile) cost(n int) time.Duration { return p.Line + time.Duration(n)*p.Byte }
