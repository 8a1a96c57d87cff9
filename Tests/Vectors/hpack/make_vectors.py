#!/usr/bin/env python3
"""Writes header blocks and their fields, one file per encoder, with the `hpack` package of PyPI (4.x).

Lines: `block <hex>`, followed by one `field <name>\t<value>` per field. Deterministic: the same seed, the same files.

    python3 -m venv venv && venv/bin/pip install hpack && venv/bin/python make_vectors.py
"""
import pathlib
import random

import hpack

HERE = pathlib.Path(__file__).parent
HOSTS = ["ads.example.test", "cdn.example.test", "tracker.example.test", "www.publisher.example.test"]
EVENTS = ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "pause", "resume"]


def request(random, number):
    fields = [
        (":method", random.choice(["GET", "GET", "GET", "POST", "OPTIONS"])),
        (":authority", random.choice(HOSTS)),
        (":scheme", "https"),
        (":path", "/t?e=%s&cb=%08d&u=%s" % (random.choice(EVENTS), random.randrange(10**8), "x" * random.randrange(40))),
        ("user-agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"),
        ("accept", random.choice(["*/*", "image/avif,image/webp,*/*;q=0.8"])),
        ("accept-encoding", "gzip, deflate, br, zstd"),
        ("referer", "https://www.publisher.example.test/?k=%d" % (number // 7)),
        ("x-request-id", "%032x" % random.getrandbits(128)),
    ]
    if random.random() < 0.5:
        fields.append(("cookie", "uid=%d" % random.randrange(5)))
        fields.append(("cookie", "consent=1"))
    if random.random() < 0.1:
        fields.append(("x-unicode", "gr\u00fcn \u2713 \x7f"))
    if random.random() < 0.1:
        fields.append(("x-empty", ""))
    return fields


def write(name, count, seed, huffman, sizes=()):
    generator = random.Random(seed)
    encoder = hpack.Encoder()
    lines = []
    for number in range(count):
        if sizes and number % 5 == 4:
            encoder.header_table_size = sizes[(number // 5) % len(sizes)]
        fields = request(generator, number)
        block = encoder.encode(fields, huffman=huffman if huffman is not None else generator.random() < 0.5)
        lines.append("block " + block.hex())
        lines += ["field %s\t%s" % field for field in fields]
    (HERE / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


write("huffman.txt", 60, 1, True)
write("plain.txt", 30, 2, False)
write("mixed-with-size-updates.txt", 60, 3, None, sizes=(0, 4096, 300, 65536, 64, 1024))
