#!/usr/bin/env python3
"""Runs the shell steps of action.yml as GitHub would, on three pull requests against a service of its own: one that is clean,
one with a new finding, and one with a finding that the baseline has. Fails where exit code or comment are not as they must be.

usage: test-action.py BINARY [FOLDER-FOR-THE-COMMENTS]
"""

import hashlib
import http.server
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "packaging", "ci"))
sys.dont_write_bytecode = True
import comment  # noqa: E402

COMMENTS = {}
failures = []


def check(what, holds, detail=""):
    print(f"{'ok   ' if holds else 'WRONG'} {what}")
    if not holds:
        failures.append(what)
        print(detail)


class Service(http.server.BaseHTTPRequestHandler):
    """As much of GitHub's comments as is used: list, create, replace."""

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]

    def do_GET(self):
        path, _, query = self.path.partition("?")
        mine = COMMENTS.get(path.split("/")[-2], {}) if "page=1" in query.split("&") else {}
        self.answer([{"id": number, "body": text} for number, text in mine.items()])

    def do_POST(self):
        mine = COMMENTS.setdefault(self.path.split("/")[-2], {0: "Looks good to me"})
        mine[int(self.path.split("/")[-2]) * 100 + len(mine)] = self.body()
        self.answer({})

    def do_PATCH(self):
        number = int(self.path.split("/")[-1])
        for mine in COMMENTS.values():
            if number in mine:
                mine[number] = self.body()
        self.answer({})

    def log_message(self, *arguments):
        pass


def steps(inputs):
    """The steps of action.yml that run a shell: name, variables and script, with the inputs filled in."""
    text = open(os.path.join(ROOT, "action.yml"), encoding="utf-8").read()
    defaults = dict(re.findall(r"^  ([a-z0-9-]+):\n    description:.*\n    default: (.*)$", text, re.M))
    inputs = {**{name: value.strip('"') for name, value in defaults.items()}, **inputs}
    found = []
    for step in re.split(r"^    - name: ", text, flags=re.M)[1:]:
        if "shell: bash" not in step:
            continue
        name = step.split("\n", 1)[0]
        environment = dict(re.findall(r"^        ([A-Z_0-9]+): (.*)$", step, re.M))
        environment = {
            key: re.sub(r"\$\{\{ inputs\.([a-z0-9-]+) \}\}", lambda m: inputs[m.group(1)], value)
            for key, value in environment.items()
        }
        script = re.search(r"^      run: (?:\|\n((?:        .*\n|\n)+)|(.*)$)", step, re.M)
        lines = script.group(2) or re.sub(r"^        ", "", script.group(1), flags=re.M)
        found.append((name, environment, lines))
    return found


def pull_request(number, folder, captures, baseline, address, releases, version):
    """The workspace of a pull request, and the action on it; the exit code of its last step."""
    workspace = os.path.join(folder, f"{number}")
    shutil.rmtree(workspace, ignore_errors=True)
    os.makedirs(os.path.join(workspace, "captures"))
    for name, source in captures.items():
        shutil.copy(os.path.join(ROOT, "Examples", "captures", source), os.path.join(workspace, "captures", name))
    if baseline:
        shutil.copy(baseline, os.path.join(workspace, "captures", "baseline.ndjson"))
    event = os.path.join(workspace, "event.json")
    with open(event, "w", encoding="utf-8") as file:
        json.dump({"pull_request": {"number": number}}, file)
    files = {name: os.path.join(workspace, name.lower()) for name in
             ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
    for path in files.values():
        open(path, "w", encoding="utf-8").close()
    runner = os.path.join(folder, "runner")
    os.makedirs(runner, exist_ok=True)
    environment = {
        "PATH": os.environ["PATH"], "HOME": workspace, "LD_LIBRARY_PATH": os.environ.get("LD_LIBRARY_PATH", ""),
        "GITHUB_ACTION_PATH": ROOT, "RUNNER_TEMP": runner,
        "GITHUB_API_URL": address, "GITHUB_REPOSITORY": "team/app", "GITHUB_EVENT_PATH": event,
        "GITHUB_SERVER_URL": "https://github.example", "GITHUB_SHA": "1f2e3d", "GITHUB_RUN_ID": "77",
        "BEACONPROOF_RELEASES": releases, **files,
    }
    outputs = {}
    code = None
    for name, variables, script in steps({"version": version, "token": "t"}):
        variables = {
            key: re.sub(r"\$\{\{ steps\.certify\.outputs\.(\w+) \}\}", lambda m: outputs.get(m.group(1), ""), value)
            for key, value in variables.items()
        }
        ended = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script], cwd=workspace,
            env={**environment, **variables}, capture_output=True, text=True, check=False)
        code = ended.returncode
        if code and name != "Verdict":
            check(f"step '{name}' of pull request {number}", False, ended.stdout + ended.stderr)
        for line in open(files["GITHUB_PATH"], encoding="utf-8"):
            environment["PATH"] = f"{line.strip()}:{os.environ['PATH']}"
        outputs = dict(line.strip().split("=", 1) for line in open(files["GITHUB_OUTPUT"], encoding="utf-8"))
    made = sorted(os.listdir(os.path.join(workspace, "reports")))
    check(f"reports of pull request {number}", made == [
        "beaconproof.sarif", "beaconproof.xml", "pages", "results.ndjson", "summary.md"], made)
    check(f"summary of pull request {number}", os.path.getsize(files["GITHUB_STEP_SUMMARY"]) > 0)
    return code


def release(binary, folder, version):
    """What a release is to those who fetch it."""
    place = os.path.join(folder, f"v{version}")
    os.makedirs(place)
    name = f"beaconproof-{version}-{platform.system().lower()}-{platform.machine()}"
    archive = os.path.join(place, f"{name}.tar.gz")
    with tarfile.open(archive, "w:gz", compresslevel=1) as tar:
        tar.add(binary, f"{name}/beaconproof")
    with open(archive, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    with open(os.path.join(place, "SHA256SUMS"), "w", encoding="utf-8") as file:
        file.write(f"{digest}  {name}.tar.gz\n")
    return archive


def main(binary, kept=None):
    folder = tempfile.mkdtemp()
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    archive = release(binary, folder, version)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    known = os.path.join(folder, "baseline.ndjson")
    os.makedirs(os.path.join(folder, "main", "captures"))
    shutil.copy(
        os.path.join(ROOT, "Examples/captures/missing-quartile.har"), os.path.join(folder, "main/captures/old.har"))
    with open(known, "wb") as file:
        subprocess.run(
            [binary, "batch", "captures", "--format", "json"], cwd=os.path.join(folder, "main"), stdout=file, check=False)

    def run(number, captures, baseline=None):
        code = pull_request(number, folder, captures, baseline, address, f"file://{folder}", version)
        mine = [text for text in COMMENTS.get(str(number), {}).values() if text.startswith(comment.MARK)]
        check(f"pull request {number} has one comment", len(mine) == 1, mine)
        return code, mine[0]

    try:
        code, text = run(1, {"a.har": "clean-play.har"})
        check("a clean one passes", code == 0 and "nothing stands in the way" in text and "####" not in text, text)
        code, text = run(2, {"a.har": "clean-play.har", "b.har": "looping-player.har", "old.har": "missing-quartile.har"}, known)
        check("a new finding fails", code == 1, text)
        shown = ["vast.loop-refire`](", "docs/rules/vast.loop-refire.md", "captures/b.har`](https://github.example/team/app/blob/1f2e3d/captures/b.har)",
                 "ad play `A1001`", "evidence: entry ", "actions/runs/77", "In the baseline: 1"]
        check("the comment names rule, subject, evidence and link", all(part in text for part in shown),
              [part for part in shown if part not in text] + [text])
        if kept:
            open(os.path.join(kept, "new.md"), "w", encoding="utf-8").write(text)
        code, text = run(3, {"a.har": "clean-play.har", "old.har": "missing-quartile.har"}, known)
        check("an old finding does not fail", code == 0 and "#### New" not in text and "vast.quartile-gap" in text, text)
        if kept:
            open(os.path.join(kept, "old.md"), "w", encoding="utf-8").write(text)
        code, text = run(3, {"a.har": "clean-play.har", "old.har": "missing-quartile.har"})
        check("without the baseline it does, in the same comment", code == 1 and "vast.quartile-gap" in text, text)
        code, text = run(2, {"a.har": "clean-play.har"})
        check("what is mended goes from the comment", code == 0 and "vast.loop-refire" not in text, text)
        if kept:
            open(os.path.join(kept, "clean.md"), "w", encoding="utf-8").write(text)
        code, text = run(4, {"a.har": "cut-in-the-ad.har"}, known)
        check("what cannot be told fails", code == 3 and "CANNOT TELL" in text, text)
        check("foreign text stays code", comment.code("a`b``c\n@all <img>") == "``` a`b``c\u00b7@all <img> ```",
              comment.code("a`b``c\n@all <img>"))
        with open(archive, "ab") as file:
            file.write(b"more")
        refused = subprocess.run(
            [os.path.join(ROOT, "packaging/ci/install.sh"), version, os.path.join(folder, "other")],
            env={**os.environ, "BEACONPROOF_RELEASES": f"file://{folder}"}, capture_output=True, text=True, check=False)
        check("an archive with another sum is refused", refused.returncode == 1 and refused.stdout == "", refused.stderr)
    finally:
        server.shutdown()
        shutil.rmtree(folder)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(os.path.abspath(sys.argv[1]), *sys.argv[2:])
