#!/usr/bin/env bash
# Packs a release binary: FOLDER/beaconproof-VERSION-SYSTEM-MACHINE.tar.gz with the binary, the licence, the bill of
# materials and a statement of where the binary comes from (in-toto, SLSA provenance 1), and beside it the archive's SHA-256.
# The same commit, compiler and binary give the same bytes.
# usage: dist.sh BINARY FOLDER
set -euo pipefail
export LC_ALL=C
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
mkdir -p "$2"
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."

if [ -n "$(git status --porcelain)" ]; then
    echo "dist.sh: the working tree has changes; what is packed must be a commit" >&2
    exit 1
fi
scripts/dependencies.sh check >&2
case "$(uname -s)" in Linux) scripts/check-hardening.sh "$binary" >&2 ;; esac

version=$("$binary" doctor | sed -n '1s/^beaconproof //p')
name=beaconproof-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
commit=$(git rev-parse HEAD)
time=$(git log -1 --format=%ct)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/$name"
install -m 755 "$binary" "$work/$name/beaconproof"
install -m 644 LICENSE "$work/$name/LICENSE"
scripts/sbom.sh "$version" "$binary" >"$work/$name/sbom.cdx.json"

dependencies() {
    while read -r hash package pin; do
        printf '{"name":"%s","annotations":{"version":"%s"},"digest":{"dirHash":"sha256:%s"}}\n' "$package" "$pin" "$hash"
    done <scripts/dependencies.sha256
    local origin
    origin=$(git config --get remote.origin.url 2>/dev/null | sed -n 's|^\(https://\)[^/@]*@|\1|; /^https:/p' || true)
    printf '{"uri":"%s","digest":{"gitCommit":"%s"}}\n' "${origin:+git+}${origin:-urn:beaconproof:source}" "$commit"
}
cat >"$work/$name/provenance.json" <<END
{"_type":"https://in-toto.io/Statement/v1",
"subject":[{"name":"beaconproof","digest":{"sha256":"$(sha256sum <"$binary" | cut -d ' ' -f 1)"}}],
"predicateType":"https://slsa.dev/provenance/v1",
"predicate":{"buildDefinition":{
"buildType":"urn:beaconproof:make-dist:1",
"externalParameters":{"command":"make dist","commit":"$commit"},
"internalParameters":{"compiler":"$(${SWIFT:-swift} --version 2>/dev/null | head -1 | tr -d '"\\')","build":"$(make --no-print-directory --dry-run release | sed -n 's/"/\\"/g; /-c release/p')"},
"resolvedDependencies":[
$(dependencies | paste -sd, -)
]},
"runDetails":{"builder":{"id":"local"},"metadata":{"invocationId":"$commit"}}}}
END
(cd "$work/$name" && sha256sum LICENSE beaconproof provenance.json sbom.cdx.json >SHA256SUMS)
tar --directory "$work" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --create "$name" |
    gzip --no-name --best >"$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
echo "$folder/$name.tar.gz"
