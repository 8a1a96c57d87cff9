#!/usr/bin/env python3
"""Makes a call log of one day of live viewing: a position each second, all of it correct.

Usage: make_day.py FILE [SECONDS]
"""

import json
import sys

BEGIN = 1_770_000_000


def lines(seconds):
    def call(at, api, args):
        return {"v": 1, "kind": "call", "t": round((BEGIN + at) * 1000), "mono": round(5_000 + at, 3), "inst": "A", "api": api, "args": args}

    yield {"v": 1, "kind": "header", "app": "se.example.app", "os": "iOS 17.5", "sdk": "ai.9.2.0.0", "flavour": "global", "build": "release"}
    yield call(0, "init", {"appid": "P00000000-0000-0000-0000-000000000000"})
    yield call(0.9, "play", {"channelName": "one"})
    yield call(0.95, "loadMetadata", {"type": "content", "assetid": "live", "length": "86400", "program": "p", "title": "t"})
    for second in range(1, seconds + 1):
        # Timers are not exact.
        at = second + second * 7_919 % 60 / 1_000
        yield call(at, "playheadPosition", BEGIN + second)
    yield call(seconds + 0.5, "stop", None)
    yield call(seconds + 0.6, "end", None)


def write(path, seconds=86_400):
    with open(path, "w") as out:
        for line in lines(seconds):
            out.write(json.dumps(line, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    write(sys.argv[1], *map(int, sys.argv[2:]))
