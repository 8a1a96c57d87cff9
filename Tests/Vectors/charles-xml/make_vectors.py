#!/usr/bin/env python3
"""Writes the Charles XML sessions of this folder, one per shape or fault."""
import base64
import gzip
import os
from xml.sax.saxutils import escape, quoteattr

HERE = os.path.dirname(os.path.abspath(__file__))
VAST = '<?xml version="1.0"?><VAST version="4.2"/>'
HEAD = ("<?xml version='1.0' encoding='UTF-8' ?>\n"
        "<!DOCTYPE charles-session SYSTEM 'http://www.charlesproxy.com/dtd/charles-session-1_0.dtd'>\n")
START = 1795255200000


def attributes(**values):
    return "".join(f" {name}={quoteattr(str(value))}" for name, value in values.items() if value is not None)


def fields(first, **values):
    items = "".join(f"<header><name>{escape(k.replace('_', '-'))}</name><value>{escape(v)}</value></header>"
                    for k, v in values.items())
    return f"<headers><first-line>{first}</first-line>{items}</headers>"


def body(text, **values):
    return f"<body{attributes(**values)}>{text}</body>"


def encoded(data, **values):
    return body(base64.b64encode(data).decode(), encoding="base64", **values)


def transaction(second=0, sent="", received=None, status=200, answer=None, flags="true", **changes):
    at = START + second * 1000
    values = dict(
        method="GET", protocolVersion="HTTP/1.1", protocol="https", host="ads.example.test", port=443, actualPort=443,
        path="/px", query="e=start&x=1", remoteAddress="ads.example.test/192.0.2.7", clientAddress="/198.51.100.4",
        clientPort=50000, startTime=f"2026-11-21T11:00:{second:02}.000+01:00", startTimeMillis=at,
        responseTime=f"2026-11-21T11:00:{second:02}.500+01:00", responseTimeMillis=at + 500,
        endTime=f"2026-11-21T11:00:{second:02}.750+01:00", endTimeMillis=at + 750)
    values.update(changes)
    answer = fields("HTTP/1.1 200 OK", **{"Content_Type": "text/xml"} | (answer or {}))
    received = body(escape(VAST)) if received is None else received
    asked = f'<request headers="true" body="{"true" if sent else "false"}">' \
        + fields("GET /px HTTP/1.1", Host="ads.example.test") + sent + "</request>"
    return f"  <transaction{attributes(**values)}>\n    {asked}\n    " \
        f'<response status="{status}" headers="true" body="{flags}" mime-type="text/xml">{answer}{received}' \
        "</response>\n  </transaction>\n"


def session(*transactions):
    return HEAD + "<charles-session>\n" + "".join(transactions) + "</charles-session>\n"


clean = session(transaction(), transaction(1, query=None, protocolVersion="HTTP/2.0"))
files = {
    "clean": clean,
    "bodies": session(
        transaction(received=f"<body><![CDATA[{VAST}]]></body>"),
        transaction(received=encoded(gzip.compress(VAST.encode(), mtime=0)), answer={"Content_Encoding": "gzip"}),
        transaction(received=encoded(VAST.encode()), answer={"Content_Encoding": "gzip"}),
        transaction(received=encoded(b"\x0b\x01\x80abc\x03"), answer={"Content_Encoding": "br"}),
        transaction(method="POST", sent=body("e=1&amp;x=&#50;")),
        transaction(received="", flags="false"), transaction(received="<body/>", answer={"Content_Length": "900"}),
        transaction(received="", flags="false", answer={"Content_Type": "image/gif", "Content_Length": "0"}),
        transaction(received=body("!!!", encoding="base64"))),
    "endings": session(
        transaction(status=""), transaction(1, status="").replace("<transaction ", '<transaction status="FAILED" ')),
    "tunnel": session(
        transaction(), transaction(2, method="CONNECT", host="Pinned.example.test"),
        transaction(3, tunnel="true", host="Other.example.test")),
    "no-time": session(transaction(), transaction(1, startTime=None, startTimeMillis=None)),
    "written-time": session(transaction(startTimeMillis=None, clientAddress="198.51.100.4:50001", clientPort=None)),
    "unusable": session(transaction(), "<transaction/>", transaction(3), "<comment>x</comment><!-- y -->"),
    "entities": HEAD.replace("'>", "' [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>") + "<charles-session>"
    + transaction(query="QUERY").replace("QUERY", "e=&e;&amp;&#x41;&lt;") + "</charles-session>",
    "deep-nesting": session(
        transaction(), "<transaction>" + "<a>" * 90 + "</a>" * 90 + "</transaction>", transaction(4)),
    "tail-cut": clean[:-300],
    "tail-cut-between": clean[:clean.index("</charles-session")],
    "broken-syntax": clean.replace("</response>\n  </transaction>\n  <t", "</request>\n  </transaction>\n  <t"),
    "not-a-session": "<VAST><charles-session/></VAST>",
}

for name, content in files.items():
    with open(os.path.join(HERE, name + ".chlsx"), "w") as file:
        file.write(content)
