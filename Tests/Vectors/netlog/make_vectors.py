#!/usr/bin/env python3
"""Writes the Chrome net logs of this folder, one per shape or fault."""
import base64
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
VAST = b'<?xml version="1.0"?><VAST version="4.2"/>'
NAMES = [
    "REQUEST_ALIVE", "URL_REQUEST_START_JOB", "HTTP_TRANSACTION_SEND_REQUEST_HEADERS",
    "HTTP_TRANSACTION_HTTP2_SEND_REQUEST_HEADERS", "HTTP_TRANSACTION_QUIC_SEND_REQUEST_HEADERS",
    "HTTP_TRANSACTION_READ_RESPONSE_HEADERS", "URL_REQUEST_FAKE_RESPONSE_HEADERS_CREATED", "URL_REQUEST_REDIRECTED",
    "URL_REQUEST_JOB_FILTERED_BYTES_READ", "SOCKET_ALIVE"]
TYPES = {name: number + 100 for number, name in enumerate(NAMES)}
# 2026-11-21T10:00:00Z is tick 1,000,000.
OFFSET = 1795255200000 - 1000000


def constants(mode="Everything", **changes):
    values = {
        "activeFieldTrialGroups": [], "addressFamily": {"ADDRESS_FAMILY_IPV4": 1},
        "clientInfo": {"name": "Google Chrome", "version": "131.0.6778.86", "os_type": "Linux"},
        "logCaptureMode": mode, "logEventPhase": {"PHASE_BEGIN": 1, "PHASE_END": 2, "PHASE_NONE": 0},
        "logEventTypes": TYPES, "logFormatVersion": 1, "logSourceType": {"NONE": 0, "URL_REQUEST": 1},
        "timeTickOffset": str(OFFSET)}
    values.update(changes)
    return values


class Log:
    def __init__(self):
        self.events = []
        self.tick = 1000000

    def add(self, source, name, phase=0, after=100, **params):
        self.tick += after
        event = {"phase": phase, "source": {"id": source, "start_time": "1", "type": 1}, "time": str(self.tick),
                 "type": TYPES[name]}
        if params:
            event["params"] = params
        self.events.append(json.dumps(event, sort_keys=True))
        return self

    def begin(self, source, url="https://ads.example.test/px?e=start", method="GET", alive=True):
        if alive:
            self.add(source, "REQUEST_ALIVE", 1, 0, priority="LOWEST")
        return self.add(source, "URL_REQUEST_START_JOB", 1, 0, load_flags=0, method=method, url=url)

    def send(self, source, version="1", **fields):
        names = {"1": NAMES[2], "2": NAMES[3], "3": NAMES[4]}
        lines = [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        head = ["Host: ads.example.test"] if version == "1" else [":method: GET", ":authority: ads.example.test"]
        return self.add(source, names[version], headers=head + lines, line="GET /px?e=start HTTP/1.1\r\n")

    def answer(self, source, status="HTTP/1.1 200 OK", name=NAMES[5], **fields):
        lines = [f"{key.replace('_', '-')}: {value}" for key, value in fields.items()]
        return self.add(source, name, headers=[status] + lines)

    def read(self, source, data=VAST, bytes=True):
        params = {"byte_count": len(data)}
        if bytes:
            params["bytes"] = base64.b64encode(data).decode()
        return self.add(source, "URL_REQUEST_JOB_FILTERED_BYTES_READ", **params)

    def end(self, source, error=0):
        self.add(source, "URL_REQUEST_START_JOB", 2, 0, **({"net_error": error} if error else {}))
        return self.add(source, "REQUEST_ALIVE", 2, 0, **({"net_error": error} if error else {}))

    def text(self, closed=True, **changes):
        head = '{"constants":' + json.dumps(constants(**changes), sort_keys=True) + ',\n"events": [\n'
        return head + ",\n".join(self.events) + ('],\n"polledData": {"a": [1]}}\n' if closed else ",\n")


def page(bytes=True):
    log = Log()
    log.begin(7).send(7, "2", Accept="*/*").add(9, "SOCKET_ALIVE", 1)
    log.begin(8, "https://ads.example.test/px?e=midpoint").send(8, "3")
    log.answer(7, content_type="text/xml").add(7, "URL_REQUEST_START_JOB", 2, 0)
    log.read(7, VAST[:20], bytes).read(7, VAST[20:], bytes).add(7, "REQUEST_ALIVE", 2, 0)
    log.answer(8, "HTTP/1.1 204").end(8)
    return log


clean = page().text()
files = {
    "clean": clean,
    "default-mode": page(bytes=False).text(mode="Default"),
    "redacted": page(bytes=False).text(mode="HeavilyRedacted"),
    "not-closed": page().text(closed=False),
    "tail-cut": page().text(closed=False)[:-40],
    "numbers": page().text(timeTickOffset=float(OFFSET)),
    "redirects": Log().begin(7, "http://ads.example.test/a").answer(
        7, "HTTP/1.1 307 Internal Redirect", NAMES[6], Location="https://ads.example.test/a")
    .add(7, "URL_REQUEST_REDIRECTED", location="https://ads.example.test/a").add(7, "URL_REQUEST_START_JOB", 2)
    .begin(7, "https://ads.example.test/a", alive=False).send(7).answer(7, "HTTP/1.1 302 Found", Location="/b")
    .add(7, "URL_REQUEST_REDIRECTED", location="https://ads.example.test/b").add(7, "URL_REQUEST_START_JOB", 2)
    .begin(7, "https://ads.example.test/b", alive=False).send(7, "2").answer(7, content_type="image/gif")
    .read(7, b"GIF89a\x01").end(7).text(),
    "sent-again": Log().begin(7).send(7).send(7).answer(7, "HTTP/1.1 100").answer(7, "HTTP/1.1 204 No Content")
    .end(7).text(),
    "endings": Log().begin(7).end(7, -105).begin(8).send(8).end(8, -3).begin(9).send(9)
    .begin(10).send(10).answer(10, content_type="text/xml").read(10).end(10, -101)
    .begin(11).send(11).answer(11, content_type="text/xml").read(11).text(),
    "from-cache": Log().begin(7).read(7).end(7).begin(8).add(8, "URL_REQUEST_REDIRECTED", location="/b").end(8).text(),
    "bodies": Log().begin(7, method="POST").send(7, content_length="9").answer(7, content_length="0").end(7)
    .begin(8).send(8).answer(8, content_length="70").end(8)
    .begin(9).send(9).answer(9, content_type="text/xml")
    .add(9, NAMES[8], byte_count=4, bytes="!!!").end(9)
    .begin(10).send(10).answer(10, content_type="text/xml")
    .add(10, NAMES[8], byte_count=len(VAST), hex_encoded_bytes=VAST.hex().upper()).end(10).text(),
    "began-before": Log().send(5).answer(5).read(5).begin(7).send(7).answer(7, "HTTP/1.1 204").end(7).text(),
    "not-http": Log().begin(7, "data:text/plain,x").end(7).begin(8, "nonsense").end(8).begin(9, "wss://a.test/s")
    .send(9).answer(9, "HTTP/1.1 101 Switching").end(9).text(),
    "odd-events": page().text().replace('"events": [', '"events": [7, {}, {"type": 101, "time": "5"}, [1],'),
    "deep-nesting": page().text().replace('"events": [', '"events": [{"params":' + "[" * 300 + "]" * 300 + "},"),
    "broken-syntax": clean.replace("},\n{", "}\n{", 5).replace("}\n{", "},\n{", 4),
    "events-first": '{"events": [], "constants": ' + json.dumps(constants()) + "}",
    "no-events": '{"constants": ' + json.dumps(constants()) + "}",
}

for name, content in files.items():
    with open(os.path.join(HERE, name + ".netlog"), "w") as file:
        file.write(content)
