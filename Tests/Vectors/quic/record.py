#!/usr/bin/env python3
"""Makes small QUIC conversations with aioquic (from PyPI), without sockets: datagrams are handed from one side to the other.

Usage: record.py FOLDER [NAME...]        (needs aioquic 1.2 and the openssl command; with names, only those are written)

Each conversation becomes one text file: key log, what every stream carried, and the datagrams with their addresses, in
the order of capture. The format is in README.md.
"""

import io
import os
import subprocess
import sys
import tempfile

from aioquic.buffer import Buffer
from aioquic.h3.connection import H3Connection
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection, QuicConnectionId
from aioquic.quic.events import StreamDataReceived
from aioquic.quic import connection as quic_connection
from aioquic.quic.packet import QuicPreferredAddress, QuicProtocolVersion, encode_quic_retry, pull_quic_header
from aioquic.tls import CipherSuite

CLIENT, MOVED, SERVER = ("192.0.2.1", 50001), ("192.0.2.77", 50002), ("198.51.100.9", 443)
PREFERRED = ("203.0.113.5", 8443)
BODY = bytes(range(256)) * 24


class Conversation:
    def __init__(self, work, client_options=None, server_options=None, ticket=None, tickets=None, retry=False):
        self.now = 1000.0
        self.log = []
        self.keys = io.StringIO()
        self.truth = {}
        self.client_address, self.server_address = CLIENT, SERVER
        self.drop = lambda number, up: False
        self.hide = lambda number, up: False
        self.swap = False
        self.count = 0
        self.tickets = tickets if tickets is not None else {}
        self.got = []
        options = dict(is_client=True, alpn_protocols=["h3", "h3-29"], server_name="ads.example.test",
                       secrets_log_file=self.keys, verify_mode=0, session_ticket=ticket)
        options.update(client_options or {})
        self.client = QuicConnection(configuration=QuicConfiguration(**options),
                                     session_ticket_handler=self.got.append)
        options = dict(is_client=False, alpn_protocols=["h3"])
        options.update(server_options or {})
        configuration = QuicConfiguration(**options)
        configuration.load_cert_chain(f"{work}/cert.pem", f"{work}/key.pem")
        self.server_configuration = configuration
        self.server = None
        self.retry = retry
        if self.client.configuration.connection_id_length == 0:
            # aioquic would issue further empty IDs, which is an error.
            self.client._replenish_connection_ids = lambda: None
        self.client.connect(SERVER, now=self.now)

    def make_server(self, data):
        header = pull_quic_header(Buffer(data=data), host_cid_length=8)
        if self.retry and not header.token:
            self.original = header.destination_cid
            self.source = b"retrysrc"
            packet = encode_quic_retry(version=header.version, source_cid=self.source,
                                       destination_cid=header.source_cid,
                                       original_destination_cid=header.destination_cid, retry_token=b"token")
            self.log.append((SERVER, self.client_address, packet))
            self.client.receive_datagram(packet, SERVER, now=self.now)
            return False
        self.server = QuicConnection(
            configuration=self.server_configuration,
            original_destination_connection_id=self.original if self.retry else header.destination_cid,
            retry_source_connection_id=self.source if self.retry else None,
            session_ticket_fetcher=self.tickets.get, session_ticket_handler=self.keep)
        return True

    def keep(self, ticket):
        self.tickets[ticket.ticket] = ticket

    def carry(self, side, up):
        for data, _ in side.datagrams_to_send(now=self.now):
            self.count += 1
            source, target = self.client_address, self.server_address
            if not up:
                source, target = target, source
            number = self.count
            if self.drop(number, up):
                self.log.append((source, target, data)) if not self.hide(number, up) else None
                continue
            if up and self.server is None and not self.make_server(data):
                self.log.insert(len(self.log) - 1, (source, target, data))
                return
            if not self.hide(number, up):
                self.log.append((source, target, data))
            (self.server if up else self.client).receive_datagram(data, source, now=self.now)

    def pump(self, rounds=12):
        for _ in range(rounds):
            self.carry(self.client, True)
            if self.server:
                self.carry(self.server, False)
            self.now += 0.02
            for side in (self.client, self.server):
                if side and side.get_timer() is not None and side.get_timer() <= self.now:
                    side.handle_timer(now=self.now)
        for side, mark in ((self.client, "<"), (self.server, ">")):
            event = side.next_event() if side else None
            while event is not None:
                if isinstance(event, StreamDataReceived):
                    self.truth[(event.stream_id, mark)] = self.truth.get((event.stream_id, mark), b"") + event.data
                event = side.next_event()

    def ask(self, text, answer, rounds=12):
        stream = self.client.get_next_available_stream_id()
        self.client.send_stream_data(stream, text, end_stream=True)
        self.pump(rounds)
        self.server.send_stream_data(stream, answer, end_stream=True)
        self.pump(rounds)

    def fill(self, size):
        """The server fills datagrams with zeros behind their last packet of a long header, outside of any packet; what
        was coalesced behind that follows in a datagram of its own."""
        log = []
        for source, target, data in self.log:
            end = end_of_long_headers(data) if source == SERVER else 0
            if end == 0:
                log.append((source, target, data))
                continue
            log.append((source, target, data[:end] + bytes(size - end)))
            if end < len(data):
                log.append((source, target, data[end:]))
        self.log = log

    def close(self):
        self.client.close()
        self.pump(3)

    def prefer(self, address):
        """The server names another address of its own, with the connection ID to be used there (RFC 9000, 9.6)."""
        cid, token = os.urandom(8), os.urandom(16)
        push = quic_connection.push_quic_transport_parameters

        def push_with_address(buffer, parameters):
            if parameters.original_destination_connection_id is not None:
                parameters.preferred_address = QuicPreferredAddress(
                    ipv4_address=address, ipv6_address=None, connection_id=cid, stateless_reset_token=token)
                self.server._host_cids.append(QuicConnectionId(
                    cid=cid, sequence_number=1, stateless_reset_token=token, was_sent=True))
                self.server._host_cid_seq = 2
            push(buffer, parameters)

        quic_connection.push_quic_transport_parameters = push_with_address
        self.pump()
        quic_connection.push_quic_transport_parameters = push
        self.client._peer_cid_available.insert(
            0, QuicConnectionId(cid=cid, sequence_number=1, stateless_reset_token=token))
        self.client.change_connection_id()
        self.server_address = address

    def reset(self):
        """The server has lost its state and answers what it does not know (RFC 9000, 10.3)."""
        used = self.client._peer_cid.cid
        token = next(cid.stateless_reset_token for cid in self.server._host_cids if cid.cid == used)
        self.log.append((self.server_address, self.client_address, b"\x53" + os.urandom(27) + token))

    def write(self, folder, name):
        if ONLY and name not in ONLY:
            return
        with open(f"{folder}/{name}.txt", "w") as out:
            for line in self.keys.getvalue().splitlines():
                out.write(f"key {line}\n")
            for (stream, mark), data in sorted(self.truth.items()):
                out.write(f"stream {stream} {mark} {data.hex()}\n")
            for source, target, data in self.log:
                out.write(f"{source[0]}:{source[1]} {target[0]}:{target[1]} {data.hex()}\n")
        print(name, len(self.log), sum(len(data) for _, _, data in self.log))


ONLY = sys.argv[2:]


def end_of_long_headers(data):
    at = 0
    while at < len(data) and data[at] & 0x80:
        at += pull_quic_header(Buffer(data=data[at:]), host_cid_length=8).packet_length
    return at


def stamp(side):
    """Each acknowledgement is followed by a TIMESTAMP frame (draft-huitema-quic-ts)."""
    write = side._write_ack_frame

    def write_and_stamp(builder, space, now):
        write(builder, space, now)
        builder.start_frame(0x2f5, capacity=10).push_uint_var(int(now * 1000))

    side._write_ack_frame = write_and_stamp


def take_stamps(side):
    handlers = side._QuicConnection__frame_handlers
    handlers[0x2f5] = (lambda context, kind, buffer: buffer.pull_uint_var(), quic_connection.EPOCHS("IH01"))


def main():
    folder = sys.argv[1]
    work = tempfile.mkdtemp()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                    f"{work}/key.pem", "-out", f"{work}/cert.pem", "-subj", "/CN=ads.example.test", "-days", "3650"],
                   check=True, stderr=subprocess.DEVNULL)

    def plain(name, client=None, server=None, **more):
        talk = Conversation(work, client, server, **more)
        talk.pump()
        talk.ask(b"first question", b"first answer")
        talk.ask(b"second question " * 100, BODY)
        talk.close()
        talk.write(folder, name)
        return talk

    for name, suite in [("v1-aes128gcm", CipherSuite.AES_128_GCM_SHA256),
                        ("v1-aes256gcm", CipherSuite.AES_256_GCM_SHA384),
                        ("v1-chacha20", CipherSuite.CHACHA20_POLY1305_SHA256)]:
        plain(name, {"cipher_suites": [suite]}, {"cipher_suites": [suite]})
    v2 = [QuicProtocolVersion.VERSION_2]
    plain("v2-aes128gcm", {"supported_versions": v2, "original_version": v2[0]}, {"supported_versions": v2})
    both = [QuicProtocolVersion.VERSION_2, QuicProtocolVersion.VERSION_1]
    plain("v1-to-v2", {"supported_versions": both, "original_version": QuicProtocolVersion.VERSION_1},
          {"supported_versions": both})
    plain("retry", retry=True)
    plain("empty-client-id", {"connection_id_length": 0})

    talk = Conversation(work, {"connection_id_length": 0})
    talk.pump()
    talk.ask(b"first question", b"first answer")
    talk.close()
    talk.fill(1300)
    talk.write(folder, "zeros-behind-the-last-packet")

    talk = Conversation(work)
    talk.pump()
    for side, peer in ((talk.client, talk.server), (talk.server, talk.client)):
        stamp(side)
        take_stamps(peer)
    talk.ask(b"first question", b"first answer")
    talk.ask(b"second question", BODY)
    talk.close()
    talk.write(folder, "timestamp-frames")

    other = {"alpn_protocols": ["doq"]}
    plain("other-protocol", other, other)

    talk = Conversation(work)
    talk.pump()
    talk.ask(b"before", b"answer before")
    talk.client.request_key_update()
    talk.ask(b"after the first update", b"answer after the first")
    talk.client.request_key_update()
    talk.ask(b"after the second update", BODY)
    talk.close()
    talk.write(folder, "key-update")

    talk = Conversation(work)
    talk.pump()
    talk.ask(b"at home", b"answer at home")
    talk.client_address = MOVED
    talk.client.change_connection_id()
    talk.ask(b"on the move", b"answer on the move")
    talk.close()
    talk.write(folder, "migration")

    # Lost on the way and sent again: both copies may be in the capture, never both in the stream.
    talk = Conversation(work)
    talk.pump()
    talk.drop = lambda number, up: number % 3 == 0
    talk.ask(b"lossy question " * 200, BODY * 2, rounds=60)
    talk.drop = lambda number, up: False
    talk.pump(30)
    talk.close()
    talk.write(folder, "retransmission")

    # Received, but not captured.
    talk = Conversation(work)
    talk.pump()
    talk.ask(b"seen", b"answer seen")
    mark = talk.count
    talk.hide = lambda number, up: up and number == mark + 1
    talk.ask(b"unseen", b"answer to the unseen")
    talk.close()
    talk.write(folder, "packet-not-captured")

    first = Conversation(work)
    first.pump()
    first.ask(b"for a ticket", b"here it is")
    first.close()
    for name, tickets in [("early-data", first.tickets), ("early-data-rejected", {})]:
        talk = Conversation(work, ticket=first.got[-1], tickets=dict(tickets))
        stream = talk.client.get_next_available_stream_id()
        talk.client.send_stream_data(stream, b"early question", end_stream=True)
        talk.pump()
        talk.server.send_stream_data(stream, b"answer to the early one", end_stream=True)
        talk.pump()
        talk.ask(b"later question", b"later answer")
        talk.close()
        talk.write(folder, name)

    talk = Conversation(work)
    talk.prefer(PREFERRED)
    talk.ask(b"at the preferred address", b"answer from there")
    talk.close()
    talk.write(folder, "preferred-address")

    talk = Conversation(work)
    talk.pump()
    talk.ask(b"before the crash", b"answer before the crash")
    talk.reset()
    talk.write(folder, "stateless-reset")

    # HTTP/3 with a dynamic QPACK table.
    talk = Conversation(work)
    talk.pump(4)
    client, server = H3Connection(talk.client), H3Connection(talk.server)
    for index in range(4):
        stream = talk.client.get_next_available_stream_id()
        client.send_headers(stream, [(b":method", b"GET"), (b":scheme", b"https"), (b":authority", b"ads.example.test"),
                                     (b":path", b"/pixel?e=%d" % index), (b"x-session", b"0123456789abcdef")], end_stream=True)
        for _ in range(4):
            talk.carry(talk.client, True)
            event = talk.server.next_event()
            while event is not None:
                if isinstance(event, StreamDataReceived):
                    key = (event.stream_id, ">")
                    talk.truth[key] = talk.truth.get(key, b"") + event.data
                server.handle_event(event)
                event = talk.server.next_event()
            if _ == 0:
                server.send_headers(stream, [(b":status", b"200"), (b"content-type", b"image/gif"), (b"x-answer", b"%d" % index)])
                server.send_data(stream, b"GIF89a", end_stream=True)
            talk.carry(talk.server, False)
            event = talk.client.next_event()
            while event is not None:
                if isinstance(event, StreamDataReceived):
                    key = (event.stream_id, "<")
                    talk.truth[key] = talk.truth.get(key, b"") + event.data
                client.handle_event(event)
                event = talk.client.next_event()
            talk.now += 0.02
    talk.close()
    talk.write(folder, "http3-dynamic-table")


main()
