#!/usr/bin/env python3
"""Damaged captures by the thousand: each is certified, and the run must end as a run ends.

Usage: mutants.py BEACONPROOF [--count 10000] [--seed 1] [--from 0] [--only FORMAT] [--more FOLDER]… [--keep FOLDER]

Every case is made of a sample of one input format with what belongs to it (key log, facts, configuration, waivers, rules, app,
kept database). One to four times something is done to it: bits flipped, the end cut off, blocks removed, repeated, shuffled or
inserted, lengths and numbers overwritten, words of the format repeated, parts of another file put in, files exchanged. A number and
the seed make the same case again. What must hold: exit code 0, 1, 2 or 3, no signal; for 2 one line on standard error; an end within
30 s of processor time and 1.5 GB; no file outside the output folder, no input changed, no temporary file left. The script ends with 1
when one of these does not hold, and keeps the inputs of that case in the folder of --keep.
"""

import argparse
import collections
import gzip
import io
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS, MEGABYTES = 30, 1_500
SUFFIXES = {".har": "har", ".zhar": "packed", ".pcap": "pcap", ".cap": "pcap", ".pcapng": "pcapng", ".chlsj": "charles",
            ".chlsx": "charles-xml", ".mitm": "mitmproxy", ".saz": "saz", ".netlog": "netlog", ".proxymanlogv2": "proxyman"}


# Samples: format → cases, each a list of (option, name, bytes); an option of "" is a capture.

ACCESS = {
    "access-log": "".join(f'203.0.113.7 - - [31/Jan/2026:10:00:{k:02} +0000] "GET /px?e=start&n={k} HTTP/1.1" 200 43 "-" "Player/1.0"\n'
                          for k in range(30)),
    "access-log-w3c": "#Version: 1.0\n#Fields: date time c-ip cs-method cs(Host) cs-uri-stem sc-status cs(User-Agent) cs-uri-query\n"
                      + "".join(f"2026-01-31\t10:00:{k:02}\t203.0.113.7\tGET\tt.test\t/px\t200\tPlayer\te=start&n={k}\n" for k in range(30)),
    "access-log-json": "".join(f'{{"time":"2026-01-31T10:00:{k:02}Z","remote_addr":"203.0.113.7","request_method":"GET","host":"t.test",'
                               f'"request_uri":"/px?e=start&n={k}","status":200}}\n' for k in range(30)),
    "mediatailor-log": "".join(f'{{"eventTimestamp":"2026-01-31T10:00:{k:02}.000Z","eventType":"BEACON_FIRED","sessionId":"s1",'
                               f'"beaconInfo":{{"beaconHttpResponseCode":200,"beaconUri":"https://t.test/px?n={k}","trackingEvent":"start"}}}}\n'
                               for k in range(30)),
}
CALLS = '{"v":1,"kind":"header","app":"se.example.app","os":"iOS 17.5","sdk":"ai.9.2.0.0","flavour":"global","build":"release"}\n' + "".join(
    f'{{"v":1,"kind":"call","t":{1_770_000_000_000 + k * 1_000},"mono":{5_000 + k}.0,"inst":"A","api":"{api}","args":{args}}}\n'
    for k, (api, args) in enumerate(
        [("init", '{"appid":"P00000000-0000-0000-0000-000000000000"}'), ("play", '{"channelName":"one"}'),
         ("loadMetadata", '{"type":"content","assetid":"v","length":"40","program":"p","title":"t"}')]
        + [("playheadPosition", str(second)) for second in range(1, 38)] + [("stop", "null"), ("end", "null")]))
CONFIGURATION = "profiles: [google-ima]\nrules: []\nsettings:\n  order.slackMs: 250\n  hls.resumeSeconds: 20\n"
PLIST = ('<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>CFBundleIdentifier</key><string>se.example.app</string>'
         "<key>NSUserTrackingUsageDescription</key><string>Ads</string></dict></plist>")


def classic(pcapng):
    """The packets of a pcapng file as a pcap file."""
    out, place, link = bytearray(), 0, 1
    while place + 12 <= len(pcapng):
        kind, length = (int.from_bytes(pcapng[place + at:place + at + 4], "little") for at in (0, 4))
        if length < 12:
            break
        if kind == 1:
            link = int.from_bytes(pcapng[place + 8:place + 10], "little")
        if kind == 6:
            high, low, held, whole = (int.from_bytes(pcapng[place + at:place + at + 4], "little") for at in (12, 16, 20, 24))
            at = high << 32 | low
            out += b"".join(number.to_bytes(4, "little") for number in (at // 1_000_000 & 0xFFFFFFFF, at % 1_000_000, held, whole))
            out += pcapng[place + 28:place + 28 + held]
        place += length
    front = (0xA1B2C3D4, 4 << 16 | 2, 0, 0, 262_144, link)
    return b"".join(number.to_bytes(4, "little") for number in front) + bytes(out)


def archive(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in members.items():
            packed.writestr(zipfile.ZipInfo(name), text)
    return out.getvalue()


def samples(tool, more):
    found = collections.defaultdict(list)
    folders = [ROOT / "Examples/captures", ROOT / "Tests/Vectors", *map(pathlib.Path, more)]
    for path in sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in SUFFIXES):
        data = path.read_bytes()
        case = [("", "run" + path.suffix, data)]
        keys = [path.with_suffix(".keys"), path.with_suffix(".keys.txt"), path.with_name(path.name + ".keys"), path.with_name("sslkeys.log")]
        case += [("--keylog", "keys.txt", key.read_bytes()) for key in keys[:] if path.suffix in (".pcap", ".pcapng") and key.exists()][:1]
        found[SUFFIXES[path.suffix]].append(case)
        if len(case) > 1:
            found["key-log"].append(case)
    captures = ROOT / "Examples/captures"
    play, keys = (captures / "clean-play.pcapng").read_bytes(), (captures / "clean-play.keys.txt").read_bytes()
    clean = (captures / "clean-play.har").read_bytes()
    found["pcap"].append([("", "run.pcap", classic(play)), ("--keylog", "keys.txt", keys)])
    found["packed"] += [[("", "run.har.gz", gzip.compress(clean, mtime=0))], [("", "run.har.z", zlib.compress(clean))]]
    for name, text in ACCESS.items():
        found[name].append([("", "access.log", text.encode())])
    found["call-log"] += [[("", "run.jsonl", CALLS.encode())], [("", "run.har", clean), ("--calls", "calls.jsonl", CALLS.encode())]]
    for name in ("nielsen-opted-out", "ad-request-without-consent"):
        found["facts"].append([("", "run.har", (captures / f"{name}.har").read_bytes()),
                               ("--facts", "facts.yaml", (captures / f"{name}.facts.yaml").read_bytes())])
    found["configuration"].append([("", "run.har", clean), ("--config", "beaconproof.yaml", CONFIGURATION.encode())])
    found["rules"].append([("", "run.har", clean), ("--rules", "rules/vast.acme-tracker-host.yaml",
                                                    (ROOT / "Examples/rules/vast.acme-tracker-host.yaml").read_bytes())])
    found["bundle"].append([("", "run.har", clean), ("--bundle", "app.ipa", archive({"Payload/A.app/Info.plist": PLIST}))])
    with tempfile.TemporaryDirectory() as folder:
        looping = captures / "looping-player.har"
        subprocess.run([tool, "certify", "--no-config", "--quiet", "--db", f"{folder}/run.db", looping], check=False)
        found["database"].append([("--database", "run.db", pathlib.Path(folder, "run.db").read_bytes())])
        written = subprocess.run([tool, "waivers", "write", f"{folder}/run.db"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        for key, value in ((b"reason", b"known"), (b"owner", b"ads"), (b"expires", b"2027-01-31")):
            written = written.replace(key + b': ""', key + b': "' + value + b'"')
        found["waivers"].append([("", "run.har", looping.read_bytes()), ("--waivers", "waivers.yaml", written)])
    return dict(sorted(found.items()))


# Mutations: bytes → bytes.

EXTREMES = [0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 2**63 - 1, 2**63, 2**64 - 1]
NUMBERS = [b"0", b"-1", b"1e999", b"-0.0", b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808", b"1" * 400, b"NaN", b"\"7\""]
WORDS = [b"{", b"}", b"[", b"]", b'"', b"\\u0000", b"\\ud800", b"null", b"<", b"</", b"<![CDATA[", b"]]>", b"&#0;", b"\r\n", b"\n", b"\0", b"\xff\xfe",
         b"\xef\xbb\xbf", b"%00", b"%", b"#EXT-X-DATERANGE:", b"#EXTM3U", b"HTTP/1.1 200 OK\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"&a ", b"*a",
         b"!!python/object:os.system", b"<<: *x", b"'; DROP TABLE run; --", b"../../../etc/passwd", b"Transfer-Encoding: chunked\r\n",
         b"Content-Length: 99999999999999999999\r\n", b"--- ", b"- ", b": ", "\u202e".encode(), b"\x1b[2J"]


def place(rng, data, most=4_096):
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.randint(1, rng.choice([4, 64, most])))


def flip(rng, data, _):
    out = bytearray(data)
    for _ in range(rng.choice([1, 2, 8, 64, len(out) // 50 + 1]) if out else 0):
        out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
    return bytes(out)


def cut(rng, data, _):
    return data[:rng.randrange(len(data) + 1)]


def cut_front(rng, data, _):
    return data[rng.randrange(len(data) + 1):]


def remove(rng, data, _):
    start, end = place(rng, data)
    return data[:start] + data[end:]


def repeat(rng, data, _):
    start, end = place(rng, data)
    return data[:end] + data[start:end] * min(rng.choice([1, 2, 10, 1_000]), 2_000_000 // max(1, end - start)) + data[end:]


def shuffle(rng, data, _):
    size = max(1, len(data) // rng.choice([3, 10, 50]))
    blocks = [data[at:at + size] for at in range(0, len(data), size)]
    rng.shuffle(blocks)
    return b"".join(blocks)


def shuffle_lines(rng, data, _):
    lines = data.split(b"\n")
    for _ in range(rng.choice([1, 5, len(lines)])):
        one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def insert(rng, data, _):
    start = rng.randrange(len(data) + 1)
    return data[:start] + rng.randbytes(rng.choice([1, 8, 256, 65_536])) + data[start:]


def insert_word(rng, data, _):
    for _ in range(rng.choice([1, 1, 4, 20])):
        start = rng.randrange(len(data) + 1)
        data = data[:start] + rng.choice(WORDS) * rng.choice([1, 1, 1, 2, 5_000]) + data[start:]
    return data


def splice(rng, data, other):
    start, end = place(rng, data)
    first, last = place(rng, other, 65_536)
    return data[:start] + other[first:last] + data[end:]


def lengths(rng, data, _):
    out = bytearray(data)
    for _ in range(rng.choice([1, 2, 10])):
        size = rng.choice([1, 2, 4, 8])
        if len(out) < size:
            break
        # Lengths stand near the front and at even places more often than elsewhere.
        start = rng.randrange(min(len(out) - size + 1, rng.choice([64, 1_024, len(out)]))) & rng.choice([~0, ~1, ~3])
        out[start:start + size] = (rng.choice(EXTREMES) & (1 << 8 * size) - 1).to_bytes(size, rng.choice(["little", "big"]))
    return bytes(out)


def numbers(rng, data, _):
    digits = [at for at in range(len(data)) if 48 <= data[at] <= 57 and not (at and 48 <= data[at - 1] <= 57)] if len(data) < 3_000_000 else []
    for start in sorted(rng.sample(digits, min(len(digits), rng.choice([1, 3, 20]))), reverse=True):
        end = start
        while end < len(data) and 48 <= data[end] <= 57:
            end += 1
        data = data[:start] + rng.choice(NUMBERS) + data[end:]
    return data


def fill(rng, data, _):
    start, end = place(rng, data, 65_536)
    return data[:start] + bytes([rng.choice([0, 255, 32, rng.randrange(256)])]) * (end - start) + data[end:]


def wrap(rng, data, _):
    return rng.choice([gzip.compress(data, mtime=0), zlib.compress(data), archive({"run.har": data}), data.decode("latin-1").encode("utf-16")])


MUTATIONS = [flip, flip, cut, cut_front, remove, repeat, shuffle, shuffle_lines, insert, insert_word, insert_word, splice, splice, lengths, lengths,
             numbers, numbers, fill, wrap]


def case(pool, only, seed, number):
    """The format, what was done, and the files of one case."""
    rng = random.Random(f"{seed}-{number}")
    formats = [only] if only else list(pool)
    name = formats[number % len(formats)]
    files = list(rng.choice(pool[name]))
    others = pool[rng.choice(list(pool))]
    done = []
    # What the format is named for is the last file.
    target = len(files) - 1 if rng.random() < 0.7 else rng.randrange(len(files))
    if rng.random() < 0.06:
        # Crossed: the contents of another case's file in this one's place.
        files[target] = (*files[target][:2], rng.choice(rng.choice(others))[2])
        done.append("crossed")
    for _ in range(rng.choice([1, 1, 2, 4])):
        mutation = rng.choice(MUTATIONS)
        option, path, data = files[target]
        files[target] = (option, path, mutation(rng, data, rng.choice(rng.choice(others))[2])[:4_000_000])
        done.append(mutation.__name__)
        target = rng.randrange(len(files)) if rng.random() < 0.2 else target
    return name, " ".join(done), files


def contents(folder):
    return {str(path.relative_to(folder)): path.stat().st_size for path in folder.rglob("*") if path.is_file()}


class Limits:
    def __call__(self):
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 5))
        resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 30, 2 << 30))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(tool, files, number, work):
    """Certifies one case. Returns the exit code, seconds, megabytes, and the faults."""
    shutil.rmtree(work, ignore_errors=True)
    for name in ("in", "out", "tmp"):
        (work / name).mkdir(parents=True)
    command = [tool, "certify"]
    configured = any(option == "--config" for option, _, _ in files)
    command += [] if configured else ["--no-config"]
    for option, name, data in files:
        path = work / "in" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        # A folder of rules is named by its folder.
        command += ([option] if option else []) + [str(path.parent if option == "--rules" else path)]
    if number % 4 == 0:
        command += ["--output", f"json={work}/out/run.json", "--output", f"html={work}/out/run.html", "--db", f"{work}/out/run.db"]
    before = contents(work / "in")
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=work / "out", env={"TMPDIR": str(work / "tmp"), "PATH": os.environ["PATH"]}, stdin=subprocess.DEVNULL,
                               stdout=open(work / "stdout", "wb"), stderr=open(work / "stderr", "wb"), preexec_fn=Limits())
    # Processor time is limited; this is for one that waits for ever.
    while True:
        ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        if time.monotonic() - began > 20 * SECONDS:
            os.kill(process.pid, 9)
        time.sleep(0.005)
    code = process.returncode = os.waitstatus_to_exitcode(status)
    said = (work / "stderr").read_bytes()
    megabytes, seconds = usage.ru_maxrss / 1_024, usage.ru_utime + usage.ru_stime
    faults = []
    if code not in (0, 1, 2, 3):
        faults.append(f"exit code {code}: {said[-300:].decode(errors='replace')}")
    if code == 2 and (said.count(b"\n") != 1 or not said.endswith(b"\n")):
        faults.append(f"{said.count(bytes([10]))} lines on standard error: {said[:300].decode(errors='replace')}")
    if code == 2 and contents(work / "out"):
        faults.append(f"an output of a refused run: {contents(work / 'out')}")
    if megabytes > MEGABYTES:
        faults.append(f"{megabytes:.0f} MB")
    if contents(work / "in") != before or any((work / "in" / name).read_bytes() != data for _, name, data in files):
        faults.append("an input has changed")
    strange = set(contents(work)) - {"stdout", "stderr"} - {f"in/{name}" for name in before} - {f"out/run.{kind}" for kind in ("json", "html", "db")}
    if strange:
        faults.append(f"files left: {sorted(strange)}")
    return code, seconds, megabytes, faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool", type=os.path.realpath)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first case")
    parser.add_argument("--only", help="cases of this format alone; a case keeps its number with the same --only")
    parser.add_argument("--more", action="append", default=[], help="a folder of captures to take as samples too")
    parser.add_argument("--keep", type=pathlib.Path, help="where the inputs of cases that fail are kept")
    arguments = parser.parse_args()
    pool = samples(arguments.tool, arguments.more)
    codes, longest, most, faulty = collections.defaultdict(collections.Counter), collections.Counter(), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder) / "case"
        for number in range(arguments.first, arguments.first + arguments.count):
            name, done, files = case(pool, arguments.only, arguments.seed, number)
            code, seconds, megabytes, faults = run(arguments.tool, files, number, work)
            codes[name][code] += 1
            longest[name], most[name] = max(longest[name], seconds), max(most[name], megabytes)
            for fault in faults:
                faulty += 1
                print(f"FAULT {number} {name} ({done}): {fault}", flush=True)
            if faults and arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                shutil.copytree(work / "in", arguments.keep / str(number), dirs_exist_ok=True)
            if number % 1_000 == 999:
                print(f"# {number + 1 - arguments.first} cases, {faulty} faults", file=sys.stderr, flush=True)
    print("| format | samples | cases | 0 | 1 | 2 | 3 | longest, s | most, MB |\n|---|---|---|---|---|---|---|---|---|")
    for name in codes:
        figures = " | ".join(f"{codes[name][code]:,}" for code in range(4))
        print(f"| {name} | {len(pool[name])} | {codes[name].total():,} | {figures} | {longest[name]:.2f} | {most[name]:.0f} |")
    total = sum(codes.values(), collections.Counter())
    print(f"| all | {sum(map(len, pool.values()))} | {total.total():,} | {' | '.join(f'{total[code]:,}' for code in range(4))} | "
          f"{max(longest.values()):.2f} | {max(most.values()):.0f} |")
    sys.exit(1 if faulty else 0)


if __name__ == "__main__":
    main()
