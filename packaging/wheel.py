#!/usr/bin/env python3
"""Makes a Python wheel that carries the binary, so that pip, pipx and uvx install it: the same input gives the same bytes.

usage: wheel.py FOLDER VERSION PLATFORM TIME README OUTPUT-FOLDER

FOLDER is the unpacked archive, PLATFORM a platform tag such as manylinux_2_34_x86_64, TIME seconds since 1970.
"""

import base64
import hashlib
import os
import sys
import time
import zipfile


def main(folder, version, platform, seconds, readme, output):
    name = f"beaconproof-{version}"
    moment = time.gmtime(max(int(seconds), 315532800))[:6]  # zip files begin in 1980
    tag = f"py3-none-{platform}"
    with open(readme, encoding="utf-8") as file:
        description = file.read()
    metadata = (
        "Metadata-Version: 2.1\nName: beaconproof\n"
        f"Version: {version}\n"
        "Summary: Certifies captured ad and measurement traffic before an integration goes live\n"
        "License: Apache-2.0\nRequires-Python: >=3.7\n"
        "Description-Content-Type: text/markdown\n\n" + description
    )
    wheel = f"Wheel-Version: 1.0\nGenerator: beaconproof\nRoot-Is-Purelib: false\nTag: {tag}\n"

    def read(path):
        with open(os.path.join(folder, path), "rb") as file:
            return file.read()

    data = f"{name}.data"
    info = f"{name}.dist-info"
    files = [(f"{data}/scripts/beaconproof", read("beaconproof"), 0o755)]
    places = {
        "beaconproof.1": "share/man/man1/beaconproof.1",
        "completions/beaconproof.bash": "share/bash-completion/completions/beaconproof",
        "completions/_beaconproof": "share/zsh/site-functions/_beaconproof",
        "completions/beaconproof.fish": "share/fish/vendor_completions.d/beaconproof.fish",
    }
    files += [(f"{data}/data/{place}", read(path), 0o644) for path, place in places.items()]
    for path in ("LICENSE", "THIRD-PARTY"):
        files.append((f"{info}/licenses/{path}", read(path), 0o644))
    files.append((f"{info}/sboms/beaconproof.cdx.json", read("sbom.cdx.json"), 0o644))
    files.append((f"{info}/METADATA", metadata.encode(), 0o644))
    files.append((f"{info}/WHEEL", wheel.encode(), 0o644))

    def digest(content):
        return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()

    record = "".join(f"{path},sha256={digest(content)},{len(content)}\n" for path, content, _ in files)
    record += f"{info}/RECORD,,\n"
    files.append((f"{info}/RECORD", record.encode(), 0o644))

    path = os.path.join(output, f"{name}-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for inner, content, mode in files:
            entry = zipfile.ZipInfo(inner, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, content)
    print(path)


if __name__ == "__main__":
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    main(*sys.argv[1:])
