#!/usr/bin/env bash
# Fuzzes readers and decoders with libFuzzer and AddressSanitizer (Linux). Without a target, all of them in turn.
# What crashes is kept in .build/fuzz/TARGET/crashes, what is interesting in .build/fuzz/TARGET/corpus.
# usage: run.sh [TARGET|all] [SECONDS]
set -euo pipefail
cd "$(dirname "$0")"
wanted=${1:-all} seconds=${2:-1800}

library=$(dirname "$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')")
library=$(find "$library" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" -print -quit)
[ -n "$library" ] || { echo "this Swift has no libFuzzer" >&2 && exit 2; }
# Release, as users run it, with the checks that stay in a release.
swift build -c release --sanitize address \
    -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp \
    -Xlinker "$library" -Xlinker -lstdc++ >&2
program=.build/release/Fuzz
# What Foundation keeps of a file that it has read is no leak of ours.
export ASAN_OPTIONS=detect_leaks=0

status=0
while read -r target dictionary; do
    [ "$wanted" = all ] || [ "$wanted" = "$target" ] || continue
    place=.build/fuzz/$target
    mkdir -p "$place/corpus" "$place/crashes"
    "$program" seeds "$target" "$place/seeds"
    options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=1500 -malloc_limit_mb=512 -max_len=65536
        -print_final_stats=1 -artifact_prefix="$place/crashes/")
    [ "$dictionary" = - ] || options+=(-dict="dictionaries/$dictionary.dict")
    if FUZZ_TARGET=$target "$program" "${options[@]}" "$place/corpus" "$place/seeds" >"$place/log" 2>&1; then
        result=ok
    else
        result=FAULT status=1
    fi
    executed=$(sed -n 's/stat::number_of_executed_units: *//p' "$place/log")
    memory=$(sed -n 's/stat::peak_rss_mb: *//p' "$place/log")
    edges=$(grep -o 'cov: [0-9]*' "$place/log" | tail -1)
    echo "$result $target: ${executed:-?} inputs, ${edges:-cov: ?}, ${memory:-?} MB"
    [ $result = ok ] || grep -E 'broken contract|Fatal error|ERROR|SUMMARY|Test unit' "$place/log" | head -5
done < <("$program" list)
exit $status
