#!/usr/bin/env python3
"""Records HTTP/3 conversations of aioquic (from PyPI) on the loopback interface with tcpdump.

Usage: record.py FOLDER        (needs root for tcpdump, aioquic 1.2 and the openssl command)

Client and server are two real sockets driven by one loop, so that a recording is short. Each gives NAME.pcap, NAME.keys
(the client's key log) and NAME.json: what the server's program was asked and answered, and when.
"""

import io
import json
import select
import socket
import subprocess
import sys
import tempfile
import time

from aioquic.buffer import Buffer
from aioquic.h3.connection import H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection
from aioquic.quic.packet import pull_quic_header

HOST = "ads.example.test"
VAST = b'<VAST version="4.2"><Ad id="A1"/></VAST>\n' * 40


def bound(address="127.0.0.1"):
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.bind((address, 0))
    made.setblocking(False)
    return made


class Session:
    """One connection: sockets, both ends, and the log of the server."""

    def __init__(self, work, server_socket, ticket=None, tickets=None):
        self.keys = io.StringIO()
        self.got, self.tickets = [], {} if tickets is None else tickets
        self.server_socket, self.sockets = server_socket, [bound()]
        configuration = QuicConfiguration(
            is_client=True, alpn_protocols=["h3"], server_name=HOST, secrets_log_file=self.keys, verify_mode=0,
            session_ticket=ticket)
        self.client = QuicConnection(configuration=configuration, session_ticket_handler=self.got.append)
        self.server_configuration = QuicConfiguration(is_client=False, alpn_protocols=["h3"])
        self.server_configuration.load_cert_chain(f"{work}/cert.pem", f"{work}/key.pem")
        self.server, self.server_h3, self.asked, self.heads = None, None, [], {}
        self.client.connect(server_socket.getsockname(), now=time.time())
        self.client_h3 = H3Connection(self.client)
        self.answered = set()

    def send(self):
        for data, _ in self.client.datagrams_to_send(now=time.time()):
            self.sockets[-1].sendto(data, self.server_socket.getsockname())
        if self.server:
            for data, address in self.server.datagrams_to_send(now=time.time()):
                self.server_socket.sendto(data, address)

    def turn(self):
        self.send()
        ready, _, _ = select.select([self.server_socket, *self.sockets], [], [], 0.005)
        for sock in ready:
            while True:
                try:
                    data, address = sock.recvfrom(65536)
                except BlockingIOError:
                    break
                if sock is not self.server_socket:
                    self.client.receive_datagram(data, self.server_socket.getsockname(), now=time.time())
                    continue
                if self.server is None:
                    header = pull_quic_header(Buffer(data=data), host_cid_length=8)
                    self.server = QuicConnection(
                        configuration=self.server_configuration,
                        original_destination_connection_id=header.destination_cid,
                        session_ticket_fetcher=self.tickets.get,
                        session_ticket_handler=lambda ticket: self.tickets.update({ticket.ticket: ticket}))
                    self.server_h3 = H3Connection(self.server)
                self.server.receive_datagram(data, address, now=time.time())
        for side in (self.client, self.server):
            if side and side.get_timer() is not None and side.get_timer() <= time.time():
                side.handle_timer(now=time.time())
        self.serve()
        event = self.client.next_event()
        while event is not None:
            for http in self.client_h3.handle_event(event):
                if isinstance(http, (HeadersReceived, DataReceived)) and http.stream_ended:
                    self.answered.add(http.stream_id)
            event = self.client.next_event()

    def serve(self):
        event = self.server.next_event() if self.server else None
        while event is not None:
            for http in self.server_h3.handle_event(event):
                if isinstance(http, HeadersReceived):
                    fields = {name.decode(): value.decode() for name, value in http.headers}
                    self.heads[http.stream_id] = [time.time(), fields, b""]
                elif isinstance(http, DataReceived):
                    self.heads[http.stream_id][2] += http.data
                if isinstance(http, (HeadersReceived, DataReceived)) and http.stream_ended:
                    self.answer(http.stream_id)
            event = self.server.next_event()

    def answer(self, stream):
        at, fields, body = self.heads.pop(stream)
        document = fields[":path"].startswith("/vast")
        answer = VAST if document else b""
        status = 200 if document else 204
        self.asked.append({
            "time": at, "method": fields[":method"], "host": fields[":authority"], "path": fields[":path"],
            "session": fields.get("x-session"), "requestBytes": len(body), "status": status, "responseBytes": len(answer)})
        head = [(b":status", b"%d" % status), (b"x-served-for", fields[":path"].encode()), (b"x-edge", b"edge-17.example.test")]
        self.server_h3.send_headers(stream, head, end_stream=not answer)
        if answer:
            self.server_h3.send_data(stream, answer, end_stream=True)

    def ask(self, path, body=b"", wait=True):
        stream = self.client.get_next_available_stream_id()
        head = [(b":method", b"POST" if body else b"GET"), (b":scheme", b"https"), (b":authority", HOST.encode()),
                (b":path", path.encode()), (b"x-session", b"0123456789abcdef"), (b"user-agent", b"ExamplePlayer/1.0 (tv)")]
        self.client_h3.send_headers(stream, head, end_stream=not body)
        if body:
            self.client_h3.send_data(stream, body, end_stream=True)
        while wait and stream not in self.answered:
            self.turn()
        return stream

    def settle(self, turns=12):
        for _ in range(turns):
            self.turn()

    def close(self):
        self.client.close()
        self.settle(4)


def record(folder, name, server_socket, session, talk):
    port = server_socket.getsockname()[1]
    dump = subprocess.Popen(["tcpdump", "-i", "lo", "-U", "-w", f"{folder}/{name}.pcap", "udp", "port", str(port)],
                            stderr=subprocess.PIPE, text=True)
    dump.stderr.readline()
    time.sleep(0.5)
    talk(session)
    session.close()
    time.sleep(1.2)
    dump.terminate()
    dump.wait()
    with open(f"{folder}/{name}.keys", "w") as out:
        out.write(session.keys.getvalue())
    with open(f"{folder}/{name}.json", "w") as out:
        json.dump({"requests": session.asked}, out, indent=1)
        out.write("\n")
    print(name, len(session.asked))


def main():
    folder, work = sys.argv[1], tempfile.mkdtemp()
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                    f"{work}/key.pem", "-out", f"{work}/cert.pem", "-subj", f"/CN={HOST}", "-days", "3650"],
                   check=True, stderr=subprocess.DEVNULL)

    def dynamic_table(session):
        session.ask("/vast?slot=pre")
        for index in range(6):
            session.ask(f"/pixel?e=quartile{index}")
        for stream in [session.ask(f"/pixel?e=burst{index}", wait=False) for index in range(6)]:
            while stream not in session.answered:
                session.turn()

    def key_update(session):
        session.ask("/vast?slot=before")
        for index in range(2):
            session.client.request_key_update()
            session.ask(f"/pixel?e=after{index}", body=b'{"n":%d}' % index)
        session.server.request_key_update()
        session.ask("/vast?slot=server-updated")

    def migration(session):
        session.ask("/pixel?e=home")
        session.sockets.append(bound("127.0.0.2"))
        session.client.change_connection_id()
        session.ask("/vast?slot=moved")
        session.ask("/pixel?e=moved")

    def early_data(session):
        session.ask("/pixel?e=early", body=b"{}")
        session.ask("/vast?slot=later")

    for name, talk in [("qpack-dynamic-table", dynamic_table), ("key-update", key_update), ("migration", migration)]:
        server_socket = bound()
        record(folder, name, server_socket, Session(work, server_socket), talk)

    # The ticket comes from a connection before the recording.
    server_socket = bound()
    first = Session(work, server_socket)
    first.ask("/pixel?e=ticket")
    first.settle()
    first.close()
    again = Session(work, server_socket, ticket=first.got[-1], tickets=first.tickets)
    record(folder, "early-data", server_socket, again, early_data)


main()
