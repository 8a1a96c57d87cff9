"""Hostile packets at any size: the shapes that scripts/growth.py measures, as pcap files of bare IPv4."""

import os
import struct

import hostile_traffic

CLIENT, SERVER = bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2])
SYN, ACK, FIN = 2, 16, 1


def ipv4(payload, protocol=6, number=0, offset=0, more=False, client=True, source=CLIENT):
    ends = source + SERVER if client else SERVER + source
    flags = (0x2000 if more else 0) | offset // 8
    return struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(payload), number & 0xFFFF, flags, 64, protocol, 0) + ends + payload


def tcp(port, sequence, acknowledged, flags, payload=b"", client=True):
    ports = (port, 80) if client else (80, port)
    return struct.pack(">HHIIBBHHH", *ports, sequence & 0xFFFFFFFF, acknowledged & 0xFFFFFFFF, 0x50, flags, 65535, 0, 0) + payload


def pcap(folder, packets):
    path = os.path.join(folder, "run.pcap")
    with open(path, "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 101))
        for number, packet in enumerate(packets):
            at = 1_770_000_000_000_000 + number * 50
            out.write(struct.pack("<IIII", at // 1_000_000, at % 1_000_000, len(packet), len(packet)) + packet)
    return [path]


class Connection:
    """One TCP connection, packet by packet."""

    def __init__(self, port=40_000, source=CLIENT):
        self.port, self.source, self.sent, self.heard = port, source, 1_000, 5_000

    def packet(self, flags, payload=b"", client=True, at=None):
        mine, other = (self.sent, self.heard) if client else (self.heard, self.sent)
        segment = tcp(self.port, mine if at is None else mine + at, other, flags, payload, client)
        return ipv4(segment, client=client, source=self.source)

    def open(self):
        yield self.packet(SYN)
        self.sent += 1
        yield self.packet(SYN | ACK, client=False)
        self.heard += 1

    def say(self, payload, client=True, size=1_400):
        for start in range(0, len(payload), size):
            piece = payload[start:start + size]
            yield self.packet(ACK, piece, client)
            if client:
                self.sent += len(piece)
            else:
                self.heard += len(piece)

    def close(self):
        yield self.packet(FIN | ACK)
        yield self.packet(FIN | ACK, client=False)


ASK = b"GET /px?n=%d HTTP/1.1\r\nHost: t.test\r\n\r\n"
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\nContent-Length: 2\r\n\r\nok"


def flows(n, folder):
    def packets():
        for k in range(n):
            one = Connection(10_000 + k % 50_000, bytes([10, 1 + k // 50_000, 0, 1]))
            yield from one.open()
            yield from one.say(ASK % k)
            yield from one.say(ANSWER, client=False)
            yield from one.close()
    return pcap(folder, packets())


def open_flows(n, folder):
    """Connections that stay open and unanswered."""
    def packets():
        for k in range(n):
            one = Connection(10_000 + k % 50_000, bytes([10, 1 + k // 50_000, 0, 1]))
            yield from one.open()
            yield from one.say(ASK % k)
    return pcap(folder, packets())


def secret_flows(n, folder):
    """TLS connections whose keys nobody has, each to a name of its own."""
    def hello(k):
        name = b"h%d.test" % k
        names = struct.pack(">HHBH", len(name) + 5, len(name) + 3, 0, len(name)) + name
        extensions = struct.pack(">H", 0) + names
        text = struct.pack(">H", 0x0303) + bytes(32) + b"\0" + struct.pack(">HH", 2, 0x1301) + b"\1\0" + struct.pack(">H", len(extensions)) + extensions
        handshake = b"\1" + struct.pack(">I", len(text))[1:] + text
        return b"\x16\x03\x01" + struct.pack(">H", len(handshake)) + handshake

    def packets():
        for k in range(n):
            one = Connection(10_000 + k % 50_000, bytes([10, 1 + k // 50_000, 0, 1]))
            yield from one.open()
            yield from one.say(hello(k))
            yield from one.say(b"\x17\x03\x03\x00\x20" + bytes(32))
            yield from one.say(b"\x17\x03\x03\x00\x20" + bytes(32), client=False)
    return pcap(folder, packets())


def plays_beside_secret_flows(n, folder):
    return hostile_traffic.plays(n, folder) + secret_flows(n, folder)


def conversation(ask, answer):
    def make(n, folder):
        one = Connection()
        def packets():
            yield from one.open()
            yield from one.say(ask(n))
            yield from one.say(answer(n), client=False)
            yield from one.close()
        return pcap(folder, packets())
    return make


def asked_in_turn(n, folder):
    one = Connection()
    def packets():
        yield from one.open()
        for k in range(n):
            yield from one.say(ASK % k)
            yield from one.say(ANSWER, client=False)
        yield from one.close()
    return pcap(folder, packets())


# HTTP/2 without TLS

def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def literal(name, value):
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


def h2(n, folder, answered=True):
    one = Connection()
    def packets():
        yield from one.open()
        yield from one.say(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0))
        yield from one.say(frame(4, 0, 0), client=False)
        for k in range(n):
            head = (literal(b":method", b"GET") + literal(b":scheme", b"http") + literal(b":authority", b"t.test")
                    + literal(b":path", b"/px?n=%d" % k))
            yield from one.say(frame(1, 5, 2 * k + 1, head))
            if answered:
                yield from one.say(frame(1, 5, 2 * k + 1, literal(b":status", b"200")), client=False)
    return pcap(folder, packets())


def h2_unanswered(n, folder):
    return h2(n, folder, answered=False)


def h2_goaway(n, folder):
    """Requests without an answer, and a server that goes on saying which it will not process."""
    one = Connection()
    def packets():
        yield from one.open()
        yield from one.say(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0))
        yield from one.say(frame(4, 0, 0), client=False)
        head = literal(b":method", b"GET") + literal(b":scheme", b"http") + literal(b":authority", b"t.test") + literal(b":path", b"/px")
        for k in range(n):
            yield from one.say(frame(1, 5, 2 * k + 1, head))
        for k in range(n):
            yield from one.say(frame(7, 0, 0, struct.pack(">II", 2**31 - 1 - k, 0)), client=False)
    return pcap(folder, packets())


def h2_holes(n, folder):
    """Requests without an answer, and an answer of many frames of which every second one is missing."""
    one = Connection()
    def packets():
        yield from one.open()
        yield from one.say(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, 0, 0))
        yield from one.say(frame(4, 0, 0), client=False)
        head = literal(b":method", b"GET") + literal(b":scheme", b"http") + literal(b":authority", b"t.test") + literal(b":path", b"/px")
        for k in range(n):
            yield from one.say(frame(1, 5, 2 * k + 1, head))
        yield from one.say(frame(1, 4, 1, literal(b":status", b"200")), client=False)
        piece = frame(0, 0, 1, b"x" * 20)
        for k in range(n):
            yield from one.say(piece, client=False)
            one.heard += len(piece)
    return pcap(folder, packets())


def waiting_holes(n, folder):
    """HTTP/1.1 requests with an interim answer each, and holes behind them."""
    one = Connection()
    def packets():
        yield from one.open()
        for k in range(n):
            yield from one.say(ASK % k)
            yield from one.say(b"HTTP/1.1 100 Continue\r\n\r\n", client=False)
        for k in range(n):
            one.heard += 1
            yield from one.say(b"HTTP/1.1 100 Continue\r\n\r\n", client=False)
    return pcap(folder, packets())


# Segments and fragments

def body(n):
    return b"POST /px HTTP/1.1\r\nHost: t.test\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % n + b"x" * n


def tiny(n, folder):
    one = Connection()
    def packets():
        yield from one.open()
        yield from one.say(body(n), size=1)
        yield from one.say(ANSWER, client=False)
    return pcap(folder, packets())


def backwards(n, folder):
    """Segments of one byte, the last one first, 4,000 at a time."""
    one = Connection()
    def packets():
        yield from one.open()
        text = body(n)
        for start in range(0, len(text), 4_000):
            block = text[start:start + 4_000]
            for place in reversed(range(len(block))):
                yield one.packet(ACK, block[place:place + 1], at=place)
            one.sent += len(block)
        yield from one.say(ANSWER, client=False)
    return pcap(folder, packets())


def holes(n, folder):
    """Every second byte of a request never comes."""
    one = Connection()
    def packets():
        yield from one.open()
        text = body(2 * n)
        for place in range(0, len(text), 2):
            yield one.packet(ACK, text[place:place + 1], at=place)
    return pcap(folder, packets())


def overlapping(n, folder):
    one = Connection()
    def packets():
        yield from one.open()
        text = body(n)
        for place in range(len(text)):
            yield one.packet(ACK, text[place:place + 100], at=place)
        one.sent += len(text)
        yield from one.say(ANSWER, client=False)
    return pcap(folder, packets())


def overlapping_holes(n, folder):
    """Behind a hole, segments that overlap one another."""
    one = Connection()
    def packets():
        yield from one.open()
        text = body(n)
        for place in range(1, len(text)):
            yield one.packet(ACK, text[place:place + 100], at=place)
    return pcap(folder, packets())


def lone_fragments(n, folder):
    return pcap(folder, (ipv4(b"x" * 16, 17, number=k, more=True, source=bytes([10, 1, k >> 16 & 255, k >> 8 & 255])) for k in range(n)))


def datagram_fragments(n, folder):
    """Datagrams of 4,000 fragments each, the last one first."""
    def packets():
        for k in range(max(1, n // 4_000)):
            for place in reversed(range(4_000)):
                yield ipv4(b"x" * 8, 17, number=k, offset=place * 8, more=place < 3_999)
    return pcap(folder, packets())


SHAPES = {
    "TCP connections": (2_000, flows),
    "TCP connections, unanswered": (3_000, open_flows),
    "TLS connections without keys": (2_000, secret_flows),
    "plays beside TLS connections without keys": (250, plays_beside_secret_flows),
    "pipelined requests, HTTP/1.1": (2_000, conversation(lambda n: b"".join(ASK % k for k in range(n)), lambda n: ANSWER * n)),
    "requests in turn, HTTP/1.1": (2_000, asked_in_turn),
    "answers nobody asked for": (2_000, conversation(lambda n: ASK % 1, lambda n: ANSWER * n)),
    "informational answers": (50_000, conversation(lambda n: ASK % 1, lambda n: b"HTTP/1.1 100 Continue\r\n\r\n" * n + ANSWER)),
    "chunks of a body": (200_000, conversation(lambda n: ASK % 1, lambda n: b"HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * n + b"0\r\n\r\n")),
    "noise between answers": (1_000_000, conversation(lambda n: ASK % 1, lambda n: b"HTTP/1.1 " * n)),
    "requests of one HTTP/2 connection": (4_000, h2),
    "HTTP/2 requests, unanswered": (2_000, h2_unanswered),
    "HTTP/2 requests, GOAWAY again and again": (2_000, h2_goaway),
    "HTTP/2 requests, holes in an answer": (2_000, h2_holes),
    "HTTP/1.1 requests, holes in the answers": (2_000, waiting_holes),
    "segments of one byte": (60_000, tiny),
    "segments of one byte, backwards": (20_000, backwards),
    "every second byte missing": (20_000, holes),
    "overlapping segments": (60_000, overlapping),
    "overlapping segments behind a hole": (20_000, overlapping_holes),
    "fragments that stay alone": (20_000, lone_fragments),
    "fragments of a datagram, backwards": (60_000, datagram_fragments),
}
