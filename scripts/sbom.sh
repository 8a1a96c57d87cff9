#!/usr/bin/env bash
# Prints the software bill of materials as CycloneDX 1.6 JSON: the packages of docs/dependencies.md (a test compares them
# with Package.swift) with the content that scripts/dependencies.sha256 locks, and the system's libraries. With a binary,
# versions of libraries are those that it loads here, and everything else that it links is listed too.
# usage: sbom.sh [VERSION [BINARY]]
set -euo pipefail
version=${1:-$(git -C "$(dirname "$0")/.." describe --tags --always)}
binary=${2:+$(cd "$(dirname "$2")" && pwd)/$(basename "$2")}
cd "$(dirname "$0")/.."

packaged() { dpkg-query --show --showformat='${Version}' "$1" 2>/dev/null || true; }
digest() { sed -n "s/^\([0-9a-f]\{64\}\)  $1 $2\$/\1/p" scripts/dependencies.sha256; }
if [ -n "$binary" ]; then loaded=$("$binary" doctor | sed -n 's/^library //p'); else loaded=; fi

packages() {
    # | [name](url) | version | licence | why |
    sed -n 's/^| \[\([^]]*\)\](https:\/\/\([^)]*\)) | \([^ ]*\) | \([^|]*[^ |]\) | .*/\1\t\2\t\3\t\4/p' docs/dependencies.md |
        while IFS=$'\t' read -r name url pin licence; do
            hash=$(digest "$name" "$pin")
            [ -n "$hash" ] || { echo "scripts/dependencies.sha256 has no $name $pin" >&2; exit 1; }
            printf '{"type":"library","name":"%s","version":"%s","purl":"pkg:swift/%s@%s","hashes":[{"alg":"SHA-256","content":"%s"}],"licenses":[{"expression":"%s"}]}\n' \
                "$name" "$pin" "$url" "$pin" "$hash" "$licence"
        done
}

libraries() {
    # | name | Debian package | macOS | licence | why |
    sed -n 's/^| \([A-Za-z0-9]*\)[^|]* | \(lib[a-z0-9]*-dev\|zlib1g-dev\)[^|]* | [^|]* | \([^|]*[^ |]\) | .*/\1\t\2\t\3/p' docs/dependencies.md |
        while IFS=$'\t' read -r name package licence; do
            installed=$(packaged "$package")
            found=$(sed -n "s/^$name //Ip" <<<"$loaded")
            printf '{"type":"library","name":"%s","version":"%s","purl":"pkg:deb/debian/%s@%s","licenses":[{"license":{"name":"%s"}}]}\n' \
                "$name" "${found:-$installed}" "$package" "$installed" "$licence"
        done
}

# What is linked besides, by the package of the file that is loaded.
linked() {
    [ -n "$binary" ] && command -v ldd >/dev/null && command -v dpkg-query >/dev/null || return 0
    ldd "$binary" | sed -n 's/^[[:space:]]*\([^ ]*\) => \(\/[^ ]*\) .*/\1\t\2/p' | sort | while IFS=$'\t' read -r name path; do
        real=$(readlink -f "$path")
        owner=$(dpkg-query --search "$real" "${real#/usr}" 2>/dev/null | sed -n '1s/:.*//p' || true)
        found=$(packaged "$owner")
        printf '{"type":"library","name":"%s","version":"%s","purl":"pkg:deb/debian/%s@%s","hashes":[{"alg":"SHA-256","content":"%s"}],"scope":"required"}\n' \
            "$name" "$found" "${owner:-unknown}" "$found" "$(sha256sum <"$real" | cut -d ' ' -f 1)"
    done
}

components=$(packages && libraries && linked)
printf '{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"metadata":{"component":{"type":"application","name":"beaconproof","version":"%s","licenses":[{"expression":"Apache-2.0"}]}},"components":[\n' "$version"
paste -sd, - <<<"$components"
printf ']}\n'
