#!/usr/bin/env bash
# Installs what `make dist` made the ways that people do, each in a bare Debian that has nothing else, and certifies a HAR and a
# packet capture with its keys there: the archive and the container file's steps without any package, the Debian package with
# what it says it needs, the wheel in a fresh environment. Needs root, debootstrap and a Debian mirror.
# usage: try-dist.sh SUITE DIST [BARE-ROOT]
#   SUITE      bookworm, trixie …
#   BARE-ROOT  what `debootstrap --variant=minbase` made earlier; it is copied, not changed
set -euo pipefail
suite=$1
dist=$(cd "$2" && pwd)
bare=${3:-}
samples=$(cd "$(dirname "$0")/../Examples/captures" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -z "$bare" ]; then
    bare=$work/bare
    debootstrap --variant=minbase "$suite" "$bare" http://deb.debian.org/debian >"$work/log" || { cat "$work/log"; exit 1; }
fi

# in_root NAME COMMAND: runs it in a copy of the bare root with the files at /dist and the samples at /samples.
in_root() {
    local root=$work/$1
    cp -a "$bare" "$root"
    cp -a "$dist" "$root/dist"
    cp -a "$samples" "$root/samples"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    if unshare --mount bash -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root \
        DEBIAN_FRONTEND=noninteractive bash -euc "$2" >"$work/out" 2>&1; then
        echo "ok    $suite: $1: $(tail -1 "$work/out")"
    else
        echo "WRONG $suite: $1"
        tail -30 "$work/out"
        exit 1
    fi
    rm -rf "$root"
}

certify='
beaconproof certify /samples/clean-play.har --no-config --quiet
beaconproof certify /samples/clean-play.pcapng /samples/clean-play.keys.txt --no-config --quiet
code=0; beaconproof certify /samples/missing-quartile.har --no-config --quiet || code=$?; [ $code -eq 1 ]
beaconproof certify /samples/clean-play.pcapng /samples/clean-play.keys.txt --filter "tcp or udp" --no-config --quiet
beaconproof doctor | sed -n "s/^library //p" | tr "\n" " "'

in_root archive "tar -x -z -C /opt -f /dist/beaconproof-*-linux-*.tar.gz; export PATH=\$(echo /opt/beaconproof-*):\$PATH; $certify"
in_root container "tar -x -z -C /opt -f /dist/beaconproof-*-linux-*.tar.gz
ln -s /opt/beaconproof-*/beaconproof /usr/local/bin/beaconproof; useradd --uid 10001 --no-create-home beaconproof
exec setpriv --reuid 10001 --clear-groups --regid 10001 bash -euc '$certify'"
in_root package "apt-get -q update; apt-get -q -y install --no-install-recommends /dist/*.deb; zcat /usr/share/man/man1/beaconproof.1.gz >/dev/null || true; $certify"
in_root wheel "apt-get -q update; apt-get -q -y install --no-install-recommends python3-venv; python3 -m venv /venv
/venv/bin/pip install --no-index /dist/*.whl; export PATH=/venv/bin:\$PATH; $certify"
