#!/usr/bin/env bash
# What a machine can do to a run: kill it, fill its disk, take its folder, lock its database, change its input, close its
# output, press Ctrl-C. Each case prints a line; the script fails when one does not hold. Needs Linux, Python 3, sqlite3
# and, for full disks and read-only folders, root.
# usage: torture.sh BEACONPROOF [KILLS]
set -uo pipefail
binary=$(realpath "$1") kills=${2:-200}
cd "$(dirname "$0")/.."
work=$(mktemp -d)
# Temporary files of the runs, and of nobody else.
export TMPDIR=$work/temporary
mkdir "$TMPDIR"
cleanup() {
    for place in full frozen; do mountpoint --quiet "$work/$place" && umount "$work/$place"; done
    rm -rf "$work"
}
trap cleanup EXIT
faults=0

holds() { echo "ok    $1"; }
fails() {
    echo "FAULT $1"
    faults=$((faults + 1))
}

# Captures that take a while: a sample's entries, again and again, each time a minute later.
capture=$work/long.har
python3 - "$capture" "$work" <<'PYTHON'
import datetime, json, sys
har = json.load(open("Examples/captures/clean-play.har"))
entries = har["log"]["entries"]
def later(entry, minutes):
    begin = datetime.datetime.fromisoformat(entry["startedDateTime"].replace("Z", "+00:00"))
    begin += datetime.timedelta(minutes=minutes)
    return dict(entry, startedDateTime=begin.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
def write(path, plays):
    har["log"]["entries"] = [later(entry, minutes) for minutes in plays for entry in entries]
    json.dump(har, open(path, "w"))
write(sys.argv[1], range(150))
# A clock that is set back by a year, by seconds, and on by two centuries.
year = 365 * 24 * 60
write(sys.argv[2] + "/clock.har", [0, 1, -year, 2, 1, 200 * year, 3])
import os
os.mkdir(sys.argv[2] + "/many")
for number in range(6):
    write(sys.argv[2] + f"/many/{number}.har", range(10))
PYTHON

# Killed at any moment, the database is absent, or it opens, is whole, and a new run replaces it.
# kill_often WHAT COUNT COMMAND…: the command writes $work/db/run.db
kill_often() {
    local what=$1 count=$2 absent=0 whole=0 damaged=0
    shift 2
    rm -rf "$work/db" && mkdir "$work/db"
    local begin taken
    begin=$(date +%s%N)
    "$@" >"$work/out" 2>&1
    taken=$((($(date +%s%N) - begin) / 1000))
    for ((number = 0; number < count; number++)); do
        rm -rf "$work/db" && mkdir "$work/db"
        "$@" >"$work/out" 2>&1 &
        local process=$!
        sleep "$(awk -v most="$taken" -v seed="$number" 'BEGIN { srand(seed); printf "%.4f", rand() * most / 1e6 }')"
        kill -KILL "$process" 2>/dev/null
        wait "$process" 2>/dev/null
        if [ ! -e "$work/db/run.db" ]; then
            absent=$((absent + 1))
        elif [ "$(sqlite3 "$work/db/run.db" 'PRAGMA integrity_check' 2>&1)" = ok ] &&
            "$binary" query --format csv "$work/db/run.db" 'SELECT name, verdict FROM run' >"$work/says" 2>&1 &&
            [ "$(wc -l <"$work/says")" -gt 1 ]; then
            whole=$((whole + 1))
        else
            damaged=$((damaged + 1))
            fails "$what: kill $number left a database that does not open or says nothing: $(head -2 "$work/says")"
        fi
    done
    [ $damaged -eq 0 ] && holds "$what: $count kills, $absent times no database, $whole times a whole one"
    "$@" >"$work/out" 2>&1
    local found=$?
    [ $found -eq 0 ] || [ $found -eq 3 ] && holds "$what: a run after the kills" ||
        fails "$what: a run after the kills exits with $found: $(head -2 "$work/out")"
    local partial
    partial=$(find "$work/db" -name '*.partial-*' | wc -l)
    [ "$partial" -eq 0 ] && holds "$what: nothing unfinished is left" || fails "$what: $partial unfinished files are left"
}
kill_often "certify --db" "$kills" "$binary" certify --no-config --quiet --db "$work/db/run.db" "$capture"
kill_often "batch --db" "$kills" \
    "$binary" batch --no-config --quiet --jobs 2 --allow-inconclusive --db "$work/db/run.db" "$work/many"

# Killed at any moment, what stood in an output's place is there, or the new output is, and whole.
# kill_output WHAT COUNT CHECK COMMAND…: the command writes into $work/db; CHECK says whether all that is there is whole.
kill_output() {
    local what=$1 count=$2 check=$3 damaged=0
    shift 3
    local begin taken
    begin=$(date +%s%N)
    "$@" >"$work/out" 2>&1
    taken=$((($(date +%s%N) - begin) / 1000))
    for ((number = 0; number < count; number++)); do
        "$@" >"$work/out" 2>&1 &
        local process=$!
        sleep "$(awk -v most="$taken" -v seed="$number" 'BEGIN { srand(seed); printf "%.4f", rand() * most / 1e6 }')"
        kill -KILL "$process" 2>/dev/null
        wait "$process" 2>/dev/null
        $check >"$work/says" 2>&1 || {
            damaged=$((damaged + 1))
            fails "$what: kill $number left half of it: $(head -2 "$work/says")"
        }
    done
    [ $damaged -eq 0 ] && holds "$what: $count kills, each time the old or the new one"
    "$@" >"$work/out" 2>&1
    local found=$? partial
    [ $found -eq 0 ] || [ $found -eq 3 ] && holds "$what: a run after the kills" ||
        fails "$what: a run after the kills exits with $found: $(head -2 "$work/out")"
    partial=$(find "$work/db" -name '*.partial-*' | wc -l)
    [ "$partial" -eq 0 ] && holds "$what: nothing unfinished is left" || fails "$what: $partial unfinished files are left"
}
reports_are_whole() {
    [ "$(tail -c 8 "$work/db/run.html")" = "</html>" ] && python3 -m json.tool "$work/db/run.json" >/dev/null
}
verdict_is_there() {
    [ "$(sqlite3 "$work/db/run.db" 'PRAGMA integrity_check')" = ok ] &&
        [ "$("$binary" query --format csv "$work/db/run.db" 'SELECT count(verdict) FROM run' 2>/dev/null | tail -1)" = 1 ]
}
certificate_is_whole() {
    cmp --silent "$work/secret.pem" "$work/secret.copy" &&
        python3 -c 'import json, sys; json.load(open(sys.argv[1]))["signatures"][0]["sig"]' "$work/db/run.dsse"
}
rm -rf "$work/db" && mkdir "$work/db"
kill_output "certify --output" "$kills" reports_are_whole "$binary" certify --no-config --quiet \
    --output html="$work/db/run.html" --output json="$work/db/run.json" "$capture"
rm -rf "$work/db" && mkdir "$work/db"
"$binary" certify --no-config --quiet --db "$work/db/run.db" "$capture"
kill_output "certify --database" "$kills" verdict_is_there \
    "$binary" certify --no-config --quiet --database "$work/db/run.db" --db "$work/db/run.db"
if openssl genpkey -algorithm ed25519 -out "$work/secret.pem" 2>"$work/err"; then
    cp "$work/secret.pem" "$work/secret.copy"
    rm -rf "$work/db" && mkdir "$work/db"
    kill_output "sign" "$kills" certificate_is_whole \
        "$binary" sign --no-config --key "$work/secret.pem" --output "$work/db/run.dsse" "$capture"
else
    echo "skip  sign: no openssl that makes an Ed25519 key"
fi
"$binary" batch --no-config --quiet --jobs 2 --allow-inconclusive "$work/many" >"$work/out" 2>&1
leftovers=$(find "$TMPDIR" -mindepth 1 | wc -l)
[ "$leftovers" -eq 0 ] && holds "temporary files of killed processes are gone after the next start" ||
    fails "$leftovers temporary files of killed processes are left: $(find "$TMPDIR" -mindepth 1 | head -3)"

# status EXPECTED NAME COMMAND…: several codes may be expected, as in "0|3"; a refusal is one line.
status() {
    local expected=$1 name=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    local found=$?
    if [[ "|$expected|" == *"|$found|"* ]] && { [ $found -ne 2 ] || [ "$(wc -l <"$work/err")" -eq 1 ]; }; then
        holds "$name: exit $found; $(head -c 100 "$work/err" | head -1)"
    else
        fails "$name: exit $found instead of $expected: $(head -3 "$work/err")"
    fi
}

# The disk and the folder.
if [ "$(id -u)" -eq 0 ]; then
    mkdir "$work/full" && mount -t tmpfs -o size=256k tmpfs "$work/full"
    status 2 "disk full, database" "$binary" certify --no-config --db "$work/full/run.db" "$capture"
    status 2 "disk full, report" "$binary" certify --no-config --output html="$work/full/run.html" \
        --output json="$work/full/run.json" "$capture"
    status 2 "disk full, batch" "$binary" batch --no-config --db "$work/full/all.db" "$work/many"
    # The first report fits, and is whole.
    [ "$(ls "$work/full")" = run.html ] && [ "$(tail -c 8 "$work/full/run.html")" = "</html>" ] &&
        holds "disk full: nothing half-written is left" || fails "disk full left $(ls "$work/full")"
    TMPDIR=$work/full status "0|2|3" "disk full, temporary files" "$binary" certify --no-config --quiet "$capture"
    umount "$work/full"
    mkdir "$work/frozen" && mount -t tmpfs tmpfs "$work/frozen" && cp "$capture" "$work/frozen/run.har"
    "$binary" certify --no-config --quiet --db "$work/frozen/old.db" "$capture"
    mount -o remount,ro "$work/frozen"
    status 2 "read-only folder, database" "$binary" certify --no-config --db "$work/frozen/run.db" "$capture"
    status 2 "read-only folder, report" "$binary" certify --no-config --output html="$work/frozen/run.html" "$capture"
    status "0|3" "read-only folder, input" "$binary" certify --no-config "$work/frozen/run.har"
    status 0 "read-only folder, query" "$binary" query "$work/frozen/old.db" 'SELECT count(*) FROM exchange'
    umount "$work/frozen"
else
    echo "skip  full disks and read-only folders: not root"
fi
status 2 "no such folder" "$binary" certify --no-config --db "$work/none/run.db" "$capture"

# The input.
status 2 "the input vanished" "$binary" certify --no-config "$work/none.har"
status 2 "a folder as input" "$binary" certify --no-config "$work"
: >"$work/empty.har"
status 2 "an empty input" "$binary" certify --no-config "$work/empty.har"
status "0|1|3" "a clock that jumps" "$binary" certify --no-config "$work/clock.har"
# It is copied while it is read: what was there by then counts, and the rest is missed.
(
    head -c 200000 "$capture" >"$work/growing.har"
    # Not at the end of a pipe, where it would outlive the one that is killed.
    while IFS= read -r -n 65536 -d '' piece || [ -n "$piece" ]; do
        printf '%s' "$piece" >>"$work/growing.har" && sleep 0.02
    done < <(tail -c +200001 "$capture")
) &
writer=$!
sleep 0.05
for attempt in 1 2 3 4 5; do
    status "3|0" "an input that grows, reading $attempt" "$binary" certify --no-config --quiet "$work/growing.har"
done
kill "$writer" 2>/dev/null
wait "$writer" 2>/dev/null
cp "$capture" "$work/shrinking.har"
(sleep 0.05 && truncate -s 300000 "$work/shrinking.har") &
status "0|3" "an input that shrinks" "$binary" certify --no-config --quiet "$work/shrinking.har"
wait
(cat Examples/captures/clean-play.pcapng; sleep 1) | status "0|3" "an input that dawdles" \
    "$binary" certify --no-config --quiet --keylog Examples/captures/clean-play.keys.txt -

# The database.
"$binary" certify --no-config --quiet --db "$work/run.db" Examples/captures/clean-play.har
cat >"$work/hold.py" <<'PYTHON'
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
open(sys.argv[2], "w").close()
time.sleep(120)
PYTHON
python3 "$work/hold.py" "$work/run.db" "$work/locked" &
holder=$!
while [ ! -e "$work/locked" ]; do sleep 0.05; done
status 2 "a locked database, query" timeout 50 "$binary" query "$work/run.db" 'SELECT count(*) FROM run'
status 2 "a locked database, judged again" timeout 50 "$binary" certify --no-config --database "$work/run.db"
kill -KILL "$holder" 2>/dev/null
wait "$holder" 2>/dev/null
status 0 "the same database, later" "$binary" query "$work/run.db" 'SELECT count(*) FROM run'
cp "$work/run.db" "$work/newer.db"
sqlite3 "$work/newer.db" 'PRAGMA user_version = 999'
status 2 "a newer database, query" "$binary" query "$work/newer.db" 'SELECT 1'
status 2 "a newer database, certify" "$binary" certify --no-config --database "$work/newer.db"
# Whoever names it as the place of a new one gives it up.
status "0|3" "a newer database, replaced" "$binary" certify --no-config --db "$work/newer.db" "$capture"
echo "notes of somebody" >"$work/notes.db"
status 2 "a file that is no database, replaced" "$binary" certify --no-config --db "$work/notes.db" "$capture"
[ "$(cat "$work/notes.db")" = "notes of somebody" ] && holds "it is as it was" || fails "somebody's notes are gone"
head -c 100000 "$work/run.db" >"$work/cut.db"
status 2 "half a database" "$binary" query "$work/cut.db" 'SELECT * FROM exchange'

# The output.
"$binary" certify --no-config --format json "$capture" 2>"$work/err" | head -c 10 >/dev/null
[ ! -s "$work/err" ] && holds "a reader that closes the output" || fails "a closed output: $(head -2 "$work/err")"
[ -e /dev/full ] && status 2 "an output that is full" \
    bash -c '"$1" certify --no-config "$2" >/dev/full' - "$binary" Examples/captures/clean-play.har

# Signals.
# interrupt SIGNAL CODE NAME COMMAND…
interrupt() {
    local signal=$1 code=$2 name=$3
    shift 3
    rm -rf "$work/db" && mkdir "$work/db"
    "$@" >"$work/out" 2>"$work/err" &
    local process=$!
    sleep 0.3
    kill "-$signal" "$process"
    wait "$process"
    local found=$?
    [ $found -eq "$code" ] && holds "$name: exit $code" || fails "$name: exit $found instead of $code"
}
interrupt INT 130 "Ctrl-C in certify" "$binary" certify --no-config --db "$work/db/run.db" "$capture"
[ -z "$(ls "$work/db")" ] && holds "it leaves nothing" || fails "Ctrl-C left $(ls "$work/db")"
interrupt TERM 143 "SIGTERM in certify" "$binary" certify --no-config --db "$work/db/run.db" "$capture"
[ -z "$(ls "$work/db")" ] && holds "it leaves nothing" || fails "SIGTERM left $(ls "$work/db")"
interrupt INT 130 "Ctrl-C in batch" "$binary" batch --no-config --jobs 1 --db "$work/db/run.db" "$work/many" "$capture"
grep -q "Interrupted: this is a part of the batch" "$work/out" && holds "its part says so" ||
    fails "an interrupted batch does not say that it is a part: $(tail -2 "$work/out")"
[ ! -e "$work/db/run.db" ] || [ "$(sqlite3 "$work/db/run.db" 'PRAGMA integrity_check')" = ok ] &&
    holds "its database is absent or whole" || fails "an interrupted batch left a damaged database"
leftovers=$(find "$TMPDIR" -mindepth 1 | wc -l)
[ "$leftovers" -eq 0 ] && holds "no temporary file is left" || fails "$leftovers temporary files are left"

exit $((faults > 0))
