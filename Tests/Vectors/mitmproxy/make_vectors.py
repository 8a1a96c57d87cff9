#!/usr/bin/env python3
"""Writes the flow dumps of this folder, one per shape or fault, with a serialiser of its own."""
import gzip
import os
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
START = 1795255200


def dump(value, text=True):
    """text: keys and str as `;`, as since 0.18; before it everything was `,`."""
    if value is None:
        return b"0:~"
    if isinstance(value, bool):
        body, tag = (b"true" if value else b"false"), b"!"
    elif isinstance(value, int):
        body, tag = str(value).encode(), b"#"
    elif isinstance(value, float):
        body, tag = repr(value).encode(), b"^"
    elif isinstance(value, bytes):
        body, tag = value, b","
    elif isinstance(value, str):
        body, tag = value.encode(), b";" if text else b","
    elif isinstance(value, (list, tuple)):
        body, tag = b"".join(dump(item, text) for item in value), b"]"
    else:
        body, tag = b"".join(dump(k, text) + dump(v, text) for k, v in value.items()), b"}"
    return str(len(body)).encode() + b":" + body + tag


def headers(*pairs):
    return [[name.encode(), value.encode()] for name, value in pairs]


def address(version, host, port):
    if (0, 11) <= version < (2, 0):
        return {"address": [host, port], "use_ipv6": False}
    return [host, port]


def flow(version=(21, 0), at=START, path="/px?e=start", status=200, content=b"", fields=(), request_content=b"",
         method="GET", error=None, answered=True, **changes):
    """A flow in the shape of its version."""
    text = version >= (0, 14)
    request = {
        "method": method.encode(), "scheme": b"https", "host": "ads.example.test", "port": 443, "path": path.encode(),
        "headers": headers(("Host", "ads.example.test"), ("User-Agent", "Player/1")),
        "timestamp_start": at + 0.25, "timestamp_end": at + 0.3,
    }
    response = {
        "headers": headers(("Content-Type", "text/xml"), *fields),
        "timestamp_start": at + 0.5, "timestamp_end": at + 0.75,
    }
    for message in (request, response):
        message["http_version" if text else "httpversion"] = b"HTTP/1.1" if text else [1, 1]
    key = "body" if (0, 14) <= version < (0, 16) else "content"
    request[key], response[key] = request_content, content
    response["status_code" if text else "code"] = status
    client = {"timestamp_start": float(at), "timestamp_end": None}
    client["peername" if version >= (19, 0) else "address"] = address(version, "198.51.100.4", 50000)
    server = {"address": address(version, "ads.example.test", 443), "sni": "ads.example.test", "timestamp_end": None}
    server_key = ("peername" if version >= (19, 0) else "ip_address" if version >= (0, 18) else "peer_address")
    server[server_key] = address(version, "192.0.2.7", 443)
    if version < (0, 17):
        del server[server_key]
    result = {
        "version": [version[0], version[1], 1] if version < (4, 0) else version[0],
        "error": {"msg": error, "timestamp": at + 0.6} if error else None,
        "request": request, "response": response if answered else None,
    }
    if version >= (0, 11):
        result.update(type="http", client_conn=client, server_conn=server, id="f1")
    else:
        request["client_conn"], request["ip"] = client, "192.0.2.7"
    if (0, 11) <= version < (9, 0):
        request["is_replay"] = False
    if version >= (9, 0):
        result["is_replay"] = None
        request["authority"] = b""
    if version >= (12, 0):
        result["websocket"] = None
    if version >= (16, 0):
        result["timestamp_created"] = at + 0.2
    for name, value in changes.items():
        target = result
        *path_to, last = name.split("__")
        for step in path_to:
            target = target[step]
        target[last] = value
    return dump(result, version >= (0, 18))


VAST = b'<?xml version="1.0"?><VAST version="4.2"><Ad id="1"/></VAST>'


def conn():
    return {"peername": ["198.51.100.4", 50000], "timestamp_start": float(START), "timestamp_end": START + 9.0}


def opaque(kind):
    return dump({
        "type": kind, "version": 21, "error": None, "messages": [[True, b"x", START + 0.1]], "client_conn": conn(),
        "server_conn": {"address": ["Pinned.example.test", 443], "sni": "Pinned.example.test", "peername": None}})


VERSIONS = [(0, n) for n in range(10, 20)] + [(1, 0), (2, 0), (3, 0)] + [(n, 0) for n in range(4, 22)]

H2 = {"request__http_version": b"HTTP/2.0", "request__authority": b"ads.example.test:8443"}
files = {
    "every-version": b"".join(
        flow(v, at=START + i, content=VAST) for i, v in enumerate(VERSIONS)),
    "packed-bodies":
        flow(content=gzip.compress(VAST, mtime=0), fields=[("Content-Encoding", "gzip")])
        + flow(content=gzip.compress(VAST, mtime=0)[:40], fields=[("Content-Encoding", "gzip")])
        + flow(content=b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03!>", fields=[("Content-Encoding", "gzip")])
        + flow(content=zlib.compress(VAST), fields=[("Content-Encoding", "deflate")])
        + flow(content=zlib.compress(VAST)[2:-4], fields=[("Content-Encoding", "Deflate")])
        + flow(content=b"\x0b\x01\x80abc\x03", fields=[("Content-Encoding", "br")])
        + flow(content=b"GIF89a" + bytes(30), response__headers=headers(("Content-Type", "image/gif")))
        + flow(content=None)
        + flow(content=None, status=204)
        + flow(content=VAST[:20], fields=[("Content-Length", "60")])
        + flow(method="POST", request_content=b"e=1&x=2", status=204),
    "endings":
        flow(error="connection closed", answered=False)
        + flow(answered=False)
        + flow(error="stream reset by client (CANCEL)", content=VAST[:30])
        + flow(method="CONNECT", path="", status=502, content=b"no", request__scheme=b"",
               request__authority=b"ads.example.test:443"),
    "authority": flow(**H2) + flow(request__headers=[]) + flow(request__headers=[], request__port=8080)
        + flow((7, 0), request__headers=headers((":authority", "h2.example.test"))),
    "no-time": flow() + flow(request__timestamp_start=None, timestamp_created=None)
        + flow(request__timestamp_start=None),
    "disorder": flow(at=START + 9) + flow(at=START + 2) + flow(at=START + 12),
    "replayed": flow() + flow(is_replay="request") + flow(is_replay="response")
        + flow((8, 0), request__is_replay=True),
    "websocket": flow(status=101, websocket={"messages": [[1, True, b"a", 1.0, False, False]] * 3})
        + flow((7, 0), status=101, metadata={"websocket": True})
        + dump({"type": "websocket", "version": 7, "messages": [[1, True, b"a"]] * 2, "error": None}),
    "opaque-flows": flow() + opaque("tcp") + opaque("udp") + opaque("dns"),
    "flow-damaged": flow() + flow().replace(b"7:headers", b"9:headers") + flow(at=START + 1)
        + dump({"version": 21, "type": "http"}) + dump({"type": "http"}) + dump({"version": 21, "type": "smtp"}),
    "odd-types": flow(request__headers=b"x") + flow(request__method=7) + flow(status=12) + flow(request=b"")
        + flow(response=[]) + flow(client_conn=b""),
    "raw-bytes-in-path": flow(request__path=b"/px?e=\xff\xc3\xb6"),
    "newer-version": flow((99, 0)),
    "newer-version-later": flow() + flow((99, 0)) + flow(at=START + 1),
    "older-version": flow((0, 9)),
    "tail-cut": flow() + flow(at=START + 1)[:-200],
    "broken-framing": flow() + b"}}" + flow(),
    "length-lies": flow() + b"999999999999:" + flow(),
    "not-a-dump": b"12:hello world!,",
}

for name, content in files.items():
    with open(os.path.join(HERE, name + ".mitm"), "wb") as file:
        file.write(content)
