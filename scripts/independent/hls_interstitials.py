#!/usr/bin/env python3
"""Reads the interstitials of HLS playlists with the m3u8 package, independently of the product's reader.

usage: hls_interstitials.py FOLDER > Tests/Vectors/independent/hls-interstitials.tsv
One line per attribute of each interstitial date range: file, id, attribute, value; and one line `file, , segments, n`
for each media playlist that the package can read.
"""
import os
import sys

import m3u8

for name in sorted(os.listdir(sys.argv[1])):
    path = os.path.join(sys.argv[1], name)
    try:
        with open(path, encoding="utf-8") as file:
            # The package hangs a date range on the segment after it: give those at the end one.
            playlist = m3u8.loads(file.read().replace("#EXT-X-ENDLIST", "") + "\n#EXTINF:1,\nend.ts\n")
    except Exception:  # what the package cannot read has no reading to compare with
        continue
    if not playlist.is_variant:
        print(name, "", "segments", len(playlist.segments) - 1, sep="\t")
    seen = set()
    for segment in playlist.segments:
        for daterange in segment.dateranges:
            if daterange.class_ != "com.apple.hls.interstitial" or id(daterange) in seen:
                continue
            seen.add(id(daterange))
            fields = {"START-DATE": daterange.start_date, "DURATION": daterange.duration, "END-DATE": daterange.end_date}
            for key, value in daterange.x_client_attrs or []:
                fields[key.upper().replace("_", "-")] = value
            for key, value in sorted(fields.items()):
                if value is not None:
                    print(name, daterange.id, key, str(value).strip('"'), sep="\t")
