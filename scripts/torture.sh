#!/usr/bin/env bash
# What a machine can do to a run: kill it, fill its disk, take its folder, close its output, press Ctrl-C. Each case prints
# a line; the script fails when one does not hold. Needs Linux, sqlite3 and, for the full disk, root.
# usage: torture.sh BEACONPROOF [KILLS]
set -uo pipefail
binary=$(realpath "$1") kills=${2:-200}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; mountpoint --quiet "$work/full" && umount "$work/full"; rm -rf "$work"' EXIT
faults=0

holds() { echo "ok    $1"; }
fails() {
    echo "FAULT $1"
    faults=$((faults + 1))
}

# A capture that takes a while: a sample's entries, again and again, each time a minute later.
capture=$work/long.har
python3 - "$capture" <<'PYTHON'
import datetime, json, sys
har = json.load(open("Examples/captures/clean-play.har"))
entries = har["log"]["entries"]
def later(entry, minutes):
    begin = datetime.datetime.fromisoformat(entry["startedDateTime"].replace("Z", "+00:00"))
    begin += datetime.timedelta(minutes=minutes)
    return dict(entry, startedDateTime=begin.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
har["log"]["entries"] = [later(entry, minutes) for minutes in range(150) for entry in entries]
json.dump(har, open(sys.argv[1], "w"))
PYTHON
begin=$(date +%s%N)
"$binary" certify --no-config --quiet "$capture"
taken=$((($(date +%s%N) - begin) / 1000))

# Killed at any moment, the database is absent, or it opens, is whole, and a new run replaces it.
absent=0 whole=0
for ((number = 0; number < kills; number++)); do
    rm -rf "$work/db" && mkdir "$work/db"
    "$binary" certify --no-config --quiet --db "$work/db/run.db" "$capture" &
    process=$!
    sleep "$(awk -v most="$taken" -v seed="$number" 'BEGIN { srand(seed); printf "%.4f", rand() * most / 1e6 }')"
    kill -KILL "$process" 2>/dev/null
    wait "$process" 2>/dev/null
    if [ ! -e "$work/db/run.db" ]; then
        absent=$((absent + 1))
    elif [ "$(sqlite3 "$work/db/run.db" 'PRAGMA integrity_check' 2>&1)" = ok ]; then
        whole=$((whole + 1))
    else
        fails "kill $number left a database that does not open"
    fi
done
holds "$kills kills: $absent times no database, $whole times a whole one"
"$binary" certify --no-config --quiet --db "$work/db/run.db" "$capture"
[ $? -eq 0 ] && holds "a run after a kill" || fails "a run after a kill does not pass"

status() {
    local expected=$1 name=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    local found=$?
    if [ $found -eq "$expected" ] && { [ "$expected" -ne 2 ] || [ "$(wc -l <"$work/err")" -eq 1 ]; }; then
        holds "$name: exit $found; $(head -c 100 "$work/err" | head -1)"
    else
        fails "$name: exit $found instead of $expected: $(head -3 "$work/err")"
    fi
}

if [ "$(id -u)" -eq 0 ]; then
    mkdir "$work/full" && mount -t tmpfs -o size=256k tmpfs "$work/full"
    status 2 "disk full" "$binary" certify --no-config --db "$work/full/run.db" "$capture"
    umount "$work/full"
fi
status 2 "no such folder" "$binary" certify --no-config --db "$work/none/run.db" "$capture"
status 2 "the input vanished" "$binary" certify --no-config "$work/none.har"
status 2 "a folder as input" "$binary" certify --no-config "$work"
: >"$work/empty.har"
status 2 "an empty input" "$binary" certify --no-config "$work/empty.har"
"$binary" certify --no-config --format json "$capture" 2>"$work/err" | head -c 10 >/dev/null
[ ! -s "$work/err" ] && holds "a reader that closes the output" || fails "a closed output: $(head -2 "$work/err")"
"$binary" certify --no-config --quiet "$capture" &
process=$!
sleep 0.05
kill -INT "$process"
wait "$process"
[ $? -eq 130 ] && holds "Ctrl-C: exit 130" || fails "Ctrl-C does not exit with 130"
leftovers=$(find "${TMPDIR:-/tmp}" -maxdepth 1 -user "$(id -un)" -name 'beaconproof*' -newer "$capture" | wc -l)
[ "$leftovers" -eq 0 ] && holds "no temporary file is left" || fails "$leftovers temporary files are left"

exit $((faults > 0))
