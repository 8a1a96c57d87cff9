#!/usr/bin/env python3
"""Makes a HAR of correct ad plays, each with its own document and every tracker in it fired once.

Usage: make_plays.py FILE PLAYS BEACONS_PER_PLAY
"""

import datetime
import json
import sys

DURATION = 30
# Where in the ad each event happens, in seconds.
MOMENTS = {"impression": 0.3, "start": 0.31, "firstQuartile": 7.5, "midpoint": 15.0, "thirdQuartile": 22.5, "complete": 30.0}
BEGIN = datetime.datetime(2026, 1, 31, 10, tzinfo=datetime.timezone.utc)


def entry(at, url, mime, text=None, size=43):
    content = {"size": len(text) if text else size, "mimeType": mime}
    if text:
        content["text"] = text
    return {"startedDateTime": (BEGIN + datetime.timedelta(seconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "time": 20, "request": {"method": "GET", "url": url, "httpVersion": "h2", "headers": [], "cookies": [], "queryString": [],
                                    "headersSize": -1, "bodySize": 0},
            "response": {"status": 200, "statusText": "", "httpVersion": "h2", "headers": [{"name": "content-type", "value": mime}],
                         "cookies": [], "content": content, "redirectURL": "", "headersSize": -1, "bodySize": content["size"]},
            "cache": {}, "timings": {"send": 0, "wait": 20, "receive": 0}}


def play(index, beacons):
    """The entries of one ad play: document, media, beacons in order."""
    at = index * (DURATION + 5.0)
    trackers = [(event, f"https://t{vendor}.example.test/v{vendor}?e={event}&ad=A{index}&n={vendor}")
                for vendor in range((beacons + 5) // 6) for event in MOMENTS][:beacons]
    impressions = "".join(f"<Impression><![CDATA[{url}]]></Impression>" for event, url in trackers if event == "impression")
    tracking = "".join(f'<Tracking event="{event}"><![CDATA[{url}]]></Tracking>' for event, url in trackers if event != "impression")
    media = f"https://media.example.test/{index}.mp4"
    document = (f'<VAST version="4.0"><Ad id="A{index}"><InLine><AdSystem>a</AdSystem><AdTitle>{index}</AdTitle>{impressions}'
                f'<Creatives><Creative><Linear><Duration>00:00:{DURATION}</Duration><TrackingEvents>{tracking}</TrackingEvents><MediaFiles>'
                f'<MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[{media}]]></MediaFile>'
                f'</MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>')
    yield entry(at, f"https://ads.example.test/vast?n={index}", "application/xml", document)
    yield entry(at + 0.1, media, "video/mp4", size=1_000_000)
    for number, (event, url) in enumerate(sorted(trackers, key=lambda tracker: MOMENTS[tracker[0]])):
        yield entry(at + 0.2 + MOMENTS[event] + number * 0.0001, url, "image/gif")


def write(file, plays, beacons):
    with open(file, "w") as out:
        out.write('{"log":{"version":"1.2","creator":{"name":"make_plays","version":"1"},"entries":[')
        separator = ""
        for index in range(plays):
            for item in play(index, beacons):
                out.write(separator + json.dumps(item, separators=(",", ":")))
                separator = ",\n"
        out.write("]}}\n")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
