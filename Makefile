# make        says what there is
# make check  before you send something: no network, a minute or two
# make test   what the integration runs: also the real servers and the fuzzing

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.NOTPARALLEL:
.DEFAULT_GOAL := help

GO ?= go
GAME ?= bomber
# Inputs, not seconds: go test -fuzz takes an input that runs when the time is up
# for a failure.
FUZZTIME ?= 5000x
# Packages at once: more than processors, for many tests wait for a server.
WAITING := -p 4
# What make simulate plays.
EVENINGS ?= 20000
FROM ?= 1
STORM ?= 1
HOUR ?= 1h

LINT_VERSION := v2.15.0
BENCHSTAT_VERSION := v0.0.0-20260908200009-22c9c6c9d4da
BIN := $(CURDIR)/.cache/bin
LINT := $(BIN)/golangci-lint-$(LINT_VERSION)
BENCHSTAT := $(BIN)/benchstat-$(BENCHSTAT_VERSION)
SERVERS := $(CURDIR)/.cache/servers
BROWSER := $(CURDIR)/.cache/browser

.PHONY: help
help: ## this list
	@sed -n 's/^\([a-z]*\):[^#]*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "make %-8s  %s\n", $$1, $$2 }'

.PHONY: demo
demo: need-go ## watch a match of GAME=bomber, snake or sentiant, here in the terminal
	@$(GO) run ./cmd/arbitre demo --game $(GAME)

.PHONY: build
build: need-go ## the program, as ./arbitre
	CGO_ENABLED=0 $(GO) build -trimpath -o arbitre ./cmd/arbitre

.PHONY: check
check: need-go need-cc ## what a change must pass, without network: vet, tests (of the maps a few), lint once "make lint" has got it
	$(GO) vet -tags servers ./...
	$(GO) test -race -shuffle=on -short $(WAITING) ./...
	$(GO) test -short ./storm
	@if [[ -e $(LINT) ]]; then $(MAKE) --no-print-directory lint; else echo "no linter yet: make lint gets it"; fi

.PHONY: test
test: need-go need-cc servers browser ## everything: check, go.mod, the real IRC servers, a little fuzzing; gets what it needs
	$(GO) vet -tags servers ./...
	$(GO) test -race -shuffle=on -timeout 8m $(WAITING) -tags servers ./...
	$(GO) test ./storm
	@$(MAKE) --no-print-directory fuzz
	$(GO) mod tidy -diff
	@$(MAKE) --no-print-directory lint

.PHONY: nightly
nightly: need-go need-cc servers browser ## the tests twenty times over, then each fuzz target on a million inputs
	$(GO) test -race -shuffle=on -count 20 -timeout 2h -tags servers ./...
	@$(MAKE) --no-print-directory fuzz FUZZTIME=1000000x

.PHONY: lint
lint: need-go $(LINT) ## formatting and linters (.golangci.yml)
	$(LINT) fmt --diff
	$(LINT) run

.PHONY: fmt
fmt: need-go $(LINT) ## format the code
	$(LINT) fmt

.PHONY: golden
golden: need-go ## rewrite the expectations in testdata; read the diff before you commit it
	$(GO) test $$(grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -n 1 dirname | sort -u) -update

.PHONY: fuzz
fuzz: need-go ## each fuzz target, FUZZTIME inputs each
	@grep -rH --include='*_test.go' '^func Fuzz' . | sed 's/^\(.*\)\/[^/]*:func \(Fuzz[A-Za-z0-9_]*\).*/\1 \2/' | sort | \
	while read -r folder target; do \
		$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 100x "$$folder" </dev/null; \
	done

.PHONY: simulate
simulate: need-go ## play EVENINGS whole evenings from number FROM on, under storms from the seed STORM
	$(GO) test ./storm -run 'TestEvenings$$' -timeout 24h -evenings $(EVENINGS) -from $(FROM) -storm $(STORM)

.PHONY: evening
evening: need-go ## play one evening of eight hours, number FROM, in virtual time, and print all that everybody heard
	$(GO) test ./storm -run 'TestEvenings$$' -timeout 1h -v -count 1 -evenings 1 -from $(FROM) -storm $(STORM) -length 8h -tell

.PHONY: hour
hour: need-go servers ## play for HOUR on each real server over a bad line; what was seen stays in hour/, to be read
	$(GO) test ./cmd/arbitre -run 'TestProxied$$' -tags servers -timeout 24h -v -count 1 -parallel 4 -hour $(HOUR) -hour.seed $(STORM) -hour.folder $(CURDIR)/hour

.PHONY: maps
maps: need-go ## draw ten thousand maps of sentiant for each number of teams, and check them
	$(GO) test ./sentiant -run 'TestMaps$$' -v -timeout 1h -maps 10000

.PHONY: bench
bench: need-go $(BENCHSTAT) ## ten runs of the benchmarks into bench.new, compared with bench.old if there is one
	$(GO) test -run '^$$' -bench . -benchmem -count 10 ./... | tee bench.new
	$(BENCHSTAT) $(wildcard bench.old) bench.new

.PHONY: cover
cover: need-go ## which statements the tests reach: go tool cover -html cover.out shows the others
	$(GO) test -coverpkg=./... -coverprofile=cover.out ./...
	$(GO) tool cover -func=cover.out | tail -1

.PHONY: servers
servers: ## get the real IRC servers for the tests (Debian or Ubuntu)
	@ircd/servers/fetch.sh $(SERVERS)

.PHONY: browser
browser: ## get the browser in which a test looks at the page (Debian)
	@web/fetch-browser.sh $(BROWSER)

.PHONY: clean
clean: ## remove all that make has made, the linter, the IRC servers and the browser too
	rm -rf .cache arbitre cover.out bench.new

$(LINT):
	GOBIN=$(BIN) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(LINT_VERSION)
	ln -sf golangci-lint $@

$(BENCHSTAT):
	GOBIN=$(BIN) $(GO) install golang.org/x/perf/cmd/benchstat@$(BENCHSTAT_VERSION)
	ln -sf benchstat $@

.PHONY: need-go
need-go:
	@command -v $(GO) >/dev/null || { echo "Go 1.26 is missing: https://go.dev/dl/" >&2; exit 1; }
	@$(GO) env GOVERSION >/dev/null || { echo "Go 1.26 is missing: https://go.dev/dl/" >&2; exit 1; }

.PHONY: need-cc
need-cc: need-go
	@cc=$$($(GO) env CC); command -v $${cc%% *} >/dev/null || { echo "a C compiler is missing, which the race detector needs: apt-get install gcc, or xcode-select --install" >&2; exit 1; }
	@[[ $$($(GO) env CGO_ENABLED) == 1 ]] || { echo "the race detector needs cgo: CGO_ENABLED=1" >&2; exit 1; }
