#!/usr/bin/env python3
"""Writes the Charles sessions of this folder, one per shape or fault."""
import base64
import gzip
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
VAST = '<?xml version="1.0"?><VAST version="4.2"/>'


def headers(**fields):
    return {"firstLine": "", "headers": [{"name": k.replace("_", "-"), "value": v} for k, v in fields.items()]}


def transaction(second=0, path="/px", query="e=start", status=200, body=None, fields=None, **changes):
    result = {
        "status": "COMPLETE", "method": "GET", "protocolVersion": "HTTP/1.1", "scheme": "https",
        "host": "ads.example.test", "actualPort": 443, "path": path, "query": query, "tunnel": False,
        "keptAlive": False, "webSocket": False, "remoteAddress": "ads.example.test/192.0.2.7",
        "clientAddress": "/198.51.100.4", "clientPort": 50000,
        "times": {
            "start": f"2026-11-21T11:00:{second:02}.000+01:00",
            "requestBegin": f"2026-11-21T11:00:{second:02}.250+01:00",
            "responseBegin": f"2026-11-21T11:00:{second:02}.500+01:00",
            "end": f"2026-11-21T11:00:{second:02}.750+01:00"},
        "request": {"sizes": {"headers": 10, "body": 0}, "header": headers(Host="ads.example.test")},
        "response": {
            "status": status, "sizes": {"headers": 10, "body": 100}, "contentEncoding": None,
            "header": headers(Content_Type="text/xml", **(fields or {})), "body": body or {"text": VAST}},
    }
    result.update(changes)
    return result


def encoded(data, decoded=None):
    body = {"encoding": "base64", "encoded": base64.b64encode(data).decode()}
    if decoded is not None:
        body["decoded"] = decoded
    return body


def packed(data, coding, decoded):
    entry = transaction(body=encoded(data, decoded), fields={"Content_Encoding": coding})
    entry["response"]["contentEncoding"] = coding
    return entry


def posted(text):
    entry = transaction(method="POST")
    entry["request"].update(sizes={"headers": 1, "body": len(text)}, body={"text": text})
    return entry


def absent(**response):
    entry = transaction()
    del entry["response"]["body"]
    entry["response"].update(response)
    return entry


clean = [transaction(), transaction(1, query=None, protocolVersion="HTTP/2.0")]
files = {
    "clean": json.dumps(clean),
    "lines": "\n".join(json.dumps(entry) for entry in clean) + "\n",
    "bodies": json.dumps([
        packed(gzip.compress(VAST.encode(), mtime=0), "gzip", False), packed(VAST.encode(), "gzip", True),
        packed(b"\x0b\x01\x80abc\x03", "br", False), posted("e=1&x=2"), absent(), absent(status=204),
        transaction(body={"encoded": "!!!"}), transaction(body=encoded(b"GIF89a"), fields={"Content_Type2": "x"})]),
    "endings": json.dumps([
        transaction(status=0) | {"status": "FAILED"}, transaction() | {"status": "ACTIVE", "response": None}]),
    "tunnel": json.dumps([transaction(), transaction(2, tunnel=True, method="CONNECT", host="Pinned.example.test")]),
    "no-time": json.dumps([transaction(), transaction(times={})]),
    "unusable": json.dumps([transaction(), {"protocolVersion": "", "actualPort": 1}, transaction(3)]),
    "odd-types": json.dumps([transaction(request=7, response="x", times=[], clientPort="9", host="a.test")]),
    "deep-nesting": json.dumps([transaction()])[:-1] + ',{"x":' + "[" * 300 + "]" * 300 + "}," + json.dumps(
        transaction(4)) + "]",
    "tail-cut": json.dumps(clean)[:-300],
    "broken-syntax": json.dumps(clean).replace('}, {"status"', '} {"status"'),
    "not-a-session": '[1, "protocolVersion", "actualPort"]',
}

for name, content in files.items():
    with open(os.path.join(HERE, name + ".chlsj"), "w") as file:
        file.write(content)
