#!/usr/bin/env bash
# Lays out the system's C libraries as archives only, so that a release that looks here first (-L FOLDER) carries them: what
# it downloads runs where none of them is installed. Prints what the linker is to be told.
#
# Two archives of Debian and Ubuntu lead further than anything here goes: libxml2 to ICU (30 MB) for encodings that iconv does
# not know either, and to liblzma for packed files; libpcap to D-Bus and systemd for devices. FOLDER/absent.o answers for
# these that there is no such encoding, file or device.
# usage: static-libraries.sh FOLDER
set -euo pipefail
export LC_ALL=C
mkdir -p "$1"
folder=$(cd "$1" && pwd)
compiler=${CC:-$(command -v clang || command -v cc)}

for library in crypto sqlite3 z brotlidec brotlicommon zstd pcap yaml xml2; do
    archive=$("$compiler" -print-file-name="lib$library.a")
    [ -e "$archive" ] || { echo "static-libraries.sh: there is no lib$library.a; scripts/system-packages.sh installs it" >&2; exit 1; }
    ln -sf "$archive" "$folder/lib$library.a"
done

# The functions of ICU have its version in their names.
absent() {
    nm --undefined-only "$folder/libxml2.a" 2>/dev/null | sed -n 's/^ *U \(ucnv_[A-Za-z]*\(_[0-9]*\)\{0,1\}\|lzma_[a-z_]*\)$/\1/p'
    nm --undefined-only "$folder/libpcap.a" 2>/dev/null | sed -n 's/^ *U \(dbus_create\|dbus_findalldevs\|rdmasniff_create\|rdmasniff_findalldevs\)$/\1/p'
}
{
    echo "#include <stddef.h>"
    absent | sort -u | while read -r name; do
        case "$name" in
        # UConverter *ucnv_open(const char *, UErrorCode *): U_FILE_ACCESS_ERROR, as for any unknown name.
        ucnv_open*) echo "void *$name(const char *name, int *error) { (void)name; *error = 4; return NULL; }" ;;
        # Nothing was opened, so nothing of this is called.
        ucnv_*) echo "void $name(void) { __builtin_trap(); }" ;;
        # LZMA_OPTIONS_ERROR
        lzma_end) echo "void $name(void *stream) { (void)stream; }" ;;
        lzma_*) echo "int $name(void) { return 8; }" ;;
        # pcap_t *NAME(const char *device, char *error, int *is_ours)
        *_create) echo "void *$name(const char *device, char *error, int *ours) { (void)device; (void)error; *ours = 0; return NULL; }" ;;
        *_findalldevs) echo "int $name(void *devices, char *error) { (void)devices; (void)error; return 0; }" ;;
        esac
    done
} >"$folder/absent.c"
"$compiler" -O1 -fPIC -c "$folder/absent.c" -o "$folder/absent.o"
# Brotli's module names the decoder only; what that rests on comes behind it.
echo "-Xlinker -L$folder -Xlinker $folder/absent.o -Xlinker -lbrotlicommon"
