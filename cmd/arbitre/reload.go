package main

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"arbitre/irc"
	"arbitre/referee"
)

// reload reads the configuration anew and takes over what can be without losing a
// match. One that is wrong changes nothing.
func (s *service) reload(ctx context.Context) {
	if s.stopping {
		return
	}
	s.system.reloading()
	fresh, err := s.load()
	if err != nil {
		s.log.Error("configuration not taken over, nothing has changed", zap.Error(err))
	} else {
		s.takeOver(ctx, fresh)
	}
	if s.panel != nil {
		s.panel.Reloaded(err)
	}
	s.system.reloaded(err)
}

// takeOver puts a configuration in the place of the one at work.
func (s *service) takeOver(ctx context.Context, fresh *config) {
	s.logChanges(fresh)
	if level, err := zapcore.ParseLevel(fresh.log.level); err == nil { // the table of keys knows none but good ones
		s.level.SetLevel(level)
	}
	// What holds with the next start stays as it is until then, and is told again.
	fresh.log.format, fresh.data, fresh.web = s.config.log.format, s.config.data, s.config.web
	fresh.operations.address = s.config.operations.address
	s.config = fresh
	s.scripts.Offer(fresh.scripts)

	wanted := map[string]irc.Config{}
	for _, network := range fresh.networks {
		wanted[network.Name] = network
	}
	for _, n := range s.running() {
		network, stays := wanted[n.name]
		delete(wanted, n.name)
		switch {
		case n.leaving && stays:
			n.next = &network
		case n.leaving:
			n.next = nil
		case !stays:
			n.leaving = true
			n.log.Info("no longer in the configuration: left when its matches have ended")
			go n.takeLeave(ctx, referee.ToLeave, referee.ForEver)
		case !sameNetwork(n.config, network):
			n.leaving, n.next = true, &network
			n.log.Info("connects anew when its matches have ended")
			go n.takeLeave(ctx, referee.ToReconnect, referee.ForEver)
		default:
			s.reloadNetwork(ctx, n, network)
		}
	}
	for _, network := range fresh.networks {
		if _, missing := wanted[network.Name]; missing && s.givenUp[network.Name] == nil {
			s.start(ctx, network)
		}
	}
}

// reloadNetwork changes what can be changed of a network that stays connected.
func (s *service) reloadNetwork(ctx context.Context, n *served, network irc.Config) {
	enter, leave := missing(network.Channels, n.config.Channels), missing(n.config.Channels, network.Channels)
	n.config = network
	asking, cancel := context.WithTimeout(ctx, deskPatience)
	defer cancel()
	if err := n.desk.Reload(asking, s.config.referee, enter, leave); err != nil {
		n.log.Error("configuration not taken over", zap.Error(err))
	}
}

// missing is what one list of channels has and the other lacks, by name.
func missing(from, in []string) (names []string) {
	for _, channel := range from {
		name, _, _ := strings.Cut(channel, " ")
		if !slices.ContainsFunc(in, func(other string) bool {
			otherName, _, _ := strings.Cut(other, " ")
			return strings.EqualFold(name, otherName)
		}) {
			names = append(names, channel)
		}
	}
	return names
}

// sameNetwork tells whether two configurations differ in no more than the
// channels.
func sameNetwork(a, b irc.Config) bool {
	if (a.TLS == nil) != (b.TLS == nil) {
		return false
	}
	if a.TLS != nil {
		same := a.TLS.ServerName == b.TLS.ServerName && a.TLS.RootCAs.Equal(b.TLS.RootCAs) &&
			len(a.TLS.Certificates) == len(b.TLS.Certificates)
		for i := range a.TLS.Certificates {
			same = same && reflect.DeepEqual(a.TLS.Certificates[i].Certificate, b.TLS.Certificates[i].Certificate)
		}
		if !same {
			return false
		}
	}
	a.TLS, b.TLS, a.Channels, b.Channels = nil, nil, nil, nil
	return reflect.DeepEqual(a, b)
}

// logChanges tells which keys have changed, and when each of them holds.
func (s *service) logChanges(fresh *config) {
	changes := map[string][]string{}
	for _, key := range changedKeys("", s.config.file, fresh.file) {
		when := whenHolds(key)
		changes[when] = append(changes[when], key)
		if when == byRestart {
			putBack(fresh.file, s.config.file, key)
		}
	}
	s.log.Info("configuration taken over",
		zap.Strings("at once", changes[atOnce]), zap.Strings("in matches to come", changes[inMatches]),
		zap.Strings("by connecting anew", changes[byConnecting]), zap.Strings("after a restart", changes[byRestart]))
}

// putBack puts the value that a key "table.name" had before into the file.
func putBack(file, before map[string]any, key string) {
	path, name, _ := strings.Cut(key, ".")
	tableBefore, _ := before[path].(map[string]any)
	table, _ := file[path].(map[string]any)
	if table == nil {
		table = map[string]any{}
	}
	if value, was := tableBefore[name]; was {
		table[name] = value
	} else {
		delete(table, name)
	}
	file[path] = table
}

// When a changed key holds.
const (
	atOnce       = "at once"
	inMatches    = "in matches to come"
	byConnecting = "by connecting anew"
	byRestart    = "after a restart"
)

// whenHolds tells when a key that has changed holds; docs/operating.md has the
// same table.
func whenHolds(key string) string {
	table, rest, _ := strings.Cut(key, ".")
	switch table {
	case "log":
		if rest == "level" {
			return atOnce
		}
		return byRestart
	case "data", "web":
		return byRestart
	case "operations":
		if rest == "address" {
			return byRestart
		}
		return atOnce
	case "network":
		if _, name, cut := strings.Cut(rest, "] "); !cut || name == "channels" {
			return atOnce // one that is new or gone, or its channels
		}
		return byConnecting
	case "referee":
		name, _, _ := strings.Cut(rest, ".")
		if slices.Contains([]string{"round_length", "lobby", "first_turn", "early_end", "disqualify", "absent_turns", "split_wait"}, name) {
			return inMatches
		}
		return atOnce
	}
	return inMatches // a game's
}

// changedKeys are the keys in which two tables of a file differ, sorted. Networks
// are known by their names, or addresses.
func changedKeys(path string, a, b map[string]any) (keys []string) {
	all := maps.Clone(a)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		before, after := a[name], b[name]
		if path == "" && name == "network" {
			keys = append(keys, changedNetworks(before, after)...)
			continue
		}
		tableBefore, wasTable := before.(map[string]any)
		tableAfter, isTable := after.(map[string]any)
		switch {
		case wasTable || isTable:
			keys = append(keys, changedKeys(path+name+".", tableBefore, tableAfter)...)
		case !reflect.DeepEqual(before, after):
			keys = append(keys, path+name)
		}
	}
	return keys
}

func changedNetworks(before, after any) (keys []string) {
	a, b := networksByName(before), networksByName(after)
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		place := fmt.Sprintf("network.[%s]", name)
		if a[name] == nil || b[name] == nil {
			keys = append(keys, place)
			continue
		}
		keys = append(keys, changedKeys(place+" ", a[name], b[name])...)
	}
	return keys
}

// networksByName are the tables of networks by name, which is as networkTable has
// it.
func networksByName(value any) map[string]map[string]any {
	named := map[string]map[string]any{}
	tables, _ := value.([]map[string]any)
	for _, table := range tables {
		name, _ := table["name"].(string)
		if name == "" {
			address, _ := table["address"].(string)
			name = hostOf(address)
		}
		named[name] = table
	}
	return named
}
