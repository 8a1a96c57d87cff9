#!/usr/bin/env bash
# Prints the Homebrew formula over those archives of a release that are in FOLDER: the machines of one release are built apart.
# usage: formula.sh VERSION FOLDER
set -euo pipefail
export LC_ALL=C
version=$1
folder=$2
template=$(dirname "$0")/../packaging/beaconproof.rb.in
homepage=$(cat "$(dirname "$0")/../packaging/homepage")
if command -v sha256sum >/dev/null; then sha256=(sha256sum); else sha256=(shasum -a 256); fi

# archives SYSTEM BLOCK
archives() {
    local file machine opened=
    for file in "$folder/beaconproof-$version-$1-"*.tar.gz; do
        [ -e "$file" ] || continue
        if [ -z "$opened" ]; then echo "  $2 do" && opened=yes; fi
        machine=${file##*-}
        case "${machine%.tar.gz}" in
        x86_64) echo "    on_intel do" ;;
        *) echo "    on_arm do" ;;
        esac
        echo "      url \"$homepage/releases/download/v$version/${file##*/}\""
        echo "      sha256 \"$("${sha256[@]}" <"$file" | cut -d ' ' -f 1)\""
        echo "    end"
    done
    if [ -n "$opened" ]; then echo "  end"; fi
}

found=$(archives darwin on_macos && archives linux on_linux)
[ -n "$found" ] || { echo "formula.sh: no archive of $version in $folder" >&2; exit 1; }
while IFS= read -r line; do
    case "$line" in
    @ARCHIVES@) printf '%s\n\n' "$found" ;;
    *) sed "s|@VERSION@|$version|; s|@HOMEPAGE@|$homepage|" <<<"$line" ;;
    esac
done <"$template"
