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
FIELDS = ["path", "outcome", "message", "sha256", "exitCode", "errors", "warnings", "undecided", "beacons", "adPlays"]


def job(paths, output, binary):
    command = [sys.executable, os.path.join(here, "batch_captures.py"), paths, output, "--binary", binary, "--batch", "2"]
    environment = {
        **os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": "--master local[2] pyspark-shell",
        "SPARK_LOCAL_IP": "127.0.0.1",
    }
    subprocess.run([*command, "--", "--no-config"], check=True, env=environment, stderr=subprocess.DEVNULL)
    import pyarrow.parquet

    rows = pyarrow.parquet.read_table(output).to_pylist()
    return sorted((tuple(row[name] for name in FIELDS) for row in rows), key=lambda row: row[0])


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
        broken = os.path.join(work, "broken.har")
        with open(broken, "w", encoding="utf-8") as file:
            file.write("no capture")
        listed = "".join(f"{os.path.join(captures, name)}\n" for name in names) + broken + "\n"
        paths = os.path.join(work, "paths.txt")
        with open(paths, "w", encoding="utf-8") as file:
            file.write(listed)

        batch = subprocess.run(
            [binary, "batch", "--paths-from", "-", "--format", "json", "--no-config"], input=listed, capture_output=True,
            text=True)
        assert batch.returncode == 1, batch.stderr
        rows = json.loads(batch.stdout.splitlines()[-1])["captures"]
        expected = sorted((tuple(row[name] for name in FIELDS) for row in rows), key=lambda row: row[0])
        found = job(paths, os.path.join(work, "rows"), binary)
        assert found == expected, f"{found}\nis not\n{expected}"

        # A program that crashes must not look like captures without findings.
        crash = os.path.join(work, "crash")
        with open(crash, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\nkill -9 $$\n")
        os.chmod(crash, os.stat(crash).st_mode | stat.S_IXUSR)
        crashed = job(paths, os.path.join(work, "crashed"), crash)
        assert [row[0] for row in crashed] == [row[0] for row in expected]
        assert all(row[1] == "error" and row[4] == 2 and "-9" in row[2] for row in crashed), crashed
    print(f"{len(expected)} captures as batch has them; a crash is an error row")


main()
