#!/usr/bin/env python3
"""Asks the questions of docs/duckdb.md of the sample captures and compares the answers.

usage: check-duckdb.py BEACONPROOF [--write]. With --write the answers are put into the page. Skips without DuckDB."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "duckdb.md"
QUESTION = re.compile(r"```sql\n(?P<sql>.*?)```\n(?:\n```text\n(?P<answer>.*?)```\n)?", re.DOTALL)


def lake(binary, folder):
    """What the page's first commands make of the samples."""
    commands = PAGE.read_text().split("```sh\n")[1].split("```")[0]
    script = commands.replace("beaconproof ", f"'{binary}' ").replace("batch captures", f"batch '{ROOT}/Examples/captures'").split("duckdb ")[0]
    done = subprocess.run(["sh", "-c", script + "\nexit 0"], cwd=folder, capture_output=True, text=True)
    if not (folder / "lake" / "runs").is_dir():
        sys.exit(f"check-duckdb: no lake was made: {done.stderr}")


def table(relation):
    """Columns as wide as they must be, like the answers of `beaconproof query`."""
    rows = [relation.columns, *([("" if value is None else str(value)) for value in row] for row in relation.fetchall())]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    rows.insert(1, ["-" * width for width in widths])
    return "".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n" for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    try:
        import duckdb
    except ImportError as missing:
        return print(f"skipped: {missing}")
    page = PAGE.read_text()
    with tempfile.TemporaryDirectory() as folder:
        lake(arguments.binary.resolve(), pathlib.Path(folder))
        connection = duckdb.connect()
        connection.execute("SET TimeZone = 'UTC'")
        differing = []

        def answered(question):
            answer = table(connection.sql(question["sql"].replace("'lake/", f"'{folder}/lake/")))
            if answer != question["answer"]:
                differing.append(f"{question['sql']}answers\n{answer}and the page says\n{question['answer']}")
            return f"```sql\n{question['sql']}```\n\n```text\n{answer}```\n"

        new = QUESTION.sub(answered, page)
    if arguments.write:
        PAGE.write_text(new)
    elif differing:
        sys.exit("docs/duckdb.md is not what DuckDB says (--write renews it):\n" + "\n".join(differing))
    print(f"{len(QUESTION.findall(page))} questions, " + ("written" if arguments.write else "answered as the page says"))


if __name__ == "__main__":
    main()
