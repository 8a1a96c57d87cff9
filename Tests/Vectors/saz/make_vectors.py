#!/usr/bin/env python3
"""Writes the Fiddler archives of this folder, one per shape or fault. Times are fixed: same input, same bytes."""
import gzip
import io
import os
import struct
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
VAST = b'<?xml version="1.0"?><VAST version="4.2"/>'


def metadata(second, ended=True):
    end = f"2026-11-21T11:00:{second:02}" if ended else "0001-01-01T00:00:00"
    zone = "+01:00" if ended else ""
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<Session SID="1"><SessionTimers '
        f'ClientBeginRequest="2026-11-21T11:00:{second:02}.2500000+01:00" ServerBeginResponse="{end}.5{zone}" '
        f'ServerDoneResponse="{end}.75{zone}" ClientDoneResponse="{end}.75{zone}" /><SessionFlags>'
        '<SessionFlag N="x-clientport" V="50000" /><SessionFlag N="x-clientip" V="198.51.100.4" />'
        '<SessionFlag N="x-hostip" V="192.0.2.7" /></SessionFlags></Session>').encode()


def request(path="/px?e=start", method="GET", body=b"", host="ads.example.test"):
    return f"{method} https://{host}{path} HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\n\r\n".encode() + body


def response(body=VAST, status=200, **fields):
    lines = "".join(f"{k.replace('_', '-')}: {v}\r\n" for k, v in fields.items())
    return f"HTTP/1.1 {status} OK\r\nContent-Type: text/xml\r\n{lines}\r\n".encode() + body


def chunked(body):
    return b"5\r\n" + body[:5] + b"\r\n" + f"{len(body) - 5:x};a=b\r\n".encode() + body[5:] + b"\r\n0\r\n\r\n"


def archive(*sessions, method=zipfile.ZIP_DEFLATED, extra=()):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        members = [("_index.htm", b"<html/>")]
        for number, parts in sessions:
            members += [(f"raw/{number}_{kind}", data) for kind, data in parts.items()]
        for name, data in members + list(extra):
            info = zipfile.ZipInfo(name, (2026, 11, 21, 11, 0, 0))
            info.compress_type = method
            file.writestr(info, data)
    return out.getvalue()


def session(second=0, sent=None, got=None, ended=True):
    return {"c.txt": sent or request(), "s.txt": response() if got is None else got, "m.xml": metadata(second, ended)}


clean = archive((2, session(1, request("/px?e=complete"))), (10, session(2)), (1, session(0)))
damaged = bytearray(clean)
at = clean.index(b"raw/10_s.txt") + len("raw/10_s.txt")
damaged[at] ^= 0xFF
encrypted = bytearray(clean)
for at in range(len(encrypted) - 4):
    if encrypted[at:at + 4] == b"PK\x01\x02":
        encrypted[at + 8] |= 1
bomb = archive((1, session(0, got=response(bytes(5_000_000)))))
beyond = bytearray(clean)
first = clean.index(b"PK\x01\x02")
beyond[first + 42:first + 46] = struct.pack("<I", 0x7FFFFFF0)
files = {
    "clean": clean,
    "stored": archive((1, session()), method=zipfile.ZIP_STORED),
    "bodies": archive(
        (1, session(0, got=response(chunked(VAST), Transfer_Encoding="chunked"))),
        (2, session(1, got=response(gzip.compress(VAST, mtime=0), Content_Encoding="gzip"))),
        (3, session(2, got=response(chunked(VAST)[:20], Transfer_Encoding="chunked"))),
        (4, session(3, got=response(b"\x0b\x01\x80abc\x03", Content_Encoding="br"))),
        (5, session(4, request(method="POST", body=b"e=1"), response(b"", 204)))),
    "endings": archive((1, session(0, got=b"", ended=False)), (2, session(1, got=b""))),
    "tunnels": archive(
        (1, session(0, b"CONNECT ads.example.test:443 HTTP/1.1\r\n\r\n")), (2, session(1)),
        (3, session(2, b"CONNECT Pinned.example.test:443 HTTP/1.1\r\n\r\n"))),
    "websocket": archive((1, session() | {"w.txt": b"x"})),
    "no-metadata": archive((1, session()), (2, {"c.txt": request(), "s.txt": response()})),
    "no-request": archive((1, {"s.txt": response(), "m.xml": metadata(0)}), (2, session())),
    "damaged-member": bytes(damaged),
    "encrypted": bytes(encrypted),
    "header-outside": bytes(beyond),
    "names-with-paths": archive((1, session()), extra=[("../../etc/raw/2_c.txt", b"x"), ("raw/../3_c.txt", b"x")]),
    "archive-inside": archive(extra=[("inner.saz", clean)]),
    "bomb": bomb,
    "tail-cut": clean[:-60],
}

for name, content in files.items():
    with open(os.path.join(HERE, name + ".saz"), "wb") as file:
        file.write(content)
