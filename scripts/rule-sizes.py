#!/usr/bin/env python3
"""Prints how much SQL the rules and the relation library are.

Counted are lines that are neither empty nor comments, in `compares:`, `applies:`, `breaches:` and `let:` of rules, and behind the columns
of relations. String surgery is a SELECT that takes a body, a header or a path to pieces; that belongs into Sources/Interpret."""
import argparse
import pathlib
import re
import statistics

SURGERY = re.compile(r"\b(instr|replace|substr|rtrim|ltrim)\s*\(|\bLIKE\b|\bGLOB\b", re.IGNORECASE)
BYTES = re.compile(r"\b(request_body|response_body|request_headers|response_headers|target)\b")
LONGEST_RULE, LONGEST_RELATION = 60, 80


def lines_of(sql):
    return [line for line in sql.splitlines() if line.strip() and not line.strip().startswith("--")]


def sql_of_rule(text):
    """The block scalars and quoted values of the three keys that hold SQL."""
    parts, inside = [], False
    for line in text.splitlines():
        if re.match(r"^[a-z]+:", line):
            key, _, value = line.partition(":")
            inside = key in ("compares", "applies", "breaches", "let")
            if inside and value.strip() not in ("|", ">", "|-"):
                parts.append(value.strip())
        elif inside:
            parts.append(line)
    return "\n".join(parts)


def sql_of_relation(text):
    _, found, sql = text.partition(") AS\n")
    return sql if found else re.sub(r"(?s)^.*?^INSERT INTO \w+$", "", text, flags=re.MULTILINE) if "INSERT INTO" in text else ""


def report(kind, sizes, most):
    counts = sorted(sizes.values()) or [0]
    print(f"{kind}: {len(sizes)} with SQL of their own, {sum(counts)} lines, median {statistics.median(counts):g}")
    for name, count in sorted(sizes.items(), key=lambda item: -item[1]):
        if count > most:
            print(f"  over {most}: {name} {count}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "rules", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent / "Rules",
        help="the folder with the rules (default: that of this repository)")
    root = parser.parse_args().rules
    if not root.is_dir():
        parser.error(f"{root} is not a folder")
    rules, relations, surgery = {}, {}, []
    for path in sorted(root.rglob("*.yaml")):
        text = path.read_text()
        if "library" in path.relative_to(root).parts or not re.search(r"^id: ", text, re.MULTILINE):
            continue
        sql = sql_of_rule(text)
        if lines_of(sql):
            rules[path.stem] = len(lines_of(sql))
        if any(SURGERY.search(line) and BYTES.search(line) for line in lines_of(sql)):
            surgery.append(path.stem)
    for path in sorted((root / "library").rglob("*.sql")):
        sql = sql_of_relation(path.read_text())
        if lines_of(sql):
            relations[f"{path.parent.name}/{path.stem}"] = len(lines_of(sql))
        if any(SURGERY.search(line) and BYTES.search(line) for line in lines_of(sql)):
            surgery.append(f"{path.parent.name}/{path.stem}")
    report("rules", rules, LONGEST_RULE)
    report("relations", relations, LONGEST_RELATION)
    print(f"together: {sum(rules.values()) + sum(relations.values())} lines")
    print(f"string surgery on bodies, headers or paths: {len(surgery)}" + (": " + ", ".join(surgery) if surgery else ""))


main()
