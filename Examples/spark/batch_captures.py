"""Judges a list of captures with Spark: verdicts, findings and their evidence as Parquet.

usage: batch_captures.py PATHS OUTPUT [--binary beaconproof] [--batch 50] [--records findings,evidence] [-- BATCH OPTIONS]

PATHS is a text file with one capture per line: a path that every worker can read, or an address that fsspec knows
(s3://, gs://, abfs://, hdfs://, file://). What lies at an address is fetched to the worker's disk with the key log and
the facts beside it, judged there and removed. OUTPUT/captures has a row per capture, OUTPUT/findings and OUTPUT/evidence
what `beaconproof export` has of these records.

Spark's own RDD.pipe ignores exit codes unless told otherwise, so the code is checked here: 0 to 3 are results, anything
else is a crash. The captures of a batch that crashed are judged once more, each by itself; what crashes then is an error
row. What could not be fetched is tried three times, and is an error row too.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

from pyspark import StorageLevel
from pyspark.sql import SparkSession
from pyspark.sql.types import BooleanType, IntegerType, LongType, StringType, StructField, StructType

CAPTURES = StructType(
    [StructField(name, StringType()) for name in ("path", "outcome", "headline", "message", "sha256")]
    + [StructField("certified", BooleanType())]
    + [
        StructField(name, IntegerType())
        for name in ("exitCode", "errors", "warnings", "undecided", "exchanges", "beacons", "adPlays")
    ]
    + [StructField("rulesVersion", StringType())]
)
TYPES = {"string": StringType(), "integer": LongType(), "boolean": BooleanType()}
ATTEMPTS = 3
# Key logs and facts of a whole folder, without their endings: docs/scale.md, "On one machine".
OF_FOLDER = {"sslkeys", "sslkeylog", "keylog", "facts"}


def fields(binary, kind):
    """The columns of a record, as the program itself describes them."""
    schema = json.loads(subprocess.run([binary, "export", "schema"], capture_output=True, check=True).stdout)
    columns = schema["$defs"][kind]["properties"]
    types = {name: column.get("type", "string") for name, column in columns.items() if name != "schema"}
    return StructType(
        [StructField(name, TYPES[kind if isinstance(kind, str) else kind[0]]) for name, kind in types.items()])


class Batch:
    """One list of captures on one worker: fetched, judged, exported."""

    def __init__(self, captures, folder, binary, records, options):
        self.captures, self.folder, self.binary, self.records, self.options = captures, folder, binary, records, options
        self.listings = {}

    def rows(self):
        """Pairs of a kind of record and a row as JSON."""
        local, failed = {}, {}
        for number, capture in enumerate(self.captures):
            try:
                local[self.fetched(capture, number)] = capture
            except Exception as error:  # noqa: BLE001: each file system has errors of its own
                failed[capture] = f"could not be fetched: {error}"
        yield from self.judged(local)
        for capture, message in failed.items():
            yield "captures", json.dumps(error_row(capture, message))

    def fetched(self, capture, number):
        """A path on this machine."""
        if "://" not in capture:
            return capture
        import fsspec

        folder = os.path.join(self.folder, str(number))
        os.makedirs(folder)
        system, path = fsspec.core.url_to_fs(capture)
        above, name = os.path.split(path)
        stem = name.removesuffix(".gz").rsplit(".", 1)[0]
        if above not in self.listings:
            self.listings[above] = [os.path.basename(file) for file in self.retried(system.ls, above, detail=False)]
        beside = [
            file for file in self.listings[above] if file != name and (
                file.startswith(f"{stem}.") and ("key" in file[len(stem):] or "facts" in file[len(stem):])
                or file.split(".")[0] in OF_FOLDER)
        ]
        for file in [name, *beside]:
            self.retried(system.get_file, f"{above}/{file}", os.path.join(folder, file))
        return os.path.join(folder, name)

    @staticmethod
    def retried(call, *arguments, **named):
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return call(*arguments, **named)
            except FileNotFoundError:
                raise
            except OSError:
                if attempt == ATTEMPTS:
                    raise
                time.sleep(2**attempt)

    def judged(self, local):
        if not local:
            return
        with tempfile.TemporaryDirectory(dir=self.folder) as work:
            database = os.path.join(work, "all.sqlite")
            command = [
                self.binary, "batch", "--paths-from", "-", "--jobs", "1", "--db", database, "--format", "json",
                *self.options,
            ]
            listed = "".join(f"{path}\n" for path in local)
            done = subprocess.run(command, input=listed, capture_output=True, text=True)
            if done.returncode not in (0, 1, 2, 3) or not done.stdout:
                if len(local) == 1:
                    message = f"beaconproof ended with {done.returncode}: {done.stderr.strip()[-300:]}"
                    yield "captures", json.dumps(error_row(*local.values(), message))
                else:
                    for path, capture in local.items():
                        yield from self.judged({path: capture})
                return
            summary = json.loads(done.stdout.splitlines()[-1])
            for row in summary["captures"]:
                named = {**row, "path": local.get(row["path"], row["path"])}
                yield "captures", json.dumps({**named, "rulesVersion": summary["tool"]["rulesVersion"]})
            if os.path.exists(database):
                for kind in self.records:
                    yield from self.exported(kind, database, local)

    def exported(self, kind, database, local):
        command = [self.binary, "export", "ndjson", database, "--records", kind]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            row = json.loads(line)
            del row["schema"]
            yield kind, json.dumps({**row, "capture": local.get(row["capture"], row["capture"])})


def error_row(capture, message):
    return {"path": capture, "outcome": "error", "message": message, "exitCode": 2}


def batches(captures, size):
    batch = []
    for capture in captures:
        batch.append(capture)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths")
    parser.add_argument("output")
    parser.add_argument("--binary", default="beaconproof")
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--partitions", type=int, default=None)
    parser.add_argument("--records", default="findings,evidence", help="what `beaconproof export --records` knows")
    arguments, options = parser.parse_known_args()
    options = [option for option in options if option != "--"]
    binary, size = arguments.binary, arguments.batch
    records = [kind for kind in arguments.records.split(",") if kind]

    spark = SparkSession.builder.appName("beaconproof").getOrCreate()
    with open(arguments.paths, encoding="utf-8") as file:
        captures = [line.rstrip("\n") for line in file if line.strip()]
    partitions = arguments.partitions or max(1, min(len(captures), spark.sparkContext.defaultParallelism * 4))

    def judge(part):
        for batch in batches(part, size):
            with tempfile.TemporaryDirectory() as folder:
                yield from Batch(batch, folder, binary, records, options).rows()

    # Judged once, whatever the number of tables that are made of it.
    rows = spark.sparkContext.parallelize(captures, partitions).mapPartitions(judge).persist(StorageLevel.DISK_ONLY)
    for kind in ["captures", *records]:
        schema = CAPTURES if kind == "captures" else fields(binary, kind)
        lines = rows.filter(lambda row, kind=kind: row[0] == kind).map(lambda row: row[1])
        spark.read.schema(schema).json(lines).write.mode("overwrite").parquet(os.path.join(arguments.output, kind))
    spark.stop()


if __name__ == "__main__":
    sys.exit(main())
