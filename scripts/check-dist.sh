#!/usr/bin/env bash
# Checks what `make dist` made: every file by its sum, the binaries and their dependencies against the statements of where they
# come from, bills of materials against the lock, binaries by how they are linked and by running them, the wheel by its own
# record, the package by what it says it needs, the formula against the archives.
# usage: check-dist.sh FOLDER
set -euo pipefail
export LC_ALL=C
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if command -v sha256sum >/dev/null; then sha256=(sha256sum); else sha256=(shasum -a 256); fi
wrong() { echo "WRONG $1" && exit 1; }

(cd "$folder" && "${sha256[@]}" --check --quiet SHA256SUMS)
archive=$(find "$folder" -name "beaconproof-*-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m).tar.gz")
tar -x -z -C "$work" -f "$archive"
content=$(find "$work" -mindepth 1 -maxdepth 1)
files=$(cd "$content" && find . -type f | sed 's|^\./||' | sort | tr '\n' ' ')
[ "$files" = "LICENSE SHA256SUMS THIRD-PARTY beaconproof beaconproof.1 completions/_beaconproof completions/beaconproof.bash completions/beaconproof.fish provenance.json sbom.cdx.json " ] ||
    wrong "the archive holds: $files"
(cd "$content" && "${sha256[@]}" --check --quiet SHA256SUMS)

# statement BINARY PROVENANCE BILL
statement() {
    python3 - "$@" scripts/dependencies.sha256 <<'END'
import hashlib, json, sys
binary, provenance, bill, lock = sys.argv[1:]
locked = {name: (digest, version) for digest, name, version in (line.split() for line in open(lock))}
def same(what, found, expected):
    if found != expected: sys.exit(f"WRONG {what}: {found}, expected {expected}")
statement = json.load(open(provenance))
same("type", statement["_type"], "https://in-toto.io/Statement/v1")
same("predicate", statement["predicateType"], "https://slsa.dev/provenance/v1")
digest = hashlib.sha256(open(binary, "rb").read()).hexdigest()
same("subject", statement["subject"], [{"name": "beaconproof", "digest": {"sha256": digest}}])
definition = statement["predicate"]["buildDefinition"]
found = {d["name"]: (d["digest"]["dirHash"].removeprefix("sha256:"), d["annotations"]["version"])
         for d in definition["resolvedDependencies"] if "name" in d}
same("dependencies of the statement", found, locked)
commits = [d["digest"]["gitCommit"] for d in definition["resolvedDependencies"] if "uri" in d]
same("source", commits, [definition["externalParameters"]["commit"]])
for key in ("compiler", "build"):
    if not definition["internalParameters"][key]: sys.exit(f"WRONG the statement names no {key}")
bill = json.load(open(bill))
found = {c["name"]: (c["hashes"][0]["content"], c["version"]) for c in bill["components"]
         if c["purl"].startswith("pkg:swift/")}
same("packages of the bill of materials", found, locked)
nameless = [c["name"] for c in bill["components"] if not c["version"]]
same("libraries without a version", nameless, [])
END
}
statement "$content/beaconproof" "$content/provenance.json" "$content/sbom.cdx.json"
"$content/beaconproof" certify Examples/captures/clean-play.har --no-config --quiet
for size in "$content/beaconproof 31457280" "$archive 12582912"; do
    [ "$(wc -c <"${size% *}")" -le "${size##* }" ] || wrong "${size% *} has more than ${size##* } bytes"
done
echo "ok    $(basename "$archive"): sums, statement, bill of materials, sizes, binary"

wheel=$(find "$folder" -name '*.whl')
python3 - "$wheel" "$content/beaconproof" <<'END'
import base64, csv, hashlib, io, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
record = next(n for n in archive.namelist() if n.endswith("/RECORD"))
rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(archive.read(record).decode()))}
if set(rows) != set(archive.namelist()): sys.exit("WRONG the wheel's record names other files than it has")
for name, (digest, size) in rows.items():
    content = archive.read(name)
    found = "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    if name != record and (found, str(len(content))) != (digest, size): sys.exit(f"WRONG {name} of the wheel")
program = next(i for i in archive.infolist() if i.filename.endswith(".data/scripts/beaconproof"))
if archive.read(program) != open(sys.argv[2], "rb").read(): sys.exit("WRONG the wheel has another binary")
if not program.external_attr >> 16 & 0o111: sys.exit("WRONG the wheel's binary may not be executed")
END
echo "ok    $(basename "$wheel"): record, binary"

sum=$("${sha256[@]}" <"$archive" | cut -d ' ' -f 1)
grep --quiet "$sum" "$folder/beaconproof.rb" || wrong "the formula does not have the archive's sum"
echo "ok    beaconproof.rb"

case "$(uname -s)" in Linux) ;; *) exit 0 ;; esac
scripts/check-hardening.sh "$content/beaconproof"
# What is downloaded needs the C library and nothing that a bare system lacks.
foreign=$(readelf --dynamic --wide "$content/beaconproof" | sed -n 's/.*Shared library: \[\(.*\)\]/\1/p' |
    grep --invert-match --extended-regexp '^(libc|libm|libdl|libpthread|libgcc_s|libstdc\+\+|ld-linux.*)\.so' || true)
[ -z "$foreign" ] || wrong "the binary of the archive needs $(tr '\n' ' ' <<<"$foreign")"
package=$(find "$folder" -name '*.deb')
dpkg-deb --extract "$package" "$work/deb"
for library in libc6 libsqlite3-0 libxml2 libssl3 libpcap0.8 libyaml-0-2 libzstd1 libbrotli1 libpng16-16 libturbojpeg0 zlib1g; do
    dpkg-deb --field "$package" Depends | grep --quiet --word-regexp "$library" || wrong "the package does not depend on $library"
done
documents=$work/deb/usr/share/doc/beaconproof
statement "$work/deb/usr/bin/beaconproof" "$documents/provenance.json" "$documents/sbom.cdx.json"
scripts/check-hardening.sh "$work/deb/usr/bin/beaconproof"
"$work/deb/usr/bin/beaconproof" certify Examples/captures/clean-play.har --no-config --quiet
echo "ok    $(basename "$package"): needs, statement, bill of materials, binary"
