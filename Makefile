# `make certify` and `make test` do everything on a fresh machine that has Swift, git and make.

SWIFT ?= swift
SAMPLE ?= Examples/captures/clean-play.har

debug := .build/debug/beaconproof
release := .build/release/beaconproof
format_paths := Package.swift Sources Tests $(wildcard Benchmarks/Package.swift Benchmarks/Sources)
fuzz_seconds ?= 1800

ifeq ($(shell uname -s),Darwin)
# Homebrew's libraries are not where the compiler looks.
brew := $(shell brew --prefix)
# Nor are the headers of the SDK's libxml2.
flags := -Xcc -I$(brew)/include -Xlinker -L$(brew)/lib -Xcc -I$(brew)/opt/openssl@3/include -Xlinker -L$(brew)/opt/openssl@3/lib -Xcc -I$(shell xcrun --show-sdk-path)/usr/include/libxml2
else
# A binary that runs without Swift's libraries. On macOS these belong to the system.
static := --static-swift-stdlib
# Tables of addresses are read-only before anything runs, and libraries come from the system's folders, not from beside the
# binary. That it can be loaded anywhere is the compiler's default; scripts/check-hardening.sh looks at all three.
hardening := --disable-local-rpath -Xlinker -zrelro -Xlinker -znow
# Names and tables that only a debugger reads were more than half of it; `make release small=` keeps them.
small := -debug-info-format none -Xlinker --strip-all
# What the Debian package holds; what is downloaded has the C libraries inside.
linked := .build/dist/linked
endif
release_flags := $(flags) -c release $(static) $(hardening) $(small)

bench_files ?= .build/benchmarks
bench_size ?= 100
bench_python := .build/bench-venv/bin/python

.PHONY: certify test bench build release system-packages lint format pack docs check goldens dependencies sbom dist world
.PHONY: world-known torture mutants growth fuzz clean

## Builds the release binary and certifies a sample capture.
certify: release
	$(release) certify $(SAMPLE)

release: system-packages
	$(SWIFT) build $(release_flags) --product beaconproof

build: system-packages
	$(SWIFT) build $(flags) --product beaconproof

## Runs all tests (those of the shipped rules are among them), and the examples of the sample rules.
test: system-packages
	$(SWIFT) build $(flags) --build-tests
	$(SWIFT) test $(flags) --skip-build
	$(SWIFT) build $(flags) --product beaconproof
	$(debug) rules test Examples/rules

## Measures the stages beside their peers: docs/benchmarks.md. Needs Python; tshark, tcpdump and node where installed.
bench: release
	cd Benchmarks && $(SWIFT) build $(flags) -c release -Xswiftc -enable-testing
	python3 -m venv .build/bench-venv
	$(bench_python) -m pip install --quiet --requirement Benchmarks/requirements.txt
	test -e $(bench_files)/quic.json || $(bench_python) Benchmarks/make_captures.py $(bench_files) $(bench_size)
	$(bench_python) Benchmarks/run.py $(release) Benchmarks/.build/release/Stages $(bench_files)

system-packages:
	@scripts/system-packages.sh

lint:
	$(SWIFT) format lint --strict --recursive --parallel $(format_paths)

format:
	$(SWIFT) format --in-place --recursive --parallel $(format_paths)

## Makes the generated rule pack anew. It is part of the binary: build again to use it.
pack: build
	$(debug) rules pack Rules

## Makes the generated pages anew.
docs: pack
	$(SWIFT) build $(flags) --product beaconproof
	scripts/generate-docs.sh $(debug) docs

## Compares what is generated with what is checked in, and runs the samples through the binary.
check: build
	scripts/check-generated.sh $(debug)
	scripts/end-to-end.sh $(debug)

## Lets the tests write what they compare with anew; look at the difference before committing it. The recording run fails
## by intent, so that it is never taken for a test.
goldens: system-packages
	-RECORD=1 $(SWIFT) test $(flags) --filter DocumentationTests
	git status --short docs Rules/Pack

## Judges simulated stories: viewers, players, networks and recorders (SEEDS of them; goes on where it was stopped).
SEEDS ?= 24000
world: release
	$(SWIFT) build $(flags) --product world
	.build/debug/world $(release) --seeds '0..<$(SEEDS)' --jobs 2 --out .build/world --table docs/world.md

## Lists anew the disagreements of the fixed seeds that `make test` runs; look at the difference before committing it.
world-known: build
	$(SWIFT) build $(flags) --product world
	.build/debug/world $(debug) --known Tests/WorldTests/known-disagreements.tsv

## Compares the content of the packages that are built in with scripts/dependencies.sha256.
dependencies:
	@scripts/dependencies.sh check

## Prints the software bill of materials (CycloneDX).
sbom:
	@scripts/sbom.sh

## Packs a release into dist/: archive, wheel, Debian package, Homebrew formula, container file, sums. The binary is linked
## twice: with the C libraries inside for the download, with the system's for the Debian package.
dist: dependencies release
	mkdir -p .build/dist
ifeq ($(shell uname -s),Darwin)
	cp $(release) .build/dist/beaconproof
else
	cp $(release) $(linked)
	SWIFT=$(SWIFT) scripts/link-portable.sh .build/release .build/dist/beaconproof -Xlinker -zrelro -Xlinker -znow -Xlinker --strip-all
endif
	$(SWIFT) build $(release_flags) --product generate-manual
	rm -rf dist
	scripts/dist.sh .build/dist/beaconproof dist .build/release/generate-manual $(linked)
	scripts/check-dist.sh dist

## Kills, starves and damages the release build for a while; docs/testing.md has the figures.
torture: release
	scripts/torture.sh $(release)

## Certifies ten thousand damaged captures: docs/testing.md has the figures. Needs Python.
mutants: release
	python3 scripts/mutants.py $(release)

## Measures how processor time grows with hostile captures: docs/testing.md. Needs Python.
growth: release
	python3 scripts/growth.py $(release)

## Fuzzes every reader and decoder with libFuzzer and AddressSanitizer, in turn (Linux): docs/testing.md.
fuzz: system-packages
	Tests/Fuzz/run.sh all $(fuzz_seconds)

clean:
	$(SWIFT) package clean
