#!/bin/sh
# Fetches a release, checks its sum and unpacks it; prints the folder that holds `beaconproof`. Nothing is compiled.
# A folder that has it already is left as it is, so that it can be cached.
# usage: install.sh VERSION FOLDER
#   BEACONPROOF_RELEASES  where releases are, otherwise those of the project
#   BEACONPROOF_SHA256    the sum of the archive, for those who trust no server; otherwise that of the release
set -eu
version=${1#v}
folder=$2
releases=${BEACONPROOF_RELEASES:-$(cat "$(dirname "$0")/../homepage")/releases/download}
system=$(uname -s | tr '[:upper:]' '[:lower:]')
name=beaconproof-$version-$system-$(uname -m)
if [ ! -x "$folder/$name/beaconproof" ]; then
    mkdir -p "$folder"
    archive=$folder/$name.tar.gz
    curl --fail --silent --show-error --location --retry 3 --output "$archive" "$releases/v$version/$name.tar.gz"
    sum=${BEACONPROOF_SHA256:-}
    if [ -z "$sum" ]; then
        sum=$(curl --fail --silent --show-error --location --retry 3 "$releases/v$version/SHA256SUMS" |
            sed -n "s/^\([0-9a-f]\{64\}\)  $name.tar.gz\$/\1/p")
    fi
    if command -v sha256sum >/dev/null; then found=$(sha256sum "$archive"); else found=$(shasum -a 256 "$archive"); fi
    if [ -z "$sum" ] || [ "${found%% *}" != "$sum" ]; then
        rm -f "$archive"
        echo "install.sh: $name.tar.gz is not what it should be: ${found%% *} instead of ${sum:-a known sum}" >&2
        exit 1
    fi
    tar -x -z -f "$archive" -C "$folder"
    rm -f "$archive"
fi
echo "$folder/$name"
