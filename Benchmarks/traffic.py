"""What the ad traffic of the benchmark files says: the same each time, for a given seed."""

import json
import os
import random
import struct

from hpack import Encoder

GIF = bytes.fromhex("47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b")
EVENTS = ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "viewable", "progress"]
AGENT = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36"
rng = random.Random(7)
MEDIA = os.urandom(4 << 20)


def beacon_path(index):
    return (f"/track/{rng.getrandbits(64):016x}/pixel?e={EVENTS[index % 8]}&ad=A{index % 977}&cr={rng.getrandbits(48):x}"
            f"&sid={rng.getrandbits(128):032x}&cb={rng.getrandbits(40)}&ts=17698536{index % 100000:05d}&vw=1920x1080&vol=0.8"
            f"&gdpr=1&gdpr_consent=CPx{rng.getrandbits(160):040x}&us_privacy=1YNN&pos=preroll&dur=30&pt={index % 30}.25")


def vast(index):
    trackers = "".join(f'<Tracking event="{event}"><![CDATA[https://t{index % 7}.ads.example.test{beacon_path(index)}]]></Tracking>'
                       for event in EVENTS for _ in range(3))
    return (f'<?xml version="1.0"?><VAST version="4.2"><Ad id="A{index}"><InLine><AdTitle>Ad {index}</AdTitle><Creatives><Creative>'
            f'<Linear><Duration>00:00:30</Duration><TrackingEvents>{trackers}</TrackingEvents></Linear></Creative></Creatives>'
            f'</InLine></Ad></VAST>').encode()


def transaction(index, media=0.04):
    """Method, path, request body, status, type, response body."""
    kind = rng.random()
    if kind < media:
        start = rng.randrange(len(MEDIA) // 2)
        return "GET", f"/seg/{index}.ts", b"", 200, "video/mp2t", MEDIA[start:start + rng.randrange(100_000, 900_000)]
    if kind < media + 0.08:
        return "GET", f"/vast?slot={index}&w=1920&h=1080&cb={rng.getrandbits(40)}", b"", 200, "application/xml", vast(index)
    if kind < media + 0.16:
        return "POST", "/events", json.dumps({"events": [beacon_path(index)] * 4}).encode(), 204, "text/plain", b""
    return "GET", beacon_path(index), b"", 200, "image/gif", GIF


def requests_of(size):
    """The same requests each time: so many bytes of them."""
    rng.seed(size)
    made, total = [], 0
    while total < size:
        made.append(transaction(len(made), 0.04))
        total += sum(len(part) for part in (made[-1][1], made[-1][2], made[-1][5]))
    return made


def http1(host, method, path, body, status, kind, answer):
    asked = (f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: {AGENT}\r\nAccept: */*\r\nAccept-Encoding: gzip\r\n"
             f"Referer: https://player.example.test/watch?v=17\r\nConnection: keep-alive\r\n")
    if body:
        asked += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    head = (f"HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {len(answer)}\r\nCache-Control: no-store\r\n"
            f"Server: edge/1.9\r\nX-Request-Id: {rng.getrandbits(64):016x}\r\n\r\n") if status != 204 else \
        "HTTP/1.1 204 No Content\r\nServer: edge/1.9\r\n\r\n"
    return asked.encode() + b"\r\n" + body, head.encode() + answer


class HTTP2:
    def __init__(self):
        self.up, self.down, self.stream = Encoder(), Encoder(), 1
        self.opening = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + self.frame(4, 0, 0, b""), self.frame(4, 0, 0, b"")

    @staticmethod
    def frame(kind, flags, stream, payload):
        return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload

    def data(self, stream, body):
        return b"".join(self.frame(0, 1 if at + 16384 >= len(body) else 0, stream, body[at:at + 16384])
                        for at in range(0, len(body), 16384))

    def ask(self, host, method, path, body, status, kind, answer):
        stream, self.stream = self.stream, self.stream + 2
        fields = [(":method", method), (":authority", host), (":scheme", "https"), (":path", path), ("user-agent", AGENT),
                  ("accept", "*/*"), ("accept-encoding", "gzip"), ("referer", "https://player.example.test/watch?v=17")]
        if body:
            fields.append(("content-type", "application/json"))
        head = [(":status", str(status)), ("content-type", kind), ("content-length", str(len(answer))), ("server", "edge/1.9"),
                ("cache-control", "no-store"), ("x-request-id", f"{rng.getrandbits(64):016x}")]
        return (self.frame(1, 4 | (0 if body else 1), stream, self.up.encode(fields)) + self.data(stream, body),
                self.frame(1, 4 | (0 if answer else 1), stream, self.down.encode(head)) + self.data(stream, answer))
