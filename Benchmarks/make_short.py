"""Traffic of the shape that phones and televisions make: hundreds of short connections, with what the wire does to them.

TLS 1.3 and 1.2 with HTTP/1.1 and h2, HTTP/3, a little plain HTTP; a few requests each; four connections of ten resume an
earlier session; hellos with post-quantum key shares, in two segments; certificate chains of usual length; acknowledgements
that come late; segments of one byte among large ones; a key log with the secrets of many more connections.
"""

import io
import json
import random
import struct
import subprocess

from cryptography import x509
from OpenSSL import SSL

import h3
from packets import SEGMENT, Capture, Connection
from traffic import HTTP2, http1, rng, transaction

LANES = 12
KEY_LINES = 10_000
LABELS = ["CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0",
          "EXPORTER_SECRET"]
# What the connections of a capture are, and how many of twenty.
KINDS = {("h2", "1.3"): 9, ("h1", "1.3"): 2, ("h1", "1.2"): 3, ("h2", "1.2"): 2, ("h3", "1.3"): 3, ("plain", ""): 1}


class NextGeneration(Capture):
    """The same as pcapng, with the pauses of real traffic."""

    def __init__(self, path):
        self.out = open(path, "wb", buffering=1 << 20)
        self.out.write(struct.pack("<IIIHHqI", 0x0A0D0D0A, 28, 0x1A2B3C4D, 1, 0, -1, 28)
                       + struct.pack("<IIHHII", 1, 20, 1, 0, 262144, 20))
        self.micros, self.size, self.frames = 1769853600_000000, 48, 0

    def packet(self, source, target, protocol, payload):
        self.micros += rng.randrange(50, 3000)
        total = 20 + len(payload)
        packet = (b"\x02\0\0\0\0\1\x02\0\0\0\0\2\x08\0" + struct.pack(">BBHHHBBH", 0x45, 0, total, 0, 0x4000, 64, protocol, 0)
                  + source + target + payload)
        length = 32 + (len(packet) + 3) // 4 * 4
        self.out.write(struct.pack("<IIIIIII", 6, length, 0, self.micros >> 32, self.micros & 0xFFFFFFFF, len(packet), len(packet))
                       + packet + bytes(-len(packet) % 4) + struct.pack("<I", length))
        self.size += length
        self.frames += 1


class Phone(Connection):
    """What one side got it acknowledges when it sends next; one segment of a hundred has a single byte."""

    def __init__(self, capture, number, port):
        super().__init__(capture, number, port)
        self.owes = [False, False]

    def send(self, up, data):
        own = 0 if up else 1
        if self.owes[own]:
            self.segment(up, b"", 0x10)
            self.owes[own] = False
        at = 0
        while at < len(data):
            length = 1 if rng.random() < 0.01 else SEGMENT
            piece = data[at:at + length]
            self.segment(up, piece, sequence=self.sequence[own] + at)
            at += len(piece)
        self.sequence[own] += len(data)
        self.owes[1 - own] = True


class Ends:
    """Both ends of one TLS connection in memory, by a libcrypto that offers post-quantum key shares."""

    def __init__(self, contexts, host, session):
        self.client, self.server = (SSL.Connection(context, None) for context in contexts)
        self.client.set_connect_state()
        self.client.set_tlsext_host_name(host.encode())
        if session:
            self.client.set_session(session)
        self.server.set_accept_state()

    def carry(self, up):
        source, target = (self.client, self.server) if up else (self.server, self.client)
        out = b""
        while True:
            try:
                out += source.bio_read(1 << 16)
            except SSL.WantReadError:
                break
        if out:
            target.bio_write(out)
        return out

    def handshake(self):
        over = [False, False]
        while not all(over):
            for place, (up, side) in enumerate(((True, self.client), (False, self.server))):
                try:
                    side.do_handshake()
                    over[place] = True
                except SSL.WantReadError:
                    pass
                if sent := self.carry(up):
                    yield up, sent

    def write(self, up, data):
        source, target = (self.client, self.server) if up else (self.server, self.client)
        out = b""
        for at in range(0, len(data), 1 << 14):
            source.write(data[at:at + (1 << 14)])
            out += self.carry(up)
            self.take(target)
        return out

    @staticmethod
    def take(side):
        try:
            while side.recv(1 << 16):
                pass
        except SSL.WantReadError:
            pass


def contexts(work, version, protocol, keys):
    client, server = SSL.Context(SSL.TLS_CLIENT_METHOD), SSL.Context(SSL.TLS_SERVER_METHOD)
    server.use_certificate_file(f"{work}/cert.pem")
    server.use_privatekey_file(f"{work}/key.pem")
    for issuer in ("intermediate", "root"):
        with open(f"{work}/{issuer}.pem", "rb") as file:
            server.add_extra_chain_cert(x509.load_pem_x509_certificate(file.read()))
    for side in (client, server):
        side.set_min_proto_version(version)
        side.set_max_proto_version(version)
    name = {"h2": b"h2", "h1": b"http/1.1"}[protocol]
    client.set_alpn_protos([name])
    server.set_alpn_select_callback(lambda connection, offered: name)
    server.set_session_id(b"benchmark")
    client.set_keylog_callback(lambda connection, line: keys.write(line.decode() + "\n"))
    return client, server


def conversation(capture, number, kind, sides, sessions, requests):
    host = f"t{number % 7}.ads.example.test"
    connection = Phone(capture, number, 80 if kind[0] == "plain" else 443)
    ends = None
    if kind in sides:
        ends = Ends(sides[kind], host, sessions.get(kind) if rng.random() < 0.4 else None)
        for up, data in ends.handshake():
            connection.send(up, data)
            yield
        ends.take(ends.client)
        sessions[kind] = ends.client.get_session()
    h2 = HTTP2() if kind[0] == "h2" else None
    if h2:
        for up, data in zip((True, False), h2.opening):
            connection.send(up, ends.write(up, data))
    for parts in requests:
        pair = h2.ask(host, *parts) if h2 else http1(host, *parts)
        for up, data in zip((True, False), pair):
            connection.send(up, ends.write(up, data) if ends else data)
            yield
    connection.finish()


def chain(work):
    """Issuers of usual size behind the server's certificate; nobody checks them."""
    for issuer in ("intermediate", "root"):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{work}/issuer.key", "-out", f"{work}/{issuer}.pem",
                        "-subj", f"/C=SE/O=Example Trust Services/CN=Example {issuer} authority", "-days", "3650"],
                       check=True, stderr=subprocess.DEVNULL)


def write(folder, work, size):
    chain(work)
    keys = io.StringIO()
    versions = {"1.3": SSL.TLS1_3_VERSION, "1.2": SSL.TLS1_2_VERSION}
    sides = {kind: contexts(work, versions[kind[1]], kind[0], keys) for kind in KINDS if kind[0] in ("h1", "h2")}
    kinds = [kind for kind, count in KINDS.items() for _ in range(count)]
    random.Random(11).shuffle(kinds)
    capture, sessions, active, number, made = NextGeneration(f"{folder}/short.pcapng"), {}, [], 0, 0
    while active or capture.size < size:
        while len(active) < LANES and capture.size < size:
            kind = kinds[number % len(kinds)]
            requests = [transaction(made + place, 0.004) for place in range(rng.randrange(1, 12))]
            made += len(requests)
            active.append(h3.conversation(capture, number, work, keys, requests) if kind[0] == "h3"
                          else conversation(capture, number, kind, sides, sessions, requests))
            number += 1
        lane = rng.randrange(len(active))
        if next(active[lane], 0) == 0:
            active.pop(lane)
    capture.close()
    lines = keys.getvalue().splitlines()
    while len(lines) < KEY_LINES:
        context = f"{rng.getrandbits(256):064x}"
        lines += [f"{label} {context} {rng.getrandbits(256):064x}" for label in LABELS]
    with open(f"{folder}/short.keys", "w") as out:
        out.write("\n".join(lines) + "\n")
    with open(f"{folder}/short.json", "w") as out:
        json.dump({"requests": made, "frames": capture.frames, "connections": number}, out)
    print("short", capture.size >> 20, "MB", capture.frames, "frames", made, "requests", number, "connections", len(lines), "key lines")
