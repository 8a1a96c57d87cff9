#!/usr/bin/env bash
# Packs a release into FOLDER, everything with its SHA-256 in SHA256SUMS:
#   beaconproof-VERSION-SYSTEM-MACHINE.tar.gz  the binary, its manual page, completions, licences, the bill of materials and a
#                                              statement of where the binary comes from (in-toto, SLSA provenance 1)
#   beaconproof-VERSION-py3-none-….whl         the same binary for pip, pipx and uvx
#   beaconproof_VERSION_ARCHITECTURE.deb       (Linux) the binary that uses the system's libraries
#   beaconproof.rb                             a Homebrew formula over the archives in FOLDER
#   Containerfile
# The same commit, compiler and binaries give the same bytes.
# usage: dist.sh BINARY FOLDER MANUAL-GENERATOR [BINARY-OF-THE-DEB]
set -euo pipefail
export LC_ALL=C
umask 022
full() { echo "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"; }
binary=$(full "$1")
mkdir -p "$2"
folder=$(full "$2")
generator=$(full "$3")
linked=${4:+$(full "$4")}
cd "$(dirname "$0")/.."
system=$(uname -s | tr '[:upper:]' '[:lower:]')
machine=$(uname -m)
tar=$(command -v gtar || command -v tar)
if command -v sha256sum >/dev/null; then sha256=(sha256sum); else sha256=(shasum -a 256); fi

if [ -n "$(git status --porcelain)" ]; then
    echo "dist.sh: the working tree has changes; what is packed must be a commit" >&2
    exit 1
fi
scripts/dependencies.sh check >&2
if [ "$system" = linux ]; then
    for one in "$binary" ${linked:+"$linked"}; do scripts/check-hardening.sh "$one" >&2; done
fi

version=$("$binary" --version)
name=beaconproof-$version-$system-$machine
commit=$(git rev-parse HEAD)
time=$(git log -1 --format=%ct)
day=$(git log -1 --format=%cd --date=format-local:%Y-%m-%d)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

dependencies() {
    while read -r hash package pin; do
        printf '{"name":"%s","annotations":{"version":"%s"},"digest":{"dirHash":"sha256:%s"}}\n' "$package" "$pin" "$hash"
    done <scripts/dependencies.sha256
    local origin
    origin=$(git config --get remote.origin.url 2>/dev/null | sed -n 's|^\(https://\)[^/@]*@|\1|; /^https:/p' || true)
    printf '{"uri":"%s","digest":{"gitCommit":"%s"}}\n' "${origin:+git+}${origin:-urn:beaconproof:source}" "$commit"
}

# provenance BINARY HOW-IT-IS-LINKED
provenance() {
    cat <<END
{"_type":"https://in-toto.io/Statement/v1",
"subject":[{"name":"beaconproof","digest":{"sha256":"$("${sha256[@]}" <"$1" | cut -d ' ' -f 1)"}}],
"predicateType":"https://slsa.dev/provenance/v1",
"predicate":{"buildDefinition":{
"buildType":"urn:beaconproof:make-dist:1",
"externalParameters":{"command":"make dist","commit":"$commit"},
"internalParameters":{"compiler":"$(${SWIFT:-swift} --version 2>/dev/null | head -1 | tr -d '"\\')","build":"$(make --no-print-directory --dry-run release | sed -n 's/"/\\"/g; /-c release/p')","link":"$2"},
"resolvedDependencies":[
$(dependencies | paste -sd, -)
]},
"runDetails":{"builder":{"id":"local"},"metadata":{"invocationId":"$commit"}}}}
END
}

# The licences of everything that is in the binary, as its packages state them.
licences() {
    local library package file
    for library in swift-argument-parser; do
        printf '\n==== %s ====\n\n' "$library"
        cat ".build/checkouts/$library/LICENSE.txt"
    done
    file=$(dirname "$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")")/share/swift/LICENSE.txt
    if [ -e "$file" ]; then printf '\n==== Swift and its libraries ====\n\n' && cat "$file"; fi
    [ "$system" = linux ] || return 0
    for package in libsqlite3-0 libxml2 libyaml-0-2 libssl-dev zlib1g libbrotli1 libzstd1 libpng16-16 libturbojpeg0 libpcap0.8-dev; do
        [ -e "/usr/share/doc/$package/copyright" ] || continue
        printf '\n==== %s ====\n\n' "$package"
        cat "/usr/share/doc/$package/copyright"
    done
}

pages=$work/pages
mkdir -p "$pages/completions"
"$generator" "$binary" --date "$day" --output-directory "$pages" >/dev/null
"$binary" --generate-completion-script bash >"$pages/completions/beaconproof.bash"
"$binary" --generate-completion-script zsh >"$pages/completions/_beaconproof"
"$binary" --generate-completion-script fish >"$pages/completions/beaconproof.fish"

content=$work/$name
mkdir "$content"
install -m 755 "$binary" "$content/beaconproof"
install -m 644 "$pages/beaconproof.1" LICENSE "$content"
cp -R "$pages/completions" "$content/completions"
licences >"$content/THIRD-PARTY"
scripts/sbom.sh "$version" "$binary" >"$content/sbom.cdx.json"
provenance "$binary" "$([ "$system" = linux ] && echo scripts/link-portable.sh || echo build)" >"$content/provenance.json"
(cd "$content" && find . -type f | sed 's|^\./||' | sort | xargs "${sha256[@]}" >"$work/SHA256SUMS")
mv "$work/SHA256SUMS" "$content"
"$tar" --directory "$work" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --format=ustar \
    --create "$name" | gzip --no-name --best >"$folder/$name.tar.gz"

# The oldest C library that has all functions the binary asks for.
platform() {
    case "$system" in
    linux)
        local needs
        # A short table of addresses is understood since 2.36, which has a version of its own.
        needs=$(readelf --version-info --wide "$binary" |
            sed -n 's/.*GLIBC_2\.\([0-9]*\).*/\1/p; s/.*GLIBC_ABI_DT_RELR.*/36/p' | sort -n | tail -1)
        echo "manylinux_2_${needs}_$machine"
        ;;
    darwin) echo "macosx_15_0_$machine" ;;
    esac
}
packaging/wheel.py "$content" "$version" "$(platform)" "$time" README.md "$folder" >/dev/null

if [ -n "$linked" ]; then
    root=$work/deb
    documents=$root/usr/share/doc/beaconproof
    install -D -m 755 "$linked" "$root/usr/bin/beaconproof"
    install -D -m 644 "$pages/beaconproof.1" "$root/usr/share/man/man1/beaconproof.1"
    gzip --no-name --best "$root/usr/share/man/man1/beaconproof.1"
    install -D -m 644 "$pages/completions/beaconproof.bash" "$root/usr/share/bash-completion/completions/beaconproof"
    install -D -m 644 "$pages/completions/_beaconproof" "$root/usr/share/zsh/vendor-completions/_beaconproof"
    install -D -m 644 "$pages/completions/beaconproof.fish" "$root/usr/share/fish/vendor_completions.d/beaconproof.fish"
    mkdir -p "$documents" "$root/DEBIAN" "$work/debian"
    cat LICENSE "$content/THIRD-PARTY" >"$documents/copyright"
    scripts/sbom.sh "$version" "$linked" >"$documents/sbom.cdx.json"
    provenance "$linked" build >"$documents/provenance.json"
    gzip --no-name --best <CHANGELOG.md >"$documents/changelog.gz"
    printf 'Source: beaconproof\n\nPackage: beaconproof\nArchitecture: any\n' >"$work/debian/control"
    depends=$(cd "$work" && dpkg-shlibdeps -O "$root/usr/bin/beaconproof" 2>/dev/null | sed 's/^shlibs:Depends=//')
    cat >"$root/DEBIAN/control" <<END
Package: beaconproof
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: BeaconProof maintainers <maintainers@beaconproof.example>
Depends: $depends
Section: net
Priority: optional
Homepage: $(cat packaging/homepage)
Description: certifies captured ad and measurement traffic
 Reads a recording of a test run (HAR, packet capture with keys, proxy or SDK
 log) and says whether every beacon fired once, in order, on time and with the
 right values, with the requests that prove it. Works offline.
END
    find "$root" -exec touch --no-dereference --date="@$time" {} +
    SOURCE_DATE_EPOCH=$time dpkg-deb --root-owner-group -Zxz --build "$root" "$folder" >/dev/null
fi

cp packaging/Containerfile "$folder/Containerfile"
scripts/formula.sh "$version" "$folder" >"$work/beaconproof.rb"
mv "$work/beaconproof.rb" "$folder"
(cd "$folder" && find . -maxdepth 1 -type f ! -name SHA256SUMS | sed 's|^\./||' | sort | xargs "${sha256[@]}" >"$work/sums")
mv "$work/sums" "$folder/SHA256SUMS"
ls "$folder"
