#!/usr/bin/env python3
"""How processor time grows with hostile input: a table of sizes, seconds and exponents.

Usage: growth.py BEACONPROOF [--only WORD] [--least SECONDS] [--list]

Each shape is made at n, 2n, 4n, … until certifying it takes --least seconds more than the smallest capture of its kind, and then at
twice and four times that: fixed costs, and caches that a larger capture does not fit into, are behind it by then. The exponent is the
slope of log(seconds) over log(bytes) through these three sizes, after the time of the smallest is taken off. Times are user and system
time of the process, the least of several runs. A shape that stays below --least at 25 MB (one that is capped, or bytes that are only
stepped over) has no exponent. "no verdict" is a fault whatever it took.
"""

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile

import hostile_packets
import hostile_traffic

SHAPES = hostile_traffic.SHAPES | hostile_packets.SHAPES
MOST_BYTES = 25_000_000
MOST_SECONDS = 120


def certify(tool, inputs):
    """Processor seconds, and whether there was a verdict."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    process = subprocess.Popen([tool, "certify", *inputs], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=bound)
    message = process.stderr.read().decode(errors="replace").strip()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # 0: pass, 1: fail, 3: inconclusive.
    flaw = None if process.returncode in (0, 1, 3) else f"no verdict ({process.returncode}): {message[-120:]}"
    return usage.ru_utime + usage.ru_stime, flaw


def slope(points):
    """Least squares of log(y) over log(x)."""
    logs = [(math.log(x), math.log(y)) for x, y in points]
    x_mean, y_mean = (sum(values) / len(logs) for values in zip(*logs))
    spread = sum((x - x_mean) ** 2 for x, _ in logs)
    return sum((x - x_mean) * (y - y_mean) for x, y in logs) / spread


def measured(tool, name, least, runs):
    size, make = SHAPES[name]
    with tempfile.TemporaryDirectory() as folder:
        def run(n, times=1):
            inputs = make(n, folder)
            found = [certify(tool, inputs) for _ in range(times)]
            return sum(map(os.path.getsize, inputs)), min(seconds for seconds, _ in found), next((flaw for _, flaw in found if flaw), None)
        smallest, base, flaw = run(8, 3)
        points, n = [], size
        while not flaw:
            count, seconds, flaw = run(n)
            points.append((n, count, seconds))
            if seconds - base > least or count > MOST_BYTES:
                break
            n *= 4 if seconds - base < least / 5 else 2
        for factor in (1, 2, 4) if points[-1][2] - base > least and not flaw else ():
            count, seconds, flaw = run(n * factor, runs)
            points.append((n * factor, count, seconds))
            if flaw:
                break
    rest = points[-3:]
    exponent = "–"
    if not flaw and rest[-1][2] - base > least:
        exponent = f"{slope([(count - smallest, seconds - base) for _, count, seconds in rest]):.2f}"
    times = " · ".join(f"{seconds:.2f}" for _, _, seconds in rest)
    return f"| {name} | {points[-1][0]:,} | {points[-1][1] / 1e6:.2f} | {times} | {flaw or exponent} |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--only", default="", help="shapes whose name has this word; several with semicolons")
    parser.add_argument("--least", type=float, default=0.5, help="seconds")
    parser.add_argument("--runs", type=int, default=2, help="of each of the three sizes, of which the shortest counts")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    words = arguments.only.split(";")
    names = [name for name in SHAPES if any(word in name for word in words)]
    if arguments.list:
        sys.exit("\n".join(names))
    print("| shape | largest n | MB | seconds at a quarter, half and all of it | exponent |\n|---|---|---|---|---|", flush=True)
    for name in names:
        print(measured(arguments.tool, name, arguments.least, arguments.runs), flush=True)


if __name__ == "__main__":
    main()
