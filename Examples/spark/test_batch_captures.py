"""Runs the job on the sample captures with Spark on this machine and compares its rows with those of `batch`.

usage: test_batch_captures.py BEACONPROOF. Skips without PySpark or Java.
"""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
captures = os.path.join(os.path.dirname(here), "captures")
FIELDS = [
    "path", "outcome", "headline", "message", "sha256", "certified", "exitCode", "errors", "warnings", "undecided", "exchanges",
    "beacons", "adPlays",
]


def table(output, kind):
    import pyarrow.parquet

    return pyarrow.parquet.read_table(os.path.join(output, kind)).to_pylist()


def captures_of(output):
    return sorted((tuple(row[name] for name in FIELDS) for row in table(output, "captures")), key=lambda row: row[0])


def job(paths, output, binary, *options):
    command = [sys.executable, os.path.join(here, "batch_captures.py"), paths, output, "--binary", binary, "--batch", "2"]
    environment = {
        **os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": "--master local[2] pyspark-shell",
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    subprocess.run([*command, "--", "--no-config", *options], check=True, env=environment, stderr=subprocess.DEVNULL)
    return captures_of(output)


def write(path, text, executable=False):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if executable:
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def judged(binary, listed, database):
    """What `batch` and `export` say of the same captures."""
    command = [binary, "batch", "--paths-from", "-", "--db", database, "--format", "json", "--no-config"]
    done = subprocess.run(command, input=listed, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    rows = json.loads(done.stdout.splitlines()[-1])["captures"]
    records = {}
    for kind in ("findings", "evidence"):
        lines = subprocess.run(
            [binary, "export", "ndjson", database, "--records", kind], capture_output=True, check=True, text=True).stdout
        records[kind] = [json.loads(line) for line in lines.splitlines()]
    return sorted((tuple(row[name] for name in FIELDS) for row in rows), key=lambda row: row[0]), records


def main():
    binary = os.path.abspath(sys.argv[1])
    try:
        import pyarrow  # noqa: F401
        import pyspark  # noqa: F401
    except ImportError as missing:
        return print(f"skipped: {missing}")
    if not shutil.which("java"):
        return print("skipped: no Java")
    with tempfile.TemporaryDirectory() as work:
        names = sorted(name for name in os.listdir(captures) if name.endswith((".har", ".pcapng")))
        broken = write(os.path.join(work, "broken.har"), "no capture")
        local = [os.path.join(captures, name) for name in names] + [broken]
        listed = "".join(f"{path}\n" for path in local)
        expected, records = judged(binary, listed, os.path.join(work, "all.sqlite"))

        output = os.path.join(work, "rows")
        found = job(write(os.path.join(work, "paths.txt"), listed), output, binary)
        assert found == expected, f"{found}\nis not\n{expected}"
        for kind, rows in records.items():
            keys = ("capture", "finding") + (("ordinal", "role", "url") if kind == "evidence" else ("rule", "observed"))
            has = sorted(tuple(row[key] for key in keys) for row in table(output, kind))
            assert rows and has == sorted(tuple(row[key] for key in keys) for row in rows), f"{kind}: {has}"

        # A program that crashes at one capture costs that capture, and never looks like one without findings.
        crash = write(
            os.path.join(work, "crash"),
            f'#!/bin/sh\n[ "$1" = batch ] || exec {binary} "$@"\npaths=$(cat)\n'
            f'case "$paths" in *missing-quartile*) kill -9 $$ ;; esac\necho "$paths" | {binary} "$@"\n', executable=True)
        crashed = job(os.path.join(work, "paths.txt"), os.path.join(work, "crashed"), crash)
        assert [row[0] for row in crashed] == [row[0] for row in expected]
        lost = [row for row in crashed if "missing-quartile" in row[0]]
        assert [row[1] for row in lost] == ["error"] and "-9" in lost[0][3], lost
        assert [row for row in crashed if row not in lost] == [row for row in expected if row[0] != lost[0][0]], crashed

        # Captures of an object store come with their keys; one that is not there is an error row.
        try:
            import fsspec  # noqa: F401
        except ImportError as missing:
            return print(f"{len(expected)} captures as batch has them; addresses skipped: {missing}")
        addresses = [f"file://{path}" for path in local] + [f"file://{work}/nowhere.har"]
        fetched = job(
            write(os.path.join(work, "addresses.txt"), "".join(f"{address}\n" for address in addresses)),
            os.path.join(work, "fetched"), binary)
        assert [row[1] for row in fetched if "nowhere" in row[0]] == ["error"], fetched
        same = [(row[0].removeprefix("file://"), *row[1:3], *row[4:]) for row in fetched if "nowhere" not in row[0]]
        assert same == [(*row[:3], *row[4:]) for row in expected], f"{same}\nis not\n{expected}"
    print(f"{len(expected)} captures with findings and evidence as batch has them, from paths and addresses; a crash is an error row")


main()
