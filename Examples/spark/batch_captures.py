"""Judges a table of capture paths with Spark: one beaconproof process per batch of paths, one Parquet row per capture.

usage: batch_captures.py PATHS OUTPUT [--binary beaconproof] [--batch 50] [-- BATCH OPTIONS]

PATHS is a text file with one capture path per line; every worker must be able to read the captures (a shared file
system, or files that were fetched before). Spark's own RDD.pipe ignores exit codes unless told otherwise, so the code is
checked here: 0 to 3 are results, anything else is a crash, and every capture of that batch becomes an error row.
"""

import argparse
import json
import subprocess

from pyspark.sql import SparkSession
from pyspark.sql.types import IntegerType, StringType, StructField, StructType

SCHEMA = StructType(
    [StructField(name, StringType()) for name in ("path", "outcome", "message", "sha256")]
    + [StructField(name, IntegerType()) for name in ("exitCode", "errors", "warnings", "undecided", "beacons", "adPlays")]
    + [StructField("rulesVersion", StringType())]
)


def judge(paths, binary, options):
    """The summary rows of one batch."""
    command = [binary, "batch", "--paths-from", "-", "--jobs", "1", "--format", "json", *options]
    done = subprocess.run(command, input="".join(f"{path}\n" for path in paths), capture_output=True, text=True)
    if done.returncode not in (0, 1, 2, 3) or not done.stdout:
        message = f"beaconproof ended with {done.returncode}: {done.stderr.strip()[-300:]}"
        for path in paths:
            yield {"path": path, "outcome": "error", "message": message, "exitCode": 2}
        return
    summary = json.loads(done.stdout.splitlines()[-1])
    for row in summary["captures"]:
        yield {**row, "rulesVersion": summary["tool"]["rulesVersion"]}


def batches(paths, size):
    batch = []
    for path in paths:
        batch.append(path)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("paths")
    parser.add_argument("output")
    parser.add_argument("--binary", default="beaconproof")
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--partitions", type=int, default=None)
    arguments, options = parser.parse_known_args()
    options = [option for option in options if option != "--"]
    binary, size = arguments.binary, arguments.batch

    spark = SparkSession.builder.appName("beaconproof").getOrCreate()
    with open(arguments.paths, encoding="utf-8") as file:
        paths = [line.rstrip("\n") for line in file if line.strip()]
    partitions = arguments.partitions or max(1, min(len(paths), spark.sparkContext.defaultParallelism * 4))
    rows = spark.sparkContext.parallelize(paths, partitions).mapPartitions(
        lambda part: (
            tuple(row.get(field.name) for field in SCHEMA)
            for batch in batches(part, size)
            for row in judge(batch, binary, options)
        )
    )
    spark.createDataFrame(rows, SCHEMA).write.mode("overwrite").parquet(arguments.output)
    spark.stop()


if __name__ == "__main__":
    main()
