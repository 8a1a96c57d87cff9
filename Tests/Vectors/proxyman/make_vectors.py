#!/usr/bin/env python3
"""Writes the Proxyman logs of this folder, one per shape or fault. Times are fixed: same input, same bytes."""
import base64
import gzip
import io
import json
import os
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
VAST = b'<?xml version="1.0"?><VAST version="4.2"/>'
START = 1795255200.25


def fields(**values):
    return {"entries": [
        {"key": {"name": k.replace("_", "-"), "nameInLowercase": k.lower()}, "value": v, "isEnabled": True}
        for k, v in values.items()]}


def flow(second=0, body=VAST, status=200, answer=None, **changes):
    data = base64.b64encode(body).decode()
    result = {
        "id": "86", "isSSL": True, "isIntercepted": True, "timezone": "GMT",
        "request": {
            "host": "ads.example.test", "port": 443, "isSSL": True, "method": {"name": "GET"}, "scheme": "https",
            "fullPath": "https://ads.example.test/px?e=start", "uri": "/px?e=start",
            "version": {"major": 1, "minor": 1}, "header": fields(Host="ads.example.test"), "bodyData": "",
            "isWebSocketUpgrade": False},
        "response": {
            "status": {"code": status, "phrase": "OK"}, "header": fields(Content_Type="text/xml", **(answer or {})),
            "bodyData": data, "bodySize": len(body), "bodyEncodedSize": len(body), "error": None},
        "timing": {
            "requestStartedAt": START + second, "responseStartedAt": START + second + 0.25,
            "responseEndedAt": START + second + 0.5}}
    for key, value in changes.items():
        result[key] = value if not isinstance(value, dict) else result[key] | value
    return result


def archive(*flows, method=zipfile.ZIP_DEFLATED, names=None, extra=()):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        members = [(f"request_{n}_{n + 80}", entry if isinstance(entry, bytes) else json.dumps(entry, indent=1).encode())
                   for n, entry in enumerate(flows)]
        for name, data in members + list(extra):
            info = zipfile.ZipInfo(name, (2026, 11, 21, 11, 0, 0))
            info.compress_type = method
            file.writestr(info, data)
    return out.getvalue()


clean = archive(flow(), flow(1, request={"fullPath": "", "uri": "/px?e=end"}), extra=[("style.json", b"{}")])
packed = gzip.compress(VAST, mtime=0)
files = {
    "clean": clean,
    "stored": archive(flow(), flow(1), method=zipfile.ZIP_STORED),
    "many": archive(*[flow(n % 60, request={"fullPath": f"https://ads.example.test/{n}"}) for n in range(12)]),
    "bodies": archive(
        flow(body=packed, answer={"Content_Encoding": "gzip"}), flow(answer={"Content_Encoding": "gzip"}),
        flow(body=b"\x0b\x01\x80abc\x03", answer={"Content_Encoding": "br"}, response={"bodySize": 99, "bodyEncodedSize": 7,
             "status": {"code": 200}, "header": fields(Content_Type="text/xml", Content_Encoding="br"),
             "bodyData": base64.b64encode(b"\x0b\x01\x80abc\x03").decode()}),
        flow(response={"bodyData": "", "bodySize": 700}), flow(response={"bodyData": "!!!"}),
        flow(status=204, response={"bodyData": "", "bodySize": 0}),
        flow(request={"method": {"name": "POST"}, "bodyData": base64.b64encode(b"e=1").decode()})),
    "endings": archive(flow(response=None), flow(response={"status": {"code": 0}, "error": {"code": 7}})),
    "tunnel": archive(flow(), flow(2, request={"method": {"name": "CONNECT"}, "host": "Pinned.example.test"})),
    "no-time": archive(flow(), flow(1, timing=None)),
    "unusable": archive(flow(), b"{ no", {"request": {}}, flow(3)),
}
damaged = bytearray(archive(flow(), flow(1), method=zipfile.ZIP_STORED))
damaged[60] ^= 1
files["damaged-member"] = bytes(damaged)
files["tail-cut"] = clean[:-30]

for name, content in files.items():
    with open(os.path.join(HERE, name + ".proxymanlogv2"), "wb") as file:
        file.write(content)
