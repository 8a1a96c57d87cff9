#!/usr/bin/env bash
# Fails when a release binary for Linux can be loaded at one place only, has writable tables of addresses, or looks for its
# libraries anywhere but in the system's folders.
# usage: check-hardening.sh BINARY
set -euo pipefail
binary=$1
wrong=0
says() { echo "WRONG $binary: $1"; wrong=1; }

header=$(readelf --file-header --wide "$binary")
segments=$(readelf --program-headers --wide "$binary")
dynamic=$(readelf --dynamic --wide "$binary")
grep --quiet 'Type: *DYN' <<<"$header" || says "is not position-independent"
grep --quiet 'GNU_RELRO' <<<"$segments" || says "has no segment that is read-only after relocation"
grep --quiet --extended-regexp '\((FLAGS|FLAGS_1|BIND_NOW)\).*(BIND_NOW|NOW)|\(BIND_NOW\)' <<<"$dynamic" ||
    says "binds functions late, so that their table stays writable"
if grep --extended-regexp '\((RUNPATH|RPATH)\)' <<<"$dynamic"; then says "has a run path of its own"; fi
if grep --quiet --extended-regexp 'GNU_STACK.* RWE ' <<<"$segments"; then says "has a stack that may be executed"; fi
[ $wrong -eq 0 ] && echo "ok    $binary: position-independent, full RELRO, no run path"
exit $wrong
