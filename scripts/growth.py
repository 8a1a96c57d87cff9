#!/usr/bin/env python3
"""How processor time grows with hostile input: a table of sizes, seconds and exponents.

Usage: growth.py BEACONPROOF [--only WORD] [--most SECONDS] [--list]

Each shape is made at n, 2n, 4n and 8n and certified. Times are user and system time of the process. The exponent is the slope of
log(seconds) over log(bytes), after the time that the shape takes at its smallest is taken off; it is left out where the largest size
takes less than 0.3 s. Doubling stops behind a run that took longer than --most. "no verdict" is a fault whatever it took.
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


def certify(tool, inputs, most):
    """Processor seconds, and whether there was a verdict."""
    def bound():
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))
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


def measured(tool, name, most):
    size, make = SHAPES[name]
    with tempfile.TemporaryDirectory() as folder:
        def run(n, bound):
            inputs = make(n, folder)
            return (sum(map(os.path.getsize, inputs)), *certify(tool, inputs, bound))
        smallest, base, _ = run(8, 60)
        points, flaw = [], None
        for factor in (1, 2, 4, 8):
            count, seconds, flaw = run(size * factor, 60)
            points.append((count, seconds))
            if flaw or seconds > most:
                break
    rest = [(count - smallest, seconds - base) for count, seconds in points if seconds - base > 0.03]
    exponent = f"{slope(rest[-3:]):.2f}" if len(rest) > 1 and rest[-1][1] > 0.3 else "–"
    largest = f"{size * 2 ** (len(points) - 1):,}"
    times = " · ".join(f"{seconds:.2f}" for _, seconds in points)
    return f"| {name} | {largest} | {points[-1][0] / 1e6:.2f} | {times} | {flaw or exponent} |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--only", default="", help="shapes whose name has this word; several with commas")
    parser.add_argument("--most", type=float, default=6, help="seconds")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    words = arguments.only.split(",")
    names = [name for name in SHAPES if any(word in name for word in words)]
    if arguments.list:
        sys.exit("\n".join(names))
    print("| shape | largest n | MB | seconds at n, 2n, 4n, 8n | exponent |\n|---|---|---|---|---|", flush=True)
    for name in names:
        print(measured(arguments.tool, name, arguments.most), flush=True)


if __name__ == "__main__":
    main()
