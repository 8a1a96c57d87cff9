#!/usr/bin/env python3
"""Runs every case beside its peers, on the same file, and prints ratios of processor time.

Usage: run.py BEACONPROOF STAGES FOLDER [--runs N] [--markdown FILE]

BEACONPROOF and STAGES are release builds; FOLDER holds what make_captures.py made. Peers that are not installed are left
out and named. Times are user and system time of the process and its children, for other programs share the machine; each
is the median of N runs (peers that take longer than 20 seconds run once).
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys

PYTHON_HAR = "import orjson,sys; orjson.loads(open(sys.argv[1],'rb').read())"
PYTHON_LOAD = """
import orjson, sqlite3, sys
db = sqlite3.connect(sys.argv[2]); db.execute('pragma journal_mode=off'); db.execute('pragma synchronous=off')
db.execute('create table x(at,method,url,status,type,size,request,response,body,address)')
db.executemany('insert into x values(?,?,?,?,?,?,?,?,?,?)', ((e['startedDateTime'], e['request']['method'], e['request']['url'],
  e['response']['status'], e['response']['content'].get('mimeType'), e['response']['content'].get('size'),
  orjson.dumps(e['request']['headers']), orjson.dumps(e['response']['headers']), e['response']['content'].get('text'),
  e.get('serverIPAddress')) for e in orjson.loads(open(sys.argv[1],'rb').read())['log']['entries']))
db.commit()
"""
NODE_HAR = "JSON.parse(require('fs').readFileSync(process.argv[1],'utf8')).log.entries.length"
READ_HARALYZER = "import sys,json,haralyzer; p=haralyzer.HarParser(json.load(open(sys.argv[1]))); [e.request.url for g in p.pages for e in g.entries]"
READ_MITMPROXY = ("import sys,json; from mitmproxy.io.har import request_to_flow; "
                  "[request_to_flow(e) for e in json.load(open(sys.argv[1]))['log']['entries']]")


def measure(command, runs, output=None):
    """Processor seconds (median), peak memory in MB, and the output of the last run."""
    times, memory, text = [], 0, b""
    for _ in range(runs):
        with open(output or os.devnull, "wb") as out:
            process = subprocess.Popen(command, stdout=out if output else subprocess.PIPE, stderr=subprocess.DEVNULL)
            text = b"" if output else process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = status
        if os.waitstatus_to_exitcode(status) not in (0, 1, 3):
            return None
        times.append(usage.ru_utime + usage.ru_stime)
        memory = max(memory, usage.ru_maxrss / 1024)
        if times[-1] > 20:
            break
    return statistics.median(times), memory, text


def import_of_rows(tool, har, folder):
    """A command with which sqlite3 reads the same rows, written as CSV before, into a new file without any index."""
    os.makedirs(folder, exist_ok=True)
    subprocess.run([tool, "decode", har, "--db", f"{folder}/own.db"], check=True, stdout=subprocess.DEVNULL)
    steps = ["PRAGMA page_size=16384", "PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF"]
    for table in ("exchange_row", "sighting_row"):
        with open(f"{folder}/{table}.csv", "wb") as rows:
            subprocess.run(["sqlite3", "-csv", "-header", f"{folder}/own.db", f"SELECT * FROM {table}"], stdout=rows, check=True)
        steps.append(f".import --csv {folder}/{table}.csv {table}")
    return ["sh", "-c", 'rm -f "$0" && exec sqlite3 "$0" "$@"', f"{folder}/peer.db", *steps]


class Table:
    def __init__(self):
        self.rows = []

    def add(self, stage, figure, peer, ratio, target, note=""):
        self.rows.append((stage, figure, peer, ratio, target, note))
        print(f"{stage:44} {figure:22} {peer:22} {ratio:>9}  target {target}  {note}", flush=True)

    def markdown(self):
        head = "| stage | figure | peer | ratio | target | note |\n|---|---|---|---|---|---|\n"
        return head + "".join("| " + " | ".join(row) + " |\n" for row in self.rows)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("stages")
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--markdown")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    tool, folder, table = options.tool, options.folder, Table()
    path = lambda name: os.path.join(folder, name)
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?") \
        if os.path.exists("/proc/cpuinfo") else platform.processor()
    machine = f"{cpu}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start; {platform.platform()}"
    print(machine)

    def stage(name, file, *keys):
        got = measure([options.stages, name, path(file), *keys], options.runs) if os.path.exists(options.stages) else None
        return (json.loads(got[2]), got[1]) if got else None

    def wanted(name):
        return options.only in name

    def against(title, unit, own, count, size, target, peers, memory=None):
        """One row per peer; `own` and the peers are processor seconds for the same file."""
        rate = f"{size / own / 1e6:.0f} MB/s" if unit == "MB" else f"{count / own:,.0f} {unit}/s"
        note = f"{memory:.0f} MB peak" if memory else ""
        for name, command in peers or [("", None)]:
            if command is None:
                table.add(title, rate, name or "-", "-" if not name else "missing", target, note)
                continue
            got = command if isinstance(command, float) else measure(command, options.runs if own > 0.5 else 3)
            if got is None:
                table.add(title, rate, name, "failed", target, note)
                continue
            seconds = got if isinstance(got, float) else got[0]
            table.add(title, rate, name, f"{seconds / own:.1f} ×", target, note)

    has = lambda name, command: command if shutil.which(name) else None
    python, node = sys.executable, shutil.which("node")
    size = lambda name: os.path.getsize(path(name))

    for name in ("beacons", "mix"):
        if wanted("har"):
            if got := stage("har", f"{name}.har"):
                work, memory = got
                foundation = stage("har-jsondecoder", f"{name}.har")
                against(f"HAR to exchanges, {name}", "MB", work["seconds"], 0, work["bytes"], "1 GB/s; 5 × orjson, node; 15 × JSONDecoder",
                        [("orjson", [python, "-c", PYTHON_HAR, path(f"{name}.har")]),
                         ("node", node and [node, "-e", NODE_HAR, path(f"{name}.har")]),
                         ("JSONDecoder", foundation and foundation[0]["seconds"])], memory)
    if wanted("database"):
        got = measure([tool, "certify", path("beacons.har"), "--no-config", "--format", "json"], options.runs, "/dev/null")
        # Line by line: the memory of this process counts as that of its children.
        with open(path("beacons.har")) as lines:
            count = sum('"startedDateTime"' in line for line in lines)
        load = measure([python, "-c", PYTHON_LOAD, path("beacons.har"), path("load.db")], 1)
        if os.path.exists(path("load.db")):
            os.remove(path("load.db"))
        if got:
            against("HAR to audited database, beacons", "exchanges", got[0], count, 0, "150,000/s; 3 ×",
                    [("orjson + executemany", load and load[0])], got[1])
        if got := stage("insert", "beacons.har"):
            peer = shutil.which("sqlite3") and import_of_rows(tool, path("beacons.har"), path("rows"))
            against("insert of exchanges", "rows", got[0]["seconds"], 2 * got[0]["units"], 0, "350,000/s; 2 × .import",
                    [("sqlite3 .import", peer)], got[1])
            shutil.rmtree(path("rows"), ignore_errors=True)
    if wanted("packets"):
        if got := stage("packets", "acks.pcap"):
            against("packet walk with flow table", "packets", got[0]["seconds"], got[0]["units"], 0, "5 M/s; 10 × tcpdump, 100 × tshark", [
                ("tcpdump -nn", has("tcpdump", ["tcpdump", "-nn", "-r", path("acks.pcap")])),
                ("tshark fields", has("tshark", ["tshark", "-n", "-r", path("acks.pcap"), "-T", "fields", "-e", "tcp.stream", "-e", "tcp.len"]))],
                got[1])
    for file, title, target in (("bulk.pcap", "pcap + key log to plaintext, bulk media", "600 MB/s; 8 × tshark"),
                                ("short.pcapng", "pcapng + key log to NDJSON, short connections", "20 × tshark, no request fewer"),
                                ("mixed.pcap", "pcap + key log to NDJSON, mixed", "300 MB/s; 40 × tshark, no request fewer")):
        name = file.partition(".")[0]
        if not wanted(name):
            continue
        out = path(f"{name}.ndjson")
        got = measure([tool, "decode", path(file), "--keylog", path(f"{name}.keys")], options.runs, out)
        own = sum(1 for _ in open(out))
        truth = json.load(open(path(f"{name}.json")))["requests"]
        fields = [part for field in ("http.request.method", "http.host", "http.request.uri", "http2.headers.method", "http2.headers.authority",
                                     "http2.headers.path") for part in ("-e", field)]
        peer = has("tshark", ["tshark", "-n", "-r", path(file), "-o", f"tls.keylog_file:{path(name + '.keys')}", "-Y",
                              "http.request || http2.headers.method", "-T", "fields", *fields])
        against(title, "MB", got[0], 0, size(file), target, [(f"tshark, {own} of {truth} requests", peer)], got[1])
    if wanted("quic"):
        if got := stage("packets", "quic.pcap", path("quic.keys")):
            against("QUIC packets opened, up to exchanges", "packets", got[0]["seconds"], got[0]["units"], 0, "300,000/s", [], got[1])
        # Beyond its start, which is the same for a capture without packets: the larger part of a small file's time. In turn,
        # for a shared machine is slower at one time than at another.
        with open(path("h2.pcap"), "rb") as whole, open(path("empty.pcap"), "wb") as empty:
            empty.write(whole.read(24))
        commands = [[tool, "decode", path("empty.pcap")],
                    *([tool, "decode", path(f"{name}.pcap"), "--keylog", path(f"{name}.keys")] for name in ("quic", "h2"))]
        rounds = [[measure(command, 1, os.devnull) for command in commands] for _ in range(5 * options.runs)]
        if all(got for each in rounds for got in each):
            start, own, peer = (statistics.median(each[place][0] for each in rounds) for place in range(3))
            own, peer, memory = own - start, peer - start, max(each[1][1] for each in rounds)
            frames = json.load(open(path("quic.json")))["frames"]
            against("HTTP/3 over QUIC to NDJSON", "packets", own, frames, 0, "-", [], memory)
            rates = [size(name) / seconds / 1e6 for name, seconds in (("quic.pcap", own), ("h2.pcap", peer))]
            table.add("HTTP/3 over QUIC, the same requests", f"{rates[0]:.0f} MB/s", "HTTP/2 over TLS, here", f"{rates[0] / rates[1]:.2f} ×", "0.67 ×",
                      f"{rates[1]:.0f} MB/s")
    if wanted("plays"):
        files = sorted((name for name in os.listdir(folder) if name.startswith("plays-")), key=size)
        per_beacon = []
        for name in files:
            count = 50 * int(name[6:-4])
            if got := measure([tool, "certify", "--no-config", "--quiet", path(name)], 1):
                per_beacon.append(got[0] / count)
                table.add(f"HAR to verdict, {count:,} beacons", f"{count / got[0]:,.0f} beacons/s", "the smallest of these",
                          f"{per_beacon[0] / per_beacon[-1]:.2f} ×", "50,000/s, 1 ×", f"{got[1]:.0f} MB peak")
    if wanted("html"):
        if measure([tool, "certify", path("plays-200.har"), "--no-config", "--quiet", "--db", path("plays.db")], 1):
            if got := stage("html", "plays.db"):
                against("HTML report, rendering", "MB", got[0]["seconds"], 0, got[0]["bytes"], "100 MB/s", [])
            os.remove(path("plays.db"))
    if wanted("log"):
        if measure([tool, "certify", path("day.jsonl"), "--no-config", "--quiet", "--db", path("day.db")], 1):
            for title, rule in (("playhead cadence", ["nielsen.playhead-cadence"]), ("all rules", [])):
                if got := stage("audit", "day.db", *rule):
                    table.add(f"audit of a day's call log, {title}", f"{got[0]['seconds']:.2f} s", "-", "-", "1 s", f"{got[1]:.0f} MB peak")
            os.remove(path("day.db"))
    if wanted("hpack"):
        own, peer = stage("hpack", "blocks.hpack"), stage("hpack-nio", "blocks.hpack")
        if own and peer:
            against("HPACK", "fields", own[0]["seconds"], own[0]["units"], 0, "5 M/s; 1.4 × NIOHPACK", [("NIOHPACK", peer[0]["seconds"])])
    if wanted("http1"):
        if got := stage("http1", "requests.http"):
            against("HTTP/1 requests without body", "MB", got[0]["seconds"], 0, got[0]["bytes"], "-", [])
    if wanted("start"):
        sample = os.path.join(os.path.dirname(__file__), "../Examples/captures/clean-play.har")
        got = measure([tool, "certify", "--no-config", sample], 9)
        against("certify a small HAR, cold process", "runs", got[0], 1, 0, "40 ms; 10 × readers", [
            ("haralyzer", [python, "-c", READ_HARALYZER, sample]), ("mitmproxy", [python, "-c", READ_MITMPROXY, sample])], got[1])
    if options.markdown:
        with open(options.markdown, "w") as out:
            out.write(f"{machine}\n\n{table.markdown()}")


main()
