#!/usr/bin/env python3
"""Writes field sections with their encoder instructions, with `pylsqpack` of PyPI (the QPACK of aioquic).

Lines: `capacity <n>` once, then per section `encoder <hex>` (possibly empty), `block <hex>`, and one
`field <name>\t<value>` per field. Deterministic.

    python3 -m venv venv && venv/bin/pip install pylsqpack && venv/bin/python make_vectors.py
"""
import pathlib
import random

import pylsqpack

HERE = pathlib.Path(__file__).parent
HOSTS = ["ads.example.test", "cdn.example.test", "tracker.example.test"]
EVENTS = ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]


def request(generator):
    return [
        (":method", generator.choice(["GET", "POST"])),
        (":authority", generator.choice(HOSTS)),
        (":scheme", "https"),
        (":path", "/t?e=%s" % generator.choice(EVENTS)),
        ("user-agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"),
        ("accept", "*/*"),
        ("x-trace", "%06x" % generator.getrandbits(24)),
        ("referer", "https://www.publisher.example.test/"),
    ]


def write(name, capacity, blocked, count, seed, acknowledge):
    generator = random.Random(seed)
    encoder = pylsqpack.Encoder()
    decoder = pylsqpack.Decoder(capacity, blocked)
    instructions = encoder.apply_settings(capacity, blocked)
    lines = ["capacity %d" % capacity]
    for number in range(count):
        stream = number * 4
        fields = request(generator)
        more, block = encoder.encode(stream, [(n.encode(), v.encode()) for n, v in fields])
        instructions += more
        lines.append("encoder " + instructions.hex())
        lines.append("block " + block.hex())
        lines += ["field %s\t%s" % field for field in fields]
        decoder.feed_encoder(instructions)
        control, decoded = decoder.feed_header(stream, block)
        assert [(n.decode(), v.decode()) for n, v in decoded] == fields
        if acknowledge:
            encoder.feed_decoder(control)
        instructions = b""
    (HERE / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


write("dynamic.txt", 4096, 16, 60, 1, True)
write("small-table.txt", 256, 16, 60, 2, True)
write("unacknowledged.txt", 4096, 100, 40, 3, False)
write("static-only.txt", 0, 0, 10, 4, False)
