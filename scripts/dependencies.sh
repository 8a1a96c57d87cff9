#!/usr/bin/env bash
# The content of each package that is built in, as checked out: SHA-256 over the SHA-256 and path of every file but .git,
# which of them may be executed, and where links lead, in the order of bytes. Commit ids are no help here: a mirror may have
# others for the same files.
# usage: dependencies.sh check|write|list [CHECKOUTS]
#   check  compares with scripts/dependencies.sha256; write makes that file anew; list prints
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/.."
checkouts=${2:-.build/checkouts}
locked=scripts/dependencies.sha256
if command -v sha256sum >/dev/null; then sha256=(sha256sum); else sha256=(shasum -a 256); fi

# The packages of the manifest: name and version.
packages() {
    sed -n 's|.*url: "https://[^"]*/\([^"/]*\)", exact: "\([^"]*\)".*|\1 \2|p' Package.swift | sort
}

files() { find . -path ./.git -prune -o "$@" -print0 | sort -z; }

# Of a file's mode git keeps one bit, and the umask decides the others.
tree() {
    (
        cd "$1"
        files -type f | xargs -0 "${sha256[@]}"
        echo executable:
        files -type f -perm -100 | tr '\0' '\n'
        echo links:
        files -type l | while IFS= read -r -d '' link; do printf '%s -> %s\n' "$link" "$(readlink "$link")"; done
    ) | "${sha256[@]}" | cut -d ' ' -f 1
}

list() {
    packages | while read -r name version; do
        [ -d "$checkouts/$name" ] || { echo "$checkouts/$name: not checked out; run 'swift package resolve'" >&2; exit 1; }
        printf '%s  %s %s\n' "$(tree "$checkouts/$name")" "$name" "$version"
    done
}

case "${1:-}" in
list) list ;;
write) list >"$locked.new" && mv "$locked.new" "$locked" ;;
check)
    found=$(list)
    if ! difference=$(diff "$locked" - <<<"$found"); then
        echo "$difference" >&2
        echo "the dependencies are not those of $locked; if that is meant, run 'scripts/dependencies.sh write' and commit" >&2
        exit 1
    fi
    echo "$(grep -c . "$locked") dependencies as locked"
    ;;
*) sed -n 's/^# usage: //p' "$0" >&2; exit 2 ;;
esac
