#!/usr/bin/env bash
# Fails when a generated file is stale: the rule pack, or a generated page.
# usage: check-generated.sh BEACONPROOF
set -euo pipefail
binary=$1
cd "$(dirname "$0")/.."

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
cp -R Rules "$fresh/Rules"
"$binary" rules pack "$fresh/Rules"
scripts/generate-docs.sh "$binary" "$fresh/docs"

stale=0
compare() {
    if ! diff --recursive --brief "$1" "$2" >&2; then
        echo "stale: $2; run '$3' and commit" >&2
        stale=1
    fi
}
compare "$fresh/Rules/Pack" Rules/Pack "make pack"
for page in "$fresh"/docs/*; do compare "$page" "docs/${page##*/}" "make docs"; done
exit $stale
