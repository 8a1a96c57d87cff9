#!/usr/bin/env bash
# Links the objects of a release build again, with the C libraries inside instead of the system's: what is downloaded runs where
# none of them is installed. The compiled code is the same to the byte.
# usage: link-portable.sh BUILD-FOLDER OUTPUT [LINKER-OPTION...]
#   BUILD-FOLDER  such as .build/release, after `make release`
set -euo pipefail
build=$(cd "$1" && pwd -P)
output=$2
shift 2
archives=$(mktemp -d)
trap 'rm -rf "$archives"' EXIT
"$(dirname "$0")/static-libraries.sh" "$archives"
# Nothing is exported, so that what nobody calls is left out; addresses are relocated from a short table (C library 2.36).
echo '{ global: main; local: *; };' >"$archives/exports"
# Nothing that is called throws or unwinds: the tables for it, a tenth of the file, are left out.
echo 'SECTIONS { /DISCARD/ : { *(.eh_frame) } } INSERT AFTER .text;' >"$archives/layout"
# What a library is built from is known by its name only: the system's copies come later, and are needed for nothing then.
"${SWIFT:-swift}c" -L "$archives" -lbrotlidec -lbrotlicommon "$archives/absent.o" -L "$build" -o "$output" \
    -module-name beaconproof -static-stdlib -emit-executable -gnone \
    -use-ld=lld -Xlinker --version-script="$archives/exports" -Xlinker -zpack-relative-relocs \
    -Xlinker --no-eh-frame-hdr -Xlinker "$archives/layout" \
    -Xlinker --gc-sections -Xlinker --icf=safe -Xlinker -O2 -Xlinker --defsym -Xlinker main=BeaconProofCommand_main \
    "@$build/beaconproof.product/Objects.LinkFileList" -target "$(uname -m)-unknown-linux-gnu" "$@"
