#!/usr/bin/env python3
"""Writes exporter-*.har: what each exporter writes that HAR 1.2 does not say, one entry for each quirk.

No traffic is recorded and no code is taken over; README.md says which source each fact is from.
"""
import json
import pathlib

FOLDER = pathlib.Path(__file__).parent
VAST = '<VAST version="4.2"><Ad id="1"/></VAST>'


def entry(name, *, at="2026-11-20T10:00:00.000Z", method="GET", status=200, content=None, headers=None, answered=None,
          request=None, response=None, timings=None, time=30, address="192.0.2.7", **members):
    """One entry; `name` is its path, `request` and `response` are further members of theirs."""
    made = {
        "startedDateTime": at,
        "time": time,
        "request": {
            "method": method,
            "url": name if "://" in name else f"https://ads.example.test/{name}",
            "httpVersion": "HTTP/1.1",
            "headers": [{"name": key, "value": value} for key, value in (headers or {}).items()],
            "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0,
        } | (request or {}),
        "response": {
            "status": status, "statusText": "", "httpVersion": "HTTP/1.1",
            "headers": [{"name": key, "value": value} for key, value in (answered or {}).items()],
            "cookies": [], "content": {"size": 0, "mimeType": "image/gif"} if content is None else content,
            "redirectURL": "", "headersSize": -1, "bodySize": 0,
        } | (response or {}),
        "cache": {},
        "timings": {"send": 0, "wait": 20, "receive": 10} if timings is None else timings,
    } | members
    if address:
        made["serverIPAddress"] = address
    return {key: value for key, value in made.items() if value is not None}


def write(name, creator, entries, version="1", **log):
    har = {"log": {"version": "1.2", "creator": {"name": creator, "version": version}, "entries": entries} | log}
    (FOLDER / f"exporter-{name}.har").write_text(json.dumps(har, indent=1) + "\n")


def text(body, mime="text/xml", **members):
    return {"size": len(body), "mimeType": mime, "text": body} | members


phases = {"blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 0, "wait": 0, "receive": 0}

write("chrome", "WebInspector", [
    entry("own", answered={"content-type": "image/gif"}, response={"_fetchedViaServiceWorker": False}),
    entry("worker-asked", response={"_fetchedViaServiceWorker": True, "_serviceWorkerResponseSource": "network"}),
    entry("worker-answered",
          response={"_fetchedViaServiceWorker": True, "_serviceWorkerResponseSource": "cache-storage"}),
    entry("memory", _fromCache="memory"),
    entry("blocked", status=0, response={"_error": "net::ERR_BLOCKED_BY_CLIENT"}, address=None),
    entry("refused", status=0, response={"_error": "net::ERR_CONNECTION_REFUSED"}, address=None),
    entry("preflight", method="OPTIONS", status=204, _resourceType="preflight"),
])

unsent = {"status": -1, "bodySize": -1, "_transferSize": -1, "content": {"size": -1, "mimeType": "x-unknown"}}
write("playwright", "Playwright", [
    entry("sent", headers={"Host": "ads.example.test"}),
    entry("route-aborted", response=unsent | {"_failureText": "net::ERR_FAILED"}, _wasAborted=True, address=None),
    entry("route-fulfilled", content=text(VAST), _wasFulfilled=True, address=None),
    entry("of-the-test", _apiRequest=True),
    entry("csp", response=unsent | {"_failureText": "csp"}, address=None),
    entry("offline", response=unsent | {"_failureText": "net::ERR_INTERNET_DISCONNECTED"}, address=None),
    entry("preflight-denied", response=unsent | {"_failureText": "net::ERR_FAILED"}, address=None),
    entry("attached", content={"size": len(VAST), "mimeType": "text/xml", "_file": "8a5b.xml"}),
])

write("chrome-har", "chrome-har", [
    entry("sized", content={"size": 2 * len(VAST) + 300, "mimeType": "text/xml", "text": VAST}),
    entry("cached", cache={"beforeRequest": {"lastAccess": "", "eTag": "", "hitCount": 0}}),
    entry("aborted") | {"response": None},
])

write("firefox", "Firefox", [
    entry("connected", content=text(VAST), time=110,
          timings=phases | {"connect": 20, "ssl": 60, "wait": 20, "receive": 10}),
    entry("disk-cache", content=text(VAST), time=0, timings=phases, address=None),
    entry("image-cache", content={"mimeType": "image/gif", "size": -1, "comment": "Response bodies are not included."},
          time=0, timings={}, address=None, response={"bodySize": -1}),
    entry("revalidated", status=304, cache={"afterRequest": {"expires": "", "lastFetched": ""}}, time=20),
    entry("never-sent", status=0, content={"mimeType": "", "size": 0}, time=0, timings=phases, address=None),
    entry("not-answered", status=0, content={"mimeType": "", "size": 0}, time=300,
          timings=phases | {"blocked": 100, "connect": 200}, address=None),
    entry("left-out", content={"mimeType": "text/xml", "size": 39, "comment": "Response bodies are not included."}),
    entry("cut", content=text(VAST, size=2_000_000)),
], version="140.0")

write("safari", "WebKit Web Inspector", [
    entry("network", content=text(VAST), _fetchType="Network Load", _priority="medium"),
    entry("memory", content={"size": 0, "mimeType": "text/xml", "text": VAST}, _fetchType="Memory Cache"),
    entry("disk", _fetchType="Disk Cache"),
    entry("worker", _fetchType="Service Worker"),
    entry("offline", status=0, response={"_error": "The Internet connection appears to be offline."}, address=None),
    entry("cancelled", status=0, response={"_error": "cancelled"}, address=None),
    entry("undated", at="", status=0, address=None),
])

write("charles", "Charles Proxy", [
    entry("complete", content=text(VAST), response={"_charlesStatus": "COMPLETE"},
          time=107, timings={"dns": 43, "connect": 37, "ssl": 26, "send": 1, "wait": 24, "receive": 2}),
    entry("exception", content=text(VAST[:20]), response={"_charlesStatus": "EXCEPTION"}),
    entry("failed", status=0, response={"_charlesStatus": "FAILED"}, address=None),
    entry("https://pinned.example.test/", method="CONNECT", status=200, response={"_charlesStatus": "COMPLETE"}),
], version="4.6.3")

omitted = "Body length exceeded fiddler.importexport.HTTPArchiveJSON.MaxTextBodyLength, so body was omitted."
write("fiddler", "Fiddler", [
    entry("short", content=text("<VAST/>", compression=0)),
    entry("omitted", content={"size": 900, "compression": 0, "mimeType": "text/xml", "comment": omitted}),
])

write("proxyman", "Proxyman", [
    entry("to-the-second", at="2026-11-20T11:00:00+01:00", time=1948, timings={"send": 0, "wait": 1948, "receive": 0}),
    entry("no-response", at="2026-11-20T11:00:02+01:00") | {"response": None},
], version="3.5.0")

write("mitmproxy", "mitmproxy", [
    entry("connected-before", content=text(VAST), time=400,
          timings={"connect": 120, "ssl": 250, "send": 0, "wait": 20, "receive": 10}),
    entry("kept-alive", timings={"connect": -1, "ssl": -1, "send": 0, "wait": 20, "receive": 10}),
    entry("failed", status=0, content={}, response={"_error": "Client disconnected."}),
    entry("socket", status=101, _resourceType="websocket",
          _webSocketMessages=[{"type": "send", "time": 1, "opcode": 1, "data": "x"}]),
], version="11.0.0")

write("insomnia", "Insomnia REST Client", [
    entry("first", comment="first", timings=phases | {"wait": 70}, time=70),
    entry("second", comment="second", timings=phases | {"wait": 10}, time=10),
], version="insomnia.desktop.app:v2022.1.1")

large = "Body discarded during HAR generation: longer than limit of 500000 bytes"
write("http-toolkit", "HTTP Toolkit", [
    entry("binary-body", method="POST", request={
        "bodySize": 3, "_requestBodyStatus": "discarded:not-representable",
        "_content": {"text": "//4B", "size": 3, "encoding": "base64"}}),
    entry("body-too-large", method="POST", request={"bodySize": 600000, "_requestBodyStatus": "discarded:too-large"}),
    entry("answer-not-decodable", content={"mimeType": "text/xml", "size": 0, "comment": large}),
    entry("open", time=-1),
], _tlsErrors=[
    {"startedDateTime": "2026-11-20T10:00:05.000Z", "time": 12, "hostname": "pinned.example.test",
     "cause": "cert-rejected", "clientIPAddress": "192.0.2.50", "clientPort": 50000},
    {"startedDateTime": "2026-11-20T10:00:04.000Z", "time": 9, "hostname": "pinned.example.test", "cause": "closed"},
    {"startedDateTime": "2026-11-20T10:00:06.000Z", "time": 9, "hostname": "ads.example.test", "cause": "closed"},
    {"startedDateTime": "2026-11-20T10:00:07.000Z", "time": 9, "cause": "reset"},
])
