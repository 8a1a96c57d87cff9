#!/usr/bin/env bash
# Writes the generated pages: docs/schema.md, docs/diagnostics.md, docs/coverage.md and docs/rules.
# usage: generate-docs.sh BEACONPROOF FOLDER
set -euo pipefail
binary=$1 docs=$2

mkdir -p "$docs/rules"
# Pages of rules that are gone would stay.
rm -f "$docs"/rules/*.md
"$binary" rules document "$docs/rules"
"$binary" schema --markdown >"$docs/schema.md"
"$binary" doctor --diagnostics >"$docs/diagnostics.md"
"$binary" rules list --requirements --markdown >"$docs/coverage.md"
