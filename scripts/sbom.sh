#!/usr/bin/env bash
# Prints the software bill of materials as CycloneDX 1.6 JSON, from the tables of docs/dependencies.md (a test compares
# them with Package.swift). Versions of system libraries are those installed here; a static build carries no others.
# usage: sbom.sh VERSION
set -euo pipefail
version=${1:-$(git -C "$(dirname "$0")/.." describe --tags --always)}
cd "$(dirname "$0")/.."

installed() {
    case "$1" in
    -) ;;
    *) dpkg-query --show --showformat='${Version}' "$1" 2>/dev/null || true ;;
    esac
}

components() {
    # | [name](url) | version | licence | why |
    sed -n 's/^| \[\([^]]*\)\](https:\/\/\([^)]*\)) | \([^ ]*\) | \([^|]*[^ |]\) | .*/\1\t\2\t\3\t\4/p' docs/dependencies.md |
        while IFS=$'\t' read -r name url pin licence; do
            printf '{"type":"library","name":"%s","version":"%s","purl":"pkg:swift/%s@%s","licenses":[{"expression":"%s"}]}\n' \
                "$name" "$pin" "$url" "$pin" "$licence"
        done
    # | name | Debian package | macOS | licence | why |
    sed -n 's/^| \([A-Za-z0-9]*\)[^|]* | \(lib[a-z0-9]*-dev\|zlib1g-dev\) | [^|]* | \([^|]*[^ |]\) | .*/\1\t\2\t\3/p' docs/dependencies.md |
        while IFS=$'\t' read -r name package licence; do
            found=$(installed "$package")
            printf '{"type":"library","name":"%s","version":"%s","purl":"pkg:deb/debian/%s@%s","licenses":[{"license":{"name":"%s"}}]}\n' \
                "$name" "$found" "$package" "$found" "$licence"
        done
}

printf '{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"metadata":{"component":{"type":"application","name":"beaconproof","version":"%s","licenses":[{"expression":"Apache-2.0"}]}},"components":[\n' "$version"
components | paste -sd, -
printf ']}\n'
