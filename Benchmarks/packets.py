"""Bytes of connections as captured packets, and TLS between two ends in memory."""

import ssl
import struct

from traffic import rng

SEGMENT = 1448


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
