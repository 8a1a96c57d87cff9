#!/usr/bin/env bash
# Writes the generated pages: docs/schema.md, docs/library.md, docs/diagnostics.md, docs/coverage.md, docs/queries.md,
# docs/losses.md,
# docs/records.schema.json, docs/rules and docs/families.
# usage: generate-docs.sh BEACONPROOF FOLDER
set -euo pipefail
binary=$1 docs=$2

mkdir -p "$docs/rules" "$docs/families"
# Pages of rules that are gone would stay.
rm -f "$docs"/rules/*.md "$docs"/families/*.md
"$binary" rules document "$docs/rules"
"$binary" families document "$docs/families"
"$binary" schema --markdown >"$docs/schema.md"
"$binary" schema --library --markdown >"$docs/library.md"
"$binary" doctor --diagnostics >"$docs/diagnostics.md"
"$binary" query --list --format markdown >"$docs/queries.md"
"$binary" export schema >"$docs/records.schema.json"
"$binary" rules losses Examples/captures/*.har --markdown >"$docs/losses.md"
"$binary" rules list --requirements --markdown >"$docs/coverage.md"
