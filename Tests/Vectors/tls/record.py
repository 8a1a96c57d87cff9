#!/usr/bin/env python3
"""Records small TLS conversations between OpenSSL's test client and server on loopback.

Usage: record.py FOLDER        (needs the openssl command, version 3)

Each conversation becomes one text file: what was sent, in the order in which a relay between the two saw it, the key
log of the connection, and the plaintext of both directions as the programs were given it. The format is in README.md.
"""

import os
import select
import socket
import subprocess
import sys
import tempfile
import threading
import time

TEXT = ["the client speaks", "and speaks again, a little longer this time", "last line"]
EARLY = b"early words\n"


class Relay:
    """Passes the bytes of one connection on and keeps them in order of arrival."""

    def __init__(self, server_port):
        self.server_port = server_port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.pieces = []
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        client, _ = self.listener.accept()
        server = socket.create_connection(("127.0.0.1", self.server_port))
        sides = {client: (">", server), server: ("<", client)}
        while sides:
            for side in select.select(list(sides), [], [])[0]:
                mark, other = sides[side]
                try:
                    data = side.recv(65536)
                except ConnectionError:
                    data = b""
                if data:
                    self.pieces.append((mark, data))
                    try:
                        other.sendall(data)
                    except OSError:
                        pass
                else:
                    del sides[side]
                    try:
                        other.shutdown(socket.SHUT_WR)
                    except OSError:
                        pass


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def run(folder, name, work, server, client, lines=None, reverse=True, environment=None, early=None, reply=None):
    if sys.argv[2:] and name not in sys.argv[2:]:
        return
    port = free_port()
    log = f"{work}/{name}.keys"
    env = dict(os.environ, **(environment or {}))
    accept = ["openssl", "s_server", "-accept", str(port), "-cert", f"{work}/cert.pem", "-key", f"{work}/key.pem"]
    serving = subprocess.Popen(
        accept + (["-rev"] if reverse else []) + server, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, env=env)
    time.sleep(0.4)
    relay = Relay(port)
    connect = ["openssl", "s_client", "-connect", f"127.0.0.1:{relay.port}", "-servername", "ads.example.test",
               "-keylogfile", log]
    speaking = subprocess.Popen(
        connect + client, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    time.sleep(0.6)
    sent = list(TEXT if lines is None else lines)
    for line in sent + ["Q"]:
        try:
            speaking.stdin.write(line.encode() + b"\n")
            speaking.stdin.flush()
        except OSError:
            break
        time.sleep(0.25)
        if reply and line == sent[-1]:
            serving.stdin.write(reply)
            serving.stdin.flush()
            time.sleep(0.25)
    speaking.wait(timeout=5)
    relay.thread.join(timeout=3)
    serving.kill()
    words = [line for line in sent if line not in ("K", "k", "R")]
    up = (early or b"") + "".join(line + "\n" for line in words).encode()
    down = "".join(line[::-1] + "\n" for line in words).encode() if reverse else (reply or b"")
    with open(f"{folder}/{name}.txt", "w") as out:
        if os.path.exists(log):
            for line in open(log):
                if not line.startswith("#"):
                    out.write(f"key {line}")
        out.write(f"plain > {up.hex()}\nplain < {down.hex()}\n")
        for mark, data in relay.pieces:
            out.write(f"{mark} {data.hex()}\n")
    print(name, sum(len(data) for _, data in relay.pieces))


def main():
    folder = sys.argv[1]
    work = tempfile.mkdtemp()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{work}/key.pem", "-out",
         f"{work}/cert.pem", "-subj", "/CN=ads.example.test", "-days", "3650"], check=True, stderr=subprocess.DEVNULL)
    with open(f"{work}/openssl.cnf", "w") as conf:
        conf.write("openssl_conf = d\n[d]\nssl_conf = s\n[s]\nsystem_default = t\n[t]\nOptions = -EncryptThenMac\n"
                   "CipherString = ALL:@SECLEVEL=0\n")
    mac_first = {"OPENSSL_CONF": f"{work}/openssl.cnf"}

    def v13(name, suite=None, server=(), client=(), **more):
        suites = ["-ciphersuites", suite] if suite else []
        run(folder, name, work, ["-tls1_3", *server], ["-tls1_3", "-alpn", "h2,http/1.1", *suites, *client], **more)

    def v12(name, cipher, server=(), client=(), version="-tls1_2", **more):
        weak = ["-cipher", cipher + ":@SECLEVEL=0"]
        run(folder, name, work, [version, "-alpn", "http/1.1", *weak, *server],
            [version, "-alpn", "h2,http/1.1", *weak, *client], **more)

    v13("tls13-aes128gcm", "TLS_AES_128_GCM_SHA256", server=["-alpn", "h2"])
    v13("tls13-aes256gcm", "TLS_AES_256_GCM_SHA384")
    v13("tls13-chacha20", "TLS_CHACHA20_POLY1305_SHA256")
    v13("tls13-aes128ccm", "TLS_AES_128_CCM_SHA256", server=["-ciphersuites", "TLS_AES_128_CCM_SHA256"])
    v13("tls13-key-update", lines=[TEXT[0], "K", TEXT[1], "k", TEXT[2]])
    v13("tls13-retry-request", server=["-groups", "P-384"], client=["-groups", "X25519:P-384"])
    v13("tls13-padding", client=["-record_padding", "512"], server=["-record_padding", "256"])
    v13("tls13-small-records", server=["-split_send_frag", "512", "-max_send_frag", "512"], client=["-max_send_frag", "512"])
    v13("tls13-alert-unknown-ca", client=["-verify_return_error"], lines=[])

    with open(f"{work}/early", "wb") as out:
        out.write(EARLY)
    early_server = ["-early_data", "-no_anti_replay"]
    if not sys.argv[2:]:
        zero_rtt(folder, work, early_server)

    v12("tls12-aes128gcm", "ECDHE-RSA-AES128-GCM-SHA256")
    v12("tls12-aes256gcm", "ECDHE-RSA-AES256-GCM-SHA384")
    v12("tls12-chacha20", "ECDHE-RSA-CHACHA20-POLY1305")
    for letter, suite in [("sha1", "ECDHE-RSA-AES128-SHA"), ("sha256", "ECDHE-RSA-AES128-SHA256"),
                          ("sha384", "ECDHE-RSA-AES256-SHA384")]:
        v12(f"tls12-cbc-{letter}-encrypt-then-mac", suite)
        v12(f"tls12-cbc-{letter}-mac-then-encrypt", suite, environment=mac_first)
    v12("tls11-cbc-sha1", "ECDHE-RSA-AES128-SHA", version="-tls1_1")
    v12("tls10-cbc-sha1", "ECDHE-RSA-AES256-SHA", version="-tls1")
    v12("tls10-cbc-sha1-mac-then-encrypt", "ECDHE-RSA-AES128-SHA", version="-tls1", environment=mac_first)
    v12("tls12-rsa-key-exchange", "AES128-GCM-SHA256")
    v12("tls12-null-sha256", "NULL-SHA256")
    for name, suite in [("camellia128-cbc-sha1", "CAMELLIA128-SHA"), ("aes128ccm", "AES128-CCM"),
                        ("aes256ccm8", "AES256-CCM8"), ("aria256gcm", "ECDHE-ARIA256-GCM-SHA384"),
                        ("camellia256-cbc-sha384", "ECDHE-RSA-CAMELLIA256-SHA384")]:
        v12(f"tls12-{name}", suite)
    v12("tls12-camellia128-cbc-mac-then-encrypt", "DHE-RSA-CAMELLIA128-SHA256", environment=mac_first)
    v12("tls12-renegotiation", "ECDHE-RSA-AES128-GCM-SHA256", server=["-client_renegotiation"],
        lines=[TEXT[0], "R", TEXT[1], TEXT[2]])
    v12("tls12-alert-unknown-ca", "ECDHE-RSA-AES128-GCM-SHA256", client=["-verify_return_error"], lines=[])
    if not sys.argv[2:]:
        resumed12(folder, work, "tls12-resumed-ticket", [])
        resumed12(folder, work, "tls12-resumed-session-id", ["-no_ticket"])


class Server:
    """A server that outlives one connection."""

    def __init__(self, work, options):
        self.port = free_port()
        self.process = subprocess.Popen(
            ["openssl", "s_server", "-accept", str(self.port), "-cert", f"{work}/cert.pem", "-key", f"{work}/key.pem",
             *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        time.sleep(0.4)

    def talk(self, options, lines, log, reply=None):
        relay = Relay(self.port)
        speaking = subprocess.Popen(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{relay.port}", "-servername", "ads.example.test",
             "-keylogfile", log, *options], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        time.sleep(0.6)
        for line in lines:
            speaking.stdin.write(line.encode() + b"\n")
            speaking.stdin.flush()
            time.sleep(0.25)
        if reply:
            self.process.stdin.write(reply)
            self.process.stdin.flush()
            time.sleep(0.3)
        speaking.stdin.write(b"Q\n")
        speaking.stdin.flush()
        speaking.wait(timeout=5)
        relay.thread.join(timeout=3)
        return relay.pieces


def write(folder, name, log, pieces, up, down):
    with open(f"{folder}/{name}.txt", "w") as out:
        for line in open(log):
            if not line.startswith("#"):
                out.write(f"key {line}")
        out.write(f"plain > {up.hex()}\nplain < {down.hex()}\n")
        for mark, data in pieces:
            out.write(f"{mark} {data.hex()}\n")
    print(name, sum(len(data) for _, data in pieces))


def reversed_text(lines):
    return "".join(line[::-1] + "\n" for line in lines).encode()


def zero_rtt(folder, work, options):
    first = TEXT[:1]
    server = Server(work, ["-tls1_3", "-max_early_data", "16384", *options])
    server.talk(["-tls1_3", "-sess_out", f"{work}/s0"], first, f"{work}/0.keys", reply=b"a ticket for you\n")
    pieces = server.talk(
        ["-tls1_3", "-sess_in", f"{work}/s0", "-early_data", f"{work}/early"], TEXT, f"{work}/1.keys",
        reply=b"answer\n")
    write(folder, "tls13-early-data", f"{work}/1.keys", pieces,
          EARLY + "".join(line + "\n" for line in TEXT).encode(), b"answer\n")
    server.process.kill()
    # A server with other ticket keys refuses.
    other = Server(work, ["-tls1_3", *options, "-max_early_data", "16384"])
    pieces = other.talk(
        ["-tls1_3", "-sess_in", f"{work}/s0", "-early_data", f"{work}/early"], TEXT, f"{work}/2.keys",
        reply=b"answer\n")
    write(folder, "tls13-early-data-rejected", f"{work}/2.keys", pieces,
          "".join(line + "\n" for line in TEXT).encode(), b"answer\n")
    other.process.kill()


def resumed12(folder, work, name, options):
    server = Server(work, ["-tls1_2", "-rev", *options])
    session = f"{work}/{name}.session"
    server.talk(["-tls1_2", "-sess_out", session, *options], TEXT[:1], f"{work}/{name}.0.keys")
    log = f"{work}/{name}.1.keys"
    pieces = server.talk(["-tls1_2", "-sess_in", session, *options], TEXT, log)
    write(folder, name, log, pieces, "".join(line + "\n" for line in TEXT).encode(), reversed_text(TEXT))
    server.process.kill()


main()
