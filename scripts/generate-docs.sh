#!/usr/bin/env bash
# Writes the generated pages: docs/schema.md, docs/diagnostics.md and docs/rules.
# usage: generate-docs.sh BEACONPROOF FOLDER
set -euo pipefail
binary=$1 docs=$2

mkdir -p "$docs/rules"
# Pages of rules that are gone would stay.
rm -f "$docs"/rules/*.md
"$binary" rules document "$docs/rules"
"$binary" schema --markdown >"$docs/schema.md"
# Only builds that know the command write this page.
if "$binary" diagnostics --markdown >"$docs/diagnostics.md.new" 2>/dev/null; then
    mv "$docs/diagnostics.md.new" "$docs/diagnostics.md"
else
    rm -f "$docs/diagnostics.md.new"
fi
