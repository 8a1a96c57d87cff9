#!/usr/bin/env bash
# Checks an archive of `make dist`: every file by its sum, the binary and its dependencies against the statement of where it
# comes from, the bill of materials against the lock, the binary by how it is linked and by running it.
# usage: check-dist.sh ARCHIVE
set -euo pipefail
export LC_ALL=C
archive=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$(dirname "$archive")" && sha256sum --check --quiet "$(basename "$archive").sha256")
tar --directory "$work" --extract --file "$archive"
content=$(find "$work" -mindepth 1 -maxdepth 1)
files=$(cd "$content" && find . -type f | sort | tr '\n' ' ')
[ "$files" = "./LICENSE ./SHA256SUMS ./beaconproof ./provenance.json ./sbom.cdx.json " ] || {
    echo "WRONG the archive holds: $files"
    exit 1
}
(cd "$content" && sha256sum --check --quiet SHA256SUMS)
python3 - "$content" scripts/dependencies.sha256 <<'END'
import hashlib, json, sys
folder, lock = sys.argv[1:]
locked = {name: (digest, version) for digest, name, version in (line.split() for line in open(lock))}
def same(what, found, expected):
    if found != expected: sys.exit(f"WRONG {what}: {found}, expected {expected}")
statement = json.load(open(f"{folder}/provenance.json"))
same("type", statement["_type"], "https://in-toto.io/Statement/v1")
same("predicate", statement["predicateType"], "https://slsa.dev/provenance/v1")
binary = hashlib.sha256(open(f"{folder}/beaconproof", "rb").read()).hexdigest()
same("subject", statement["subject"], [{"name": "beaconproof", "digest": {"sha256": binary}}])
definition = statement["predicate"]["buildDefinition"]
found = {d["name"]: (d["digest"]["dirHash"].removeprefix("sha256:"), d["annotations"]["version"])
         for d in definition["resolvedDependencies"] if "name" in d}
same("dependencies of the statement", found, locked)
commits = [d["digest"]["gitCommit"] for d in definition["resolvedDependencies"] if "uri" in d]
same("source", commits, [definition["externalParameters"]["commit"]])
for key in ("compiler", "build"):
    if not definition["internalParameters"][key]: sys.exit(f"WRONG the statement names no {key}")
bill = json.load(open(f"{folder}/sbom.cdx.json"))
found = {c["name"]: (c["hashes"][0]["content"], c["version"]) for c in bill["components"]
         if c["purl"].startswith("pkg:swift/")}
same("packages of the bill of materials", found, locked)
nameless = [c["name"] for c in bill["components"] if not c["version"]]
same("libraries without a version", nameless, [])
END
case "$(uname -s)" in Linux) scripts/check-hardening.sh "$content/beaconproof" ;; esac
"$content/beaconproof" certify Examples/captures/clean-play.har --no-config --quiet
echo "ok    $(basename "$archive"): sums, statement, bill of materials, binary"
