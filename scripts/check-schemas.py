#!/usr/bin/env python3
"""Holds every shipped file that people write against its JSON Schema, as an editor does.

Usage: check-schemas.py BEACONPROOF; needs PyYAML and jsonschema.
"""

import json
import pathlib
import subprocess
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """Days stay text."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def kind(path, document):
    for name in ("family", "pack"):
        if name in document:
            return name
    if path.parent.name == "profiles":
        return "profile"
    return "facts" if path.name.endswith(".facts.yaml") else "rule"


def main():
    tool = sys.argv[1]
    root = pathlib.Path(__file__).parent.parent
    schemas = {
        name: jsonschema.Draft202012Validator(json.loads(subprocess.check_output([tool, "schema", "--json", name])))
        for name in ("rule", "family", "pack", "profile", "facts", "waivers", "configuration")
    }
    for schema in schemas.values():
        schema.check_schema(schema.schema)
    files = [path for folder in ("Rules", "Examples/rules", "Examples/families", "Examples/captures")
             for path in (root / folder).rglob("*.yaml") if "library" not in path.parts and path.name != "settings.yaml"]
    wrong = 0
    for path in sorted(files):
        document = yaml.load(path.read_text(), Loader)
        for error in schemas[kind(path, document)].iter_errors(document):
            print(f"{path.relative_to(root)}: {'.'.join(map(str, error.path))}: {error.message[:200]}")
            wrong += 1
    print(f"{len(files)} files, {wrong} mistakes")
    # Shapes that take anything would pass too.
    if not list(schemas["rule"].iter_errors({"id": "a.b", "severty": "error"})) or len(files) < 200:
        sys.exit("the schemas refuse nothing, or the files are not there")
    sys.exit(1 if wrong else 0)


main()
