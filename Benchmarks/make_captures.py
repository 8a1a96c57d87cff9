#!/usr/bin/env python3
"""Makes the files that the benchmarks read.

Usage: make_captures.py FOLDER MEGABYTES        (needs what requirements.txt names)

FOLDER/mixed.pcap      ad traffic of many connections at once: TLS 1.3 with h2, TLS 1.2 and 1.3 with HTTP/1.1, plain HTTP;
                       segments of 1448 bytes, 1 % of them late by several segments, 0.5 % twice
FOLDER/mixed.keys      the key log, FOLDER/mixed.json the requests in it
FOLDER/short.pcapng    many short connections as phones make them, with short.keys (make_short.py), a quarter of the size
FOLDER/bulk.pcap       few TLS 1.3 connections that carry media, with bulk.keys
FOLDER/acks.pcap       TCP segments without payload on 4,000 connections
FOLDER/beacons.har     entries with long URLs and hardly any bodies; FOLDER/mix.har with documents and base64 bodies
FOLDER/blocks.hpack    20,000 header blocks of one connection, each behind four bytes of length
FOLDER/requests.http   requests of one HTTP/1.1 connection
FOLDER/quic.pcap       HTTP/3 (a tenth of the size), with quic.keys; FOLDER/h2.pcap the same requests over TLS

FOLDER/plays-N.har     N ad plays of 50 beacons each (make_plays.py), an eighth of the size and the size
FOLDER/day.jsonl       a call log of 24 hours (make_day.py)

TLS handshakes and records are those of OpenSSL, through Python's ssl; nothing in the files is secret.
"""

import base64
import io
import json
import os
import ssl
import struct
import subprocess
import sys
import tempfile

from hpack import Encoder

import h3
import make_day as day
import make_plays as plays
import make_short as short
from packets import TLS, Capture, Connection
from traffic import AGENT, HTTP2, beacon_path, http1, requests_of, rng, transaction


def contexts(work, keys, version, protocol):
    client, server = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    server.load_cert_chain(f"{work}/cert.pem", f"{work}/key.pem")
    for side in (client, server):
        side.minimum_version = side.maximum_version = version
        side.set_alpn_protocols([protocol])
    server.num_tickets = 1
    client.keylog_filename = keys
    return client, server


def conversation(capture, number, kind, sides, log, requests):
    host = f"t{number % 7}.ads.example.test"
    plain = kind == "plain"
    connection = Connection(capture, number, 80 if plain else 443)
    tls = None if plain else TLS(*sides[kind], host)
    if tls:
        for up, data in tls.handshake():
            connection.send(up, data)
            yield
    h2 = HTTP2() if kind == "h2" else None
    if h2:
        for up, data in zip((True, False), h2.opening):
            connection.send(up, tls.write(up, data))
    for parts in requests:
        log.append([parts[0], host, parts[1]])
        pair = h2.ask(host, *parts) if h2 else http1(host, *parts)
        for up, data in zip((True, False), pair):
            connection.send(up, tls.write(up, data) if tls else data)
            yield
    connection.finish()


def mixed(folder, work, name, size, kinds, media=0.04, lanes=32, given=None):
    """Until the file has its size, or until each of the given requests was made, one after the other (one lane)."""
    keys = f"{folder}/{name}.keys"
    if os.path.exists(keys):
        os.remove(keys)
    sides = {"h2": contexts(work, keys, ssl.TLSVersion.TLSv1_3, "h2"), "tls13": contexts(work, keys, ssl.TLSVersion.TLSv1_3, "http/1.1"),
             "tls12": contexts(work, keys, ssl.TLSVersion.TLSv1_2, "http/1.1")}
    capture, log, active, number = Capture(f"{folder}/{name}.pcap"), [], [], 0
    wants_more = lambda: len(log) < len(given) if given else capture.size < size
    while active or wants_more():
        while len(active) < lanes and wants_more():
            count = rng.randrange(10, 60)
            requests = given[len(log):len(log) + count] if given else (transaction(len(log), media) for _ in range(count))
            active.append(conversation(capture, number, kinds[number % len(kinds)], sides, log, requests))
            number += 1
        lane = rng.randrange(len(active))
        if next(active[lane], 0) == 0:
            active.pop(lane)
    capture.close()
    with open(f"{folder}/{name}.json", "w") as out:
        json.dump({"requests": len(log), "frames": capture.frames, "connections": number}, out)
    print(name, capture.size >> 20, "MB", capture.frames, "frames", len(log), "requests", number, "connections")


def acks(folder, size):
    capture = Capture(f"{folder}/acks.pcap")
    connections = [Connection(capture, number, 443) for number in range(4000)]
    while capture.size < size:
        for connection in rng.sample(connections, 500):
            for _ in range(4):
                connection.segment(True, b"", 0x10)
    capture.close()


def hars(folder, size):
    for name, media in (("beacons", 0.0), ("mix", 0.06)):
        with open(f"{folder}/{name}.har", "w") as out:
            out.write('{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"entries":[')
            index = 0
            while out.tell() < size:
                method, path, body, status, kind, answer = transaction(index, media)
                content = {"size": len(answer), "mimeType": kind}
                if kind == "application/xml":
                    content["text"] = answer.decode()
                elif kind == "video/mp2t":
                    content.update(text=base64.b64encode(answer[:200_000]).decode(), encoding="base64")
                host = f"t{index % 7}.ads.example.test"
                entry = {
                    "startedDateTime": f"2026-01-31T{10 + index // 360000 % 12:02d}:{index // 6000 % 60:02d}:{index // 100 % 60:02d}.{index % 100 * 10:03d}Z",
                    "time": 31.25,
                    "request": {"method": method, "url": f"https://{host}{path}", "httpVersion": "HTTP/2.0", "cookies": [], "headers": [
                        {"name": n, "value": v} for n, v in ((":authority", host), ("user-agent", AGENT), ("accept", "*/*"),
                                                             ("accept-encoding", "gzip, deflate, br"), ("referer", "https://player.example.test/"))],
                        "queryString": [dict(zip(("name", "value"), pair.split("=", 1))) for pair in path.partition("?")[2].split("&") if pair],
                        "headersSize": -1, "bodySize": len(body),
                        **({"postData": {"mimeType": "application/json", "text": body.decode()}} if body else {})},
                    "response": {"status": status, "statusText": "", "httpVersion": "HTTP/2.0", "cookies": [], "headers": [
                        {"name": "content-type", "value": kind}, {"name": "server", "value": "edge/1.9"},
                        {"name": "x-request-id", "value": f"{rng.getrandbits(64):016x}"}], "content": content, "redirectURL": "",
                        "headersSize": -1, "bodySize": len(answer)},
                    "cache": {}, "timings": {"send": 0.5, "wait": 30.25, "receive": 0.5}, "serverIPAddress": "198.51.100.9",
                    "connection": str(index % 40)}
                out.write(("," if index else "") + "\n" + json.dumps(entry, separators=(",", ":")))
                index += 1
            out.write("\n]}}\n")
        print(name, index, "entries")


def blocks(folder):
    encoder = Encoder()
    with open(f"{folder}/blocks.hpack", "wb") as out:
        for index in range(20_000):
            block = encoder.encode([
                (":method", "GET"), (":authority", f"t{index % 7}.ads.example.test"), (":scheme", "https"), (":path", beacon_path(index)),
                ("user-agent", AGENT), ("accept", "*/*"), ("accept-encoding", "gzip, deflate, br"), ("accept-language", "sv-SE,sv;q=0.9"),
                ("referer", f"https://player.example.test/watch?v={index % 50}"), ("x-request-id", f"{rng.getrandbits(64):016x}"),
                ("cookie", f"uid={index % 9:032x}"), ("priority", "u=1, i")])
            out.write(struct.pack(">I", len(block)) + block)
    with open(f"{folder}/requests.http", "wb") as out:
        for index in range(100_000):
            out.write(http1(f"t{index % 7}.ads.example.test", "GET", beacon_path(index), b"", 200, "", b"")[0])


def quic(folder, work, given):
    capture, keys, number = Capture(f"{folder}/quic.pcap"), io.StringIO(), 0
    for first in range(0, len(given), 40):
        number += 1
        for _ in h3.conversation(capture, number, work, keys, given[first:first + 40]):
            pass
    capture.close()
    with open(f"{folder}/quic.keys", "w") as out:
        out.write(keys.getvalue())
    with open(f"{folder}/quic.json", "w") as out:
        json.dump({"requests": len(given), "frames": capture.frames}, out)
    print("quic", capture.size >> 20, "MB", capture.frames, "frames", len(given), "requests")


def main():
    folder, size = sys.argv[1], int(sys.argv[2]) << 20
    only = sys.argv[3:]
    os.makedirs(folder, exist_ok=True)
    work = tempfile.mkdtemp()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                    f"{work}/key.pem", "-out", f"{work}/cert.pem", "-subj", "/CN=ads.example.test", "-days", "3650"],
                   check=True, stderr=subprocess.DEVNULL)
    makers = {
        "mixed": lambda: mixed(folder, work, "mixed", size, ["h2", "plain", "h2", "tls12", "h2", "tls13", "plain", "tls12"]),
        "short": lambda: short.write(folder, work, size // 4),
        "bulk": lambda: mixed(folder, work, "bulk", size, ["tls13", "h2"], media=0.9, lanes=4),
        "acks": lambda: acks(folder, size // 4),
        "hars": lambda: hars(folder, size),
        "blocks": lambda: blocks(folder),
        "quic": lambda: quic(folder, work, requests_of(size // 10)),
        "h2": lambda: mixed(folder, work, "h2", 0, ["h2"], lanes=1, given=requests_of(size // 10)),
        "plays": lambda: [plays.write(f"{folder}/plays-{count}.har", count, 50) for count in (size >> 19, size >> 16)],
        "log": lambda: day.write(f"{folder}/day.jsonl"),
    }
    for name, make in makers.items():
        if not only or name in only:
            make()


main()
