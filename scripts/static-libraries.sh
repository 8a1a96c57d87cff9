#!/usr/bin/env bash
# Lays out the system's C libraries as archives only, so that a program that looks here first (-L FOLDER) carries them: what
# is downloaded runs where none of them is installed.
#
# Archives of Debian and Ubuntu lead further than anything here goes: libxml2 to ICU (30 MB) for encodings that iconv does not
# know either, to liblzma for packed files, to HTML, HTTP, catalogues, schemas and XPath; libpcap to D-Bus and to devices; SQLite
# to indexes of words and places. FOLDER/absent.o answers for these that there is no such thing.
# usage: static-libraries.sh FOLDER
set -euo pipefail
export LC_ALL=C
mkdir -p "$1"
folder=$(cd "$1" && pwd)
compiler=${CC:-$(command -v clang || command -v cc)}

for library in crypto sqlite3 z brotlidec brotlicommon zstd png turbojpeg pcap yaml xml2; do
    archive=$("$compiler" -print-file-name="lib$library.a")
    [ -e "$archive" ] || { echo "static-libraries.sh: there is no lib$library.a; scripts/system-packages.sh installs it" >&2; exit 1; }
    ln -sf "$archive" "$folder/lib$library.a"
done

# left_out LIBRARY MEMBERS: the functions of these members (a regular expression) that the others name.
left_out() {
    nm --print-file-name "$folder/lib$1.a" 2>/dev/null | awk -v members=":($2)[.]o:" '
        { name = $NF; kind = $(NF - 1) }
        $0 ~ members { if (kind == "T") own[name]; next }
        kind == "U" { asked[name] }
        END { for (name in own) if (name in asked) print name }' | sort
}
asked() { nm --undefined-only "$folder/lib$1.a" 2>/dev/null | sed -n 's/^ *U //p' | grep --extended-regexp --line-regexp "$2" | sort -u; }
{
    echo "#include <stddef.h>"
    # Versions of ICU are in the names of its functions.
    asked xml2 '(ucnv|UCNV)_\w+' | while read -r name; do
        case "$name" in
        # UConverter *ucnv_open(const char *, UErrorCode *): U_FILE_ACCESS_ERROR, as for any unknown name.
        ucnv_open*) echo "void *$name(const char *name, int *error) { (void)name; *error = 4; return NULL; }" ;;
        # Nothing was opened, so nothing of this is called.
        *) echo "void $name(void) { __builtin_trap(); }" ;;
        esac
    done
    # LZMA_OPTIONS_ERROR
    asked xml2 'lzma_\w+' | sed 's/.*/int &(void) { return 8; }/'
    # Asked for with a schema, an inclusion, a device or an index at hand, or to add what there is to a list: nothing.
    {
        left_out xml2 'HTML.*|debugXML|xpath|xpointer|xinclude|relaxng|xmlschemas.*|schematron|nano.*|c14n|catalog|xmlregexp|xmlunicode|xmlmodule|xlink'
        left_out pcap 'pcap-(dbus|usb|bt|netfilter|rdma).*'
        left_out sqlite3 'fts.*|rtree'
    } | sed 's/.*/void *&(void) { return NULL; }/'
} >"$folder/absent.c"
"$compiler" -O1 -fPIC -ffunction-sections -w -c "$folder/absent.c" -o "$folder/absent.o"
