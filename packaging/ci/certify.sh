#!/bin/sh
# Judges a folder of captures for a pull request and leaves everything that a CI service shows in the folder `reports`:
# results.ndjson, beaconproof.sarif, beaconproof.xml (JUnit), summary.md and a page for each capture.
# The exit code is that of `beaconproof batch`: 1 findings, 2 something unreadable, 3 too little was seen.
# usage: certify.sh CAPTURES [ARGUMENT...]
#   BASELINE, WAIVERS  files that are used where they exist
set -eu
captures=$1
shift
if [ -n "${BASELINE:-}" ] && [ -f "$BASELINE" ]; then set -- --baseline "$BASELINE" "$@"; fi
if [ -n "${WAIVERS:-}" ] && [ -f "$WAIVERS" ]; then set -- --waivers "$WAIVERS" "$@"; fi
rm -rf reports
mkdir -p reports
code=0
beaconproof batch "$captures" --facts-beside --pages reports/pages \
    --output json=reports/results.ndjson --output sarif=reports/beaconproof.sarif \
    --output junit=reports/beaconproof.xml --output markdown=reports/summary.md "$@" || code=$?
# A step summary holds at most 1 MiB.
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f reports/summary.md ]; then
    head -c 1000000 reports/summary.md >>"$GITHUB_STEP_SUMMARY"
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then echo "code=$code" >>"$GITHUB_OUTPUT"; fi
exit $code
