"""HTTP/3 between aioquic's client and server, as captured datagrams."""

import struct

from aioquic.buffer import Buffer
from aioquic.h3.connection import H3Connection
from aioquic.h3.events import HeadersReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection
from aioquic.quic.packet import pull_quic_header

from traffic import AGENT

HOST = "t0.ads.example.test"


def conversation(capture, number, work, keys, requests):
    """One connection with the given requests, four at a time; yields between them."""
    client_end, server_end = (bytes([10, 0, 0, 7]), struct.pack(">H", 20000 + number)), (bytes([198, 51, 100, 9]), struct.pack(">H", 443))
    client = QuicConnection(configuration=QuicConfiguration(
        is_client=True, alpn_protocols=["h3"], server_name=HOST, secrets_log_file=keys, verify_mode=0,
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

    answers = {}
    for first in range(0, len(requests), 4):
        for parts in requests[first:first + 4]:
            stream = client.get_next_available_stream_id()
            answers[stream] = parts[3:]
            client_h3.send_headers(stream, [(b":method", parts[0].encode()), (b":scheme", b"https"), (b":authority", HOST.encode()),
                                            (b":path", parts[1].encode()), (b"user-agent", AGENT.encode())], end_stream=not parts[2])
            if parts[2]:
                client_h3.send_data(stream, parts[2], end_stream=True)
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
        yield
