#!/usr/bin/env python3
"""Says in one comment of a pull or merge request what is broken, and keeps that comment up to date.

usage: comment.py RESULTS [--post]

RESULTS is what `beaconproof batch --format json` wrote. The comment is printed; with --post it is written to the request
that the environment names, GitHub's (GITHUB_EVENT_PATH, GITHUB_TOKEN) or GitLab's (CI_MERGE_REQUEST_IID, GITLAB_TOKEN): the
one that an earlier run wrote is replaced.

Text of captures is shown as code: it can neither be followed nor address anybody.
"""

import json
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request

MARK = "<!-- beaconproof -->"
GROUPS = 40  # a comment has room for 65,536 characters
ROLES = ("breach", "fired", "second", "observed")
WORDS = {"pass": "PASS", "fail": "FAIL", "inconclusive": "CANNOT TELL", "error": "ERROR", "not-run": "NOT RUN"}


def code(text, most=160):
    """Foreign text as a code span: one line, no control characters, with a fence that is in it nowhere."""
    text = "".join(c if c.isprintable() else "\u00b7" for c in str(text)).strip() or "\u00b7"
    if len(text) > most:
        text = text[: most - 1] + "\u2026"
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}"


def plain(text):
    """A sentence of a rule's, which may be a team's own."""
    text = "".join(c if c.isprintable() else " " for c in str(text))
    return re.sub(r"([\\`*_{}\[\]<>#|~@])", r"\\\1", text)


def count(number, noun):
    return f"{number} {noun}" + ("" if number == 1 else "s")


def rule_link(rule):
    """To the page about a shipped rule; one of a team's own has none."""
    pages = os.environ.get("BEACONPROOF_RULES", "")
    return f"[{code(rule)}]({pages.rstrip('/')}/{urllib.parse.quote(rule)}.md)" if pages else code(rule)


def capture_link(path):
    """To the file as it was judged."""
    server, repository, commit = (os.environ.get(k) for k in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA"))
    if os.environ.get("CI_PROJECT_URL") and os.environ.get("CI_COMMIT_SHA"):
        base = f"{os.environ['CI_PROJECT_URL']}/-/blob/{os.environ['CI_COMMIT_SHA']}"
    elif server and repository and commit:
        base = f"{server}/{repository}/blob/{commit}"
    else:
        return code(path)
    if os.path.isabs(path):
        return code(path)
    return f"[{code(path)}]({base}/{urllib.parse.quote(os.path.normpath(path))})"


def job_link():
    if os.environ.get("CI_JOB_URL"):
        return os.environ["CI_JOB_URL"]
    server, repository, run = (os.environ.get(k) for k in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID"))
    return f"{server}/{repository}/actions/runs/{run}" if server and repository and run else None


def place(locator):
    for key in ("entry", "line", "frames", "bytes"):
        if locator and locator.get(key) is not None:
            return f"{key} {locator[key]}"
    return None


def evidence_line(finding):
    """The one row that shows the breach best."""
    rows = finding["evidence"]
    if not rows:
        return None
    row = next((r for role in ROLES for r in rows if r["role"] == role), rows[-1])
    parts = [p for p in (place(row.get("locator")),) if p]
    request = " ".join(str(p) for p in (row.get("method"), row.get("url"), row.get("status")) if p is not None)
    return " ".join(parts + ([code(request)] if request else [])) or None


def read(path):
    """The results with the rows of the summary, in the same order."""
    lines = [json.loads(line) for line in open(path, encoding="utf-8") if line.strip()]
    if not lines or lines[-1].get("schema") != "beaconproof.summary/1":
        sys.exit(f"comment.py: {path} ends in no summary: it is not of 'beaconproof batch --format json'")
    results, rows = lines[:-1], lines[-1]["captures"]
    by_path = {}
    for result in results:
        if result["schema"] == "beaconproof.result/1":
            by_path[result["captures"][0]["path"]] = result
    return [(row, by_path.get(row["path"])) for row in rows], lines[-1]


def groups(rows):
    """Findings that nobody accepted by rule and capture, new ones first, and worst first."""
    found = {}
    for row, result in rows:
        for finding in (result or {}).get("findings", []):
            if finding.get("waived"):
                continue
            is_new = "new" not in row or finding["fingerprint"] in row["new"]
            found.setdefault((is_new, finding["rule"], row["path"]), []).append(finding)
    order = {"error": 0, "warning": 1, "info": 2}
    return sorted(found.items(), key=lambda g: (not g[0][0], order[g[1][0]["severity"]], g[0][1], g[0][2]))


def comment(path):
    rows, summary = read(path)
    found = groups(rows)
    new = [g for g in found if g[0][0]]
    known = [g for g in found if not g[0][0]]
    compared = any("new" in row for row, _ in rows)
    # Warnings and infos fail nothing unless --fail-on says so: the exit code is the gate.
    gate = {0: "nothing stands in the way", 1: "there is something to fix", 2: "something cannot be read"}
    gate[3] = "too little was seen to tell"
    counts = ", ".join(
        f"{number} {WORDS[name]}"
        for name in WORDS
        if (number := sum(1 for row, _ in rows if row["outcome"] == name))
    )
    text = [MARK, f"### BeaconProof: {gate.get(summary['exitCode'], 'interrupted')}", ""]
    text.append(f"{count(len(rows), 'capture')}: {counts}" + ("" if not compared else (
        f"; {count(sum(len(g[1]) for g in new), 'new finding')}, {sum(len(g[1]) for g in known)} in the baseline")) + ".")
    if new:
        text += ["", "#### New" if compared else "#### Findings"]
    for (_, rule, capture), findings in new[:GROUPS]:
        first = findings[0]
        lines = [f"- **{first['severity']}** {rule_link(rule)} in {capture_link(capture)}: {plain(first['message'])}"]
        subject = first["subject"]
        facts = f"{subject['kind'].replace('_', ' ')} {code(subject['label'] or subject['id'])}"
        if first.get("expected") or first.get("observed"):
            facts += f": expected {code(first.get('expected') or '')}, observed {code(first.get('observed') or '')}"
        lines.append(facts)
        if line := evidence_line(first):
            lines.append(f"evidence: {line}")
        if len(findings) > 1:
            lines.append(f"and {count(len(findings) - 1, 'more finding')} of this rule here")
        if first.get("fix"):
            lines.append(f"fix: {plain(first['fix'])}")
        # A backslash at the end breaks the line in every dialect.
        text += ["", "\\\n  ".join(lines)]
    if len(new) > GROUPS:
        text += ["", f"{len(new) - GROUPS} more rules and captures in the report."]
    unread = [(row, result) for row, result in rows if row["outcome"] in ("inconclusive", "error", "not-run")]
    if unread:
        text += ["", "#### Not told"]
        for row, result in unread[:GROUPS]:
            why = row.get("message") or next(
                (v["needs"] for v in (result or {}).get("verdicts", [])
                 if v["verdict"] == "inconclusive" and v.get("needs") and not (v.get("reason") or "").startswith("needs-")),
                None)
            text.append(f"- {WORDS[row['outcome']]} {capture_link(row['path'])}" + (f": {code(why, 300)}" if why else ""))
    if known:
        text += ["", f"<details><summary>In the baseline: {sum(len(g[1]) for g in known)}</summary>", ""]
        for (_, rule, capture), findings in known[:GROUPS]:
            text.append(f"- {findings[0]['severity']} {rule_link(rule)} in {capture_link(capture)}: {len(findings)}")
        text += ["", "</details>"]
    if link := job_link():
        text += ["", f"[Reports of every capture]({link})"]
    return "\n".join(text)[:65000] + "\n"


def call(method, url, headers, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        url, data, {"Content-Type": "application/json", "User-Agent": "beaconproof", **headers}, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def put(listing, headers, text, update, each):
    """Replaces the comment that begins with the mark, otherwise writes one."""
    page = 1
    while comments := call("GET", f"{listing}?per_page=100&page={page}", headers):
        for one in comments:
            if (one.get("body") or "").startswith(MARK):
                return call(update, each.format(one["id"]), headers, {"body": text})
        page += 1
    return call("POST", listing, headers, {"body": text})


def post(text):
    if os.environ.get("CI_MERGE_REQUEST_IID"):
        if not os.environ.get("GITLAB_TOKEN"):
            return "no GITLAB_TOKEN: nothing was written to the merge request"
        base = f"{os.environ['CI_API_V4_URL']}/projects/{os.environ['CI_PROJECT_ID']}"
        listing = f"{base}/merge_requests/{os.environ['CI_MERGE_REQUEST_IID']}/notes"
        put(listing, {"PRIVATE-TOKEN": os.environ["GITLAB_TOKEN"]}, text, "PUT", listing + "/{}")
        return None
    with open(os.environ["GITHUB_EVENT_PATH"], encoding="utf-8") as file:
        number = json.load(file).get("pull_request", {}).get("number")
    if number is None:
        return "no pull request: nothing to comment on"
    base = f"{os.environ.get('GITHUB_API_URL', 'https://api.github.com')}/repos/{os.environ['GITHUB_REPOSITORY']}"
    headers = {"Authorization": f"Bearer {os.environ['GITHUB_TOKEN']}", "Accept": "application/vnd.github+json"}
    put(f"{base}/issues/{number}/comments", headers, text, "PATCH", base + "/issues/comments/{}")
    return None


def main(arguments):
    if not arguments or arguments[1:] not in ([], ["--post"]):
        sys.exit(__doc__)
    text = comment(arguments[0])
    sys.stdout.write(text)
    if arguments[1:]:
        try:
            problem = post(text)
        except (urllib.error.URLError, OSError) as error:
            # A pull request of a fork has a token that may only read: the verdict stands without the comment.
            problem = f"the comment could not be written: {error}"
        if problem:
            print(f"comment.py: {problem}", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
