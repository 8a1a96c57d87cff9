#!/usr/bin/env python3
"""Makes the files that the benchmarks read.

Usage: make_captures.py FOLDER MEGABYTES        (needs hpack and aioquic from PyPI)

FOLDER/mixed.pcap      ad traffic of many connections at once: TLS 1.3 with h2, TLS 1.2 and 1.3 with HTTP/1.1, plain HTTP;
                       segments of 1448 bytes, 1 % of them late by several segments, 0.5 % twice
FOLDER/mixed.keys      the key log, FOLDER/mixed.json the requests in it
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
import random
import ssl
import struct
import subprocess
import sys
import tempfile

from hpack import Encoder

import make_day as day
import make_plays as plays

SEGMENT = 1448
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


class TLS:
    """Both ends of one connection, and what they put on the wire."""

    def __init__(self, client, server, host):
        self.inbox, self.outbox = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.client = client.wrap_bio(self.inbox, self.outbox, server_hostname=host)
        self.server = server.wrap_bio(self.outbox_to_server(), self.to_client(), server_side=True)

    def outbox_to_server(self):
        self.up = ssl.MemoryBIO()
        return self.up

    def to_client(self):
        self.down = ssl.MemoryBIO()
        return self.down

    def move(self):
        sent, got = self.outbox.read(), self.down.read()
        self.up.write(sent)
        self.inbox.write(got)
        return sent, got

    def handshake(self):
        over = [False, False]
        while not all(over):
            for place, side in enumerate((self.client, self.server)):
                try:
                    side.do_handshake()
                    over[place] = True
                except ssl.SSLWantReadError:
                    pass
                sent, got = self.move()
                if sent:
                    yield True, sent
                if got:
                    yield False, got
        sent, got = self.move()
        if sent or got:
            yield (True, sent) if sent else (False, got)

    def write(self, to_server, data):
        side, wire = (self.client, self.outbox) if to_server else (self.server, self.down)
        out = b""
        for at in range(0, len(data), 1 << 16):
            side.write(data[at:at + (1 << 16)])
            out += wire.read()
        return out


class Capture:
    def __init__(self, path):
        self.out = open(path, "wb", buffering=1 << 20)
        self.out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1))
        self.micros, self.size, self.frames = 1769853600_000000, 24, 0

    def packet(self, source, target, protocol, payload):
        self.micros += 7
        total = 20 + len(payload)
        packet = (b"\x02\0\0\0\0\1\x02\0\0\0\0\2\x08\0" + struct.pack(">BBHHHBBH", 0x45, 0, total, 0, 0x4000, 64, protocol, 0)
                  + source + target + payload)
        self.out.write(struct.pack("<IIII", self.micros // 1000000, self.micros % 1000000, len(packet), len(packet)))
        self.out.write(packet)
        self.size += 16 + len(packet)
        self.frames += 1

    def close(self):
        self.out.close()


class Connection:
    """Bursts of one connection as TCP segments."""

    def __init__(self, capture, number, port):
        self.capture, self.port = capture, struct.pack(">H", port)
        self.client = bytes([10, 0, 0, 7]), struct.pack(">H", 20000 + number % 40000)
        self.server = bytes([198, 51, 100 + number // 40000 % 100, number % 250 + 1])
        self.sequence = [1000, 5000]
        self.acked = 0
        for up, flags in ((True, 2), (False, 0x12)):
            self.segment(up, b"", flags)
            self.sequence[0 if up else 1] += 1
        self.segment(True, b"", 0x10)

    def segment(self, up, data, flags=0x18, sequence=None):
        own, peer = (0, 1) if up else (1, 0)
        ports = self.client[1] + self.port if up else self.port + self.client[1]
        head = ports + struct.pack(">IIBBHHH", (sequence if sequence is not None else self.sequence[own]) & 0xFFFFFFFF,
                                   self.sequence[peer] & 0xFFFFFFFF, 0x50, flags, 502, 0, 0)
        ends = (self.client[0], self.server) if up else (self.server, self.client[0])
        self.capture.packet(*ends, 6, head + data)

    def send(self, up, data, lossy=True):
        own = 0 if up else 1
        late = []
        for at in range(0, len(data), SEGMENT):
            piece, sequence = data[at:at + SEGMENT], self.sequence[own] + at
            chance = rng.random() if lossy else 1
            if chance < 0.01 and at + SEGMENT < len(data):
                late.append((rng.randrange(2, 8), piece, sequence))
                continue
            self.segment(up, piece, sequence=sequence)
            if chance > 0.995 and lossy:
                self.segment(up, piece, sequence=sequence)
            late = [(wait - 1, *rest) for wait, *rest in late]
            while late and late[0][0] <= 0:
                _, piece, sequence = late.pop(0)
                self.segment(up, piece, sequence=sequence)
            self.acked += 1
            if self.acked % 2 == 0 and not late:
                kept, self.sequence[own] = self.sequence[own], sequence + len(piece)
                self.segment(not up, b"", 0x10)
                self.sequence[own] = kept
        for _, piece, sequence in late:
            self.segment(up, piece, sequence=sequence)
        self.sequence[own] += len(data)

    def finish(self):
        for up in (True, False):
            self.segment(up, b"", 0x11)
            self.sequence[0 if up else 1] += 1
        self.segment(True, b"", 0x10)


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
                url = f"https://t{index % 7}.ads.example.test{path}"
                entry = {
                    "startedDateTime": f"2026-01-31T{10 + index // 360000 % 12:02d}:{index // 6000 % 60:02d}:{index // 100 % 60:02d}.{index % 100 * 10:03d}Z",
                    "time": 31.25,
                    "request": {"method": method, "url": url, "httpVersion": "HTTP/2.0", "cookies": [], "headers": [
                        {"name": n, "value": v} for n, v in ((":authority", "t.ads.example.test"), ("user-agent", AGENT), ("accept", "*/*"),
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
    from aioquic.buffer import Buffer
    from aioquic.h3.connection import H3Connection
    from aioquic.h3.events import HeadersReceived
    from aioquic.quic.configuration import QuicConfiguration
    from aioquic.quic.connection import QuicConnection
    from aioquic.quic.packet import pull_quic_header

    capture, keys, log, number = Capture(f"{folder}/quic.pcap"), io.StringIO(), 0, 0
    while log < len(given):
        number += 1
        client_end, server_end = (bytes([10, 0, 0, 7]), struct.pack(">H", 20000 + number)), (bytes([198, 51, 100, 9]), struct.pack(">H", 443))
        client = QuicConnection(configuration=QuicConfiguration(
            is_client=True, alpn_protocols=["h3"], server_name="t0.ads.example.test", secrets_log_file=keys, verify_mode=0,
            max_data=1 << 30, max_stream_data=1 << 28))
        options = QuicConfiguration(is_client=False, alpn_protocols=["h3"], max_data=1 << 30, max_stream_data=1 << 28)
        options.load_cert_chain(f"{work}/cert.pem", f"{work}/key.pem")
        now, server, h3 = 1000.0, None, None
        client.connect(("198.51.100.9", 443), now=now)
        client_h3 = H3Connection(client)

        def carry(source, ends):
            for data, _ in source.datagrams_to_send(now=now):
                capture.packet(ends[0][0], ends[1][0], 17, ends[0][1] + ends[1][1] + struct.pack(">HH", 8 + len(data), 0) + data)
                yield data

        asked, answers = 0, {}
        while asked < 40 and log < len(given):
            for parts in given[log:log + 4]:
                stream = client.get_next_available_stream_id()
                answers[stream] = parts[3:]
                client_h3.send_headers(stream, [(b":method", parts[0].encode()), (b":scheme", b"https"), (b":authority", b"t0.ads.example.test"),
                                                (b":path", parts[1].encode()), (b"user-agent", AGENT.encode())], end_stream=not parts[2])
                if parts[2]:
                    client_h3.send_data(stream, parts[2], end_stream=True)
                log, asked = log + 1, asked + 1
            for _ in range(60):
                sent = 0
                for data in carry(client, (client_end, server_end)):
                    sent += 1
                    if server is None:
                        header = pull_quic_header(Buffer(data=data), host_cid_length=8)
                        server = QuicConnection(configuration=options, original_destination_connection_id=header.destination_cid)
                        h3 = H3Connection(server)
                    server.receive_datagram(data, ("10.0.0.7", 20000), now=now)
                event = server.next_event()
                while event is not None:
                    for http in h3.handle_event(event):
                        if isinstance(http, HeadersReceived):
                            status, kind, body = answers[http.stream_id]
                            h3.send_headers(http.stream_id, [(b":status", str(status).encode()), (b"content-type", kind.encode()),
                                                             (b"server", b"edge/1.9")], end_stream=not body)
                            if body:
                                h3.send_data(http.stream_id, body, end_stream=True)
                    event = server.next_event()
                for data in carry(server, (server_end, client_end)):
                    sent += 1
                    client.receive_datagram(data, ("198.51.100.9", 443), now=now)
                event = client.next_event()
                while event is not None:
                    client_h3.handle_event(event)
                    event = client.next_event()
                now += 0.01
                if not sent:
                    break
    capture.close()
    with open(f"{folder}/quic.keys", "w") as out:
        out.write(keys.getvalue())
    with open(f"{folder}/quic.json", "w") as out:
        json.dump({"requests": log, "frames": capture.frames}, out)
    print("quic", capture.size >> 20, "MB", capture.frames, "frames", log, "requests")


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
