#!/usr/bin/env bash
# Lays out the system's C libraries as archives only, so that a program that looks here first (-L FOLDER) carries them: what
# is downloaded runs where none of them is installed.
#
# Archives of Debian and Ubuntu lead further than anything here goes: libxml2 to ICU (30 MB) for encodings that iconv does not
# know either, to liblzma for packed files, to HTTP and FTP, and to schemas and XPath; libpcap to D-Bus and systemd for devices;
# SQLite to indexes of words and places. FOLDER/absent.o answers for these that there is no such thing.
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

needed() { nm --undefined-only "$folder/lib$1.a" 2>/dev/null | sed -n 's/^ *U //p' | grep --extended-regexp --line-regexp "$2"; }
{
    echo "#include <stddef.h>"
    # Versions of ICU are in the names of its functions.
    needed xml2 '(ucnv|UCNV)_\w+' | sort -u | while read -r name; do
        case "$name" in
        # UConverter *ucnv_open(const char *, UErrorCode *): U_FILE_ACCESS_ERROR, as for any unknown name.
        ucnv_open*) echo "void *$name(const char *name, int *error) { (void)name; *error = 4; return NULL; }" ;;
        # Nothing was opened, so nothing of this is called.
        *) echo "void $name(void) { __builtin_trap(); }" ;;
        esac
    done
    # LZMA_OPTIONS_ERROR
    needed xml2 'lzma_\w+' | sort -u | sed 's/.*/int &(void) { return 8; }/'
    # Of a reader these are asked for only with a schema, an inclusion or an address at hand: no such object.
    needed xml2 '(xmlSchema|xmlRelaxNG|xmlXInclude|xmlXPath|xmlXPtr|xmlNano|xmlDebug|xmlShell)\w+' | sort -u |
        sed 's/.*/void *&(void) { return NULL; }/'
    # pcap_t *dbus_create(const char *device, char *error, int *is_ours)
    needed pcap '(dbus|rdmasniff)_create' | sort -u |
        sed 's/.*/void *&(const char *d, char *e, int *ours) { (void)d; (void)e; *ours = 0; return NULL; }/'
    needed pcap '(dbus|rdmasniff)_findalldevs' | sort -u | sed 's/.*/int &(void) { return 0; }/'
    # int sqlite3Fts5Init(sqlite3 *): nothing to add, SQLITE_OK.
    needed sqlite3 'sqlite3(Fts3|Fts5|Rtree)Init' | sort -u | sed 's/.*/int &(void) { return 0; }/'
} >"$folder/absent.c"
"$compiler" -O1 -fPIC -ffunction-sections -w -c "$folder/absent.c" -o "$folder/absent.o"
