#!/usr/bin/env bash
# Installs the system libraries that BeaconProof is built against, as far as they are missing.
set -euo pipefail

# SQLite, XML, YAML, ciphers, zlib, Brotli, zstd, PNG and JPEG for --screens, and libpcap for --filter: headers and libraries.
debian=(libsqlite3-dev libxml2-dev libyaml-dev libssl-dev pkg-config zlib1g-dev libbrotli-dev libzstd-dev libpng-dev libturbojpeg0-dev
    libpcap-dev)
# The others come with the macOS SDK.
homebrew=(brotli jpeg-turbo libpng libyaml openssl@3 zstd)

install_debian() {
    local missing=() package
    for package in "${debian[@]}"; do
        case "$(dpkg-query --show --showformat='${db:Status-Abbrev}' "$package" 2>/dev/null || true)" in
        ii*) ;;
        *) missing+=("$package") ;;
        esac
    done
    if [ ${#missing[@]} -eq 0 ]; then return; fi

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "run this as root, or install yourself: ${missing[*]}"
        as_root=(sudo)
    fi
    local apt_get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get --quiet --yes)
    echo "Installing ${missing[*]}" >&2
    # A fresh system has no package lists, and old lists name files that are gone.
    "${apt_get[@]}" install --no-install-recommends "${missing[@]}" >&2 2>/dev/null && return
    "${apt_get[@]}" update >&2
    "${apt_get[@]}" install --no-install-recommends "${missing[@]}" >&2
}

install_homebrew() {
    command -v brew >/dev/null || fail "install Homebrew (https://brew.sh), or ${homebrew[*]} by other means"
    local package
    for package in "${homebrew[@]}"; do
        if brew list --versions "$package" >/dev/null 2>&1; then continue; fi
        echo "Installing $package with Homebrew" >&2
        brew install "$package"
    done
}

fail() {
    echo "system-packages: $1" >&2
    exit 1
}

case "$(uname -s)" in
Darwin) install_homebrew ;;
Linux)
    command -v apt-get >/dev/null || fail "no apt-get here; install the equivalents of ${debian[*]} yourself"
    install_debian
    ;;
*) fail "only Linux and macOS are supported" ;;
esac
