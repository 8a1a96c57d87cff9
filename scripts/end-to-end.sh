#!/usr/bin/env bash
# Runs the samples of Examples through a built binary and compares exit codes and outputs.
# usage: end-to-end.sh BEACONPROOF
set -euo pipefail
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
samples=Examples/captures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
wrong=0

# expect CODE ARGUMENT...: runs the binary and compares its exit code. No configuration file around here counts.
expect() {
    local wanted=$1 code=0 alone=--no-config
    shift
    case $1 in rules) alone= ;; esac
    "$binary" "$@" $alone >"$work/out" 2>"$work/err" || code=$?
    if [ "$code" -eq "$wanted" ]; then
        echo "ok    exit $code  $*"
    else
        echo "WRONG exit $code instead of $wanted: beaconproof $*"
        cat "$work/err"
        wrong=1
    fi
}

# holds TEXT: the last output or error has the text.
holds() {
    grep --quiet --fixed-strings -- "$1" "$work/out" "$work/err" && return
    echo "WRONG the output lacks: $1"
    wrong=1
}

expect 0 certify $samples/clean-play.har
expect 0 certify $samples/clean-play.pcapng $samples/clean-play.keys.txt
expect 3 certify $samples/clean-play.pcapng --keylog $samples/clean-play.some-keys.txt
holds tls.secret-missing
# Keys that lie beside a capture are found by its name.
expect 0 certify $samples/clean-play.pcapng
cp $samples/clean-play.pcapng "$work/alone.pcapng"
expect 3 certify "$work/alone.pcapng"
expect 1 certify $samples/looping-player.har
holds vast.loop-refire
expect 1 certify $samples/missing-quartile.har
holds vast.quartile-gap
expect 3 certify $samples/cut-in-the-ad.har
holds har.tail-cut
expect 0 certify $samples/cut-in-the-ad.har --allow-inconclusive
expect 1 certify $samples/nielsen-opted-out.har --facts $samples/nielsen-opted-out.facts.yaml
holds nielsen.optout-ids-blank
expect 0 certify $samples/ad-request-without-consent.har
expect 1 certify $samples/ad-request-without-consent.har --facts $samples/ad-request-without-consent.facts.yaml
holds ima.adtag-us-privacy-absent

# A rule of one's own.
expect 0 certify $samples/clean-play.har --rules Examples/rules --format json
holds vast.acme-tracker-host

# A vendor that no code knows: its beacons, its contract, a URL that a logger cut, its host encrypted.
expect 0 certify Examples/families/acme-play.har --families Examples/families
expect 1 certify Examples/families/acme-missing-heartbeat.har --families Examples/families
holds acme.heartbeat-cadence
expect 3 certify Examples/families/acme-cut-url.har --families Examples/families
holds family.beacon-cut
sed 's/^hosts: .*/hosts: [ads.example.test]/; /^examples:/,$d' Examples/families/acme.yaml >"$work/acme.yaml"
expect 3 certify "$work/alone.pcapng" --families "$work/acme.yaml"
holds "no acme traffic was seen"

# The same as a pack: signed, handed on as one file, tried by its own captures, and refused once it was changed.
cp -r Examples/families "$work/acme"
openssl genpkey -algorithm ed25519 -out "$work/pack.pem" 2>/dev/null
openssl pkey -in "$work/pack.pem" -pubout -out "$work/pack.pub.pem"
expect 0 rules sign "$work/acme" --key "$work/pack.pem"
tar czf "$work/acme.tar.gz" -C "$work" acme
expect 0 rules test "$work/acme.tar.gz"
expect 0 certify Examples/families/acme-play.har --rules "$work/acme.tar.gz" --rules-key "$work/pack.pub.pem"
sed -i.bak 's/every: 10/every: 30/' "$work/acme/acme.yaml"
expect 2 certify Examples/families/acme-play.har --rules "$work/acme" --rules-key "$work/pack.pub.pem"

# What is no capture is one clear line.
printf '{"log": {"entries": 7}}' >"$work/broken.har"
expect 2 certify "$work/broken.har"
holds "$work/broken.har: "
[ "$(wc -l <"$work/err")" -eq 1 ] || { echo "WRONG more than one line: $(cat "$work/err")"; wrong=1; }
expect 2 certify "$work/missing.har"

# The same input and salt give the same bytes, in every format.
head -c 32 /dev/urandom >"$work/salt"
for format in text json markdown html; do
    expect 1 certify $samples/looping-player.har --format $format --salt "$work/salt"
    holds vast.loop-refire
    cp "$work/out" "$work/first"
    expect 1 certify $samples/looping-player.har --format $format --salt "$work/salt"
    cmp "$work/first" "$work/out" || wrong=1
done

# A kept database is judged again without decoding, and answers questions.
expect 1 certify $samples/looping-player.har --db "$work/run.sqlite"
expect 1 certify --database "$work/run.sqlite"
holds "Judged again from the kept database"
# As a capture it is refused, whatever it is called.
cp "$work/run.sqlite" "$work/run.har"
expect 2 certify "$work/run.har"
holds "is a database and no capture"
"$binary" query "$work/run.sqlite" "SELECT rule, count(*) AS findings FROM finding GROUP BY rule" --format csv \
    >"$work/out" 2>"$work/err" || wrong=1
holds "vast.loop-refire,5"

# All samples at once: the same bytes for any number of workers, and a second time without judging, but for the marks of what was
# taken over.
without_marks() { sed -E 's/"keptDatabase":\{[^}]*\},//g; s/,"takenOver":(true|false|[0-9]+)//g' "$1"; }
expect 1 batch $samples --jobs 1 --format json --salt "$work/salt" --db "$work/all.sqlite"
cp "$work/out" "$work/first"
expect 1 batch $samples --jobs 3 --format json --salt "$work/salt" --db "$work/all.sqlite" --resume
cmp <(without_marks "$work/first") <(without_marks "$work/out") || wrong=1
holds "7 of 7 captures unchanged"
"$binary" query "$work/all.sqlite" --saved verdicts --format csv >"$work/out" 2>"$work/err" || wrong=1
holds "looping-player.har,fail,vast,fail,5"
for format in ndjson csv; do
    "$binary" export $format "$work/all.sqlite" --records findings >"$work/out" 2>"$work/err" || wrong=1
    holds "vast.quartile-gap"
done

# How a release is linked; a debug build needs the toolchain's libraries.
case "$(uname -s) $binary" in
"Linux "*/release/*) scripts/check-hardening.sh "$binary" || wrong=1 ;;
esac

[ $wrong -eq 0 ] && echo "all samples as expected"
exit $wrong
