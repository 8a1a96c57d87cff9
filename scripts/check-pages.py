#!/usr/bin/env python3
"""Reads HTML reports in Chromium as people do, by mouse and by keyboard, and checks them with axe-core. Where there is a Firefox,
it lays them out and prints them too.

Usage: check-pages.py BEACONPROOF [SCREENSHOTS]; needs playwright, axe-playwright-python and marionette_driver from PyPI, and
a Chromium.
"""

import datetime
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import struct
import sys
import tempfile
import time
import zlib

from axe_playwright_python.sync_playwright import Axe
from marionette_driver.errors import MarionetteException
from marionette_driver.marionette import Marionette
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).parent.parent
CAPTURES = ROOT / "Examples/captures"
PAGES = {
    "pass": [CAPTURES / "clean-play.har"],
    "fail": [CAPTURES / "missing-quartile.har"],
    "loops": [CAPTURES / "looping-player.har"],
    "cut": [CAPTURES / "cut-in-the-ad.har"],
    "packets": [CAPTURES / "clean-play.pcapng"],
    "encrypted": [CAPTURES / "clean-play.pcapng", "--keylog", CAPTURES / "clean-play.some-keys.txt"],
    "nielsen": [CAPTURES / "nielsen-opted-out.har", "--facts", CAPTURES / "nielsen-opted-out.facts.yaml"],
    "certified": [CAPTURES / "ad-request-without-consent.har"],
    "consent": [CAPTURES / "ad-request-without-consent.har", "--facts", CAPTURES / "ad-request-without-consent.facts.yaml"],
    "no-fault-seen": [ROOT / "Examples/families/acme-play.har", "--families", ROOT / "Examples/families"],
    "family": [ROOT / "Examples/families/acme-missing-heartbeat.har", "--families", ROOT / "Examples/families"],
}
HEADLINES = {"pass": "PASS", "fail": "FAIL", "encrypted": "CANNOT TELL", "no-fault-seen": "NO FAULT SEEN", "certified": "PASS"}
FIREFOX = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


def report(tool, name, inputs, folder):
    page = folder / f"{name}.html"
    subprocess.run([tool, "certify", *map(str, inputs), "--no-config", "--output", str(page)], check=False, capture_output=True)
    return page.as_uri()


def open_page(browser, address, **options):
    """A page that may ask for nothing but itself, and may not complain."""
    page = browser.new_context(**options).new_page()
    page.problems = []
    page.on("console", lambda message: page.problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.on("request", lambda request: page.problems.append(request.url) if request.url.split("#")[0] != address.split("#")[0] else None)
    page.goto(address)
    return page


def check(holds, words):
    print(("ok     " if holds else "WRONG  ") + words)
    return 0 if holds else 1


def accessible(page, words):
    found = Axe().run(page).response["violations"]
    for violation in found:
        print("       ", violation["id"], violation["help"], len(violation["nodes"]), violation["nodes"][0]["html"][:160])
    return check(not found, f"axe-core finds nothing: {words}")


def by_mouse(browser, address):
    page = open_page(browser, address)
    diamond = page.locator("svg a[href^='#r-'][aria-label*='finding']").first
    diamond.dispatch_event("click")
    wrong = check(page.locator(".request.open").count() == 1, "a diamond opens its request")
    wrong += check("lit" in (diamond.get_attribute("class") or ""), "and is lit while that is open")
    page.locator(".request.open p.bad a").first.click()
    wrong += check(page.locator(".finding:target").count() == 1, "the request leads to its finding")
    wrong += check(page.locator(".request.open").count() == 0, "and closes")
    page.locator(".finding:target a", has_text="on the timeline").click()
    wrong += check(page.locator(".panel:target").count() == 1, "the finding leads to its drawing")
    page.locator(".request > summary").first.click()
    wrong += check(page.locator(".request.open").count() == 1, "a row opens its request")
    page.locator(".finding td a").first.dispatch_event("click")
    wrong += check(page.locator(".request.open").count() == 1, "a row of evidence opens its request")
    page.locator(".request.open .close").click()
    wrong += check(page.locator(".request.open").count() == 0, "and it closes")
    page.locator("svg a:not([aria-label*='finding'])").first.dispatch_event("click")
    wrong += check(page.locator(".request.open").count() == 1, "a beacon opens its request")
    return wrong + check(page.problems == [], f"nothing was asked for or complained of {page.problems}")


def by_keyboard(browser, address):
    page = open_page(browser, address)
    page.locator("svg a[href^='#r-'][aria-label*='finding']").first.focus()
    page.keyboard.press("Enter")
    wrong = check(page.locator(".request.open").count() == 1, "Enter on a diamond opens its request")
    steps = 0
    while steps < 20 and not page.evaluate("document.activeElement.matches('.request.open p.bad a')"):
        page.keyboard.press("Tab")
        steps += 1
    page.keyboard.press("Enter")
    wrong += check(page.locator(".finding:target").count() == 1, f"{steps} tabs and Enter lead to its finding")
    name = page.locator(".request").first.locator(".whole").get_attribute("id")
    page.locator(".request > summary").first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("j")
    wrong += check(page.locator(".request.open").count() == 1 and name not in page.url, "j steps to the next request")
    page.keyboard.press("k")
    wrong += check(page.url.endswith(name), "and k to the one before")
    page.keyboard.press("Escape")
    link = page.locator(".finding td a").first
    link.focus()
    page.keyboard.press("Enter")
    wrong += check(page.evaluate("document.activeElement.classList.contains('whole')"), "Enter moves into the request")
    page.keyboard.press("Escape")
    wrong += check(link.evaluate("link => link === document.activeElement"), "Escape goes back to where one came from")
    page = open_page(browser, address)
    page.locator("svg a").first.focus()
    page.keyboard.press("Enter")
    wrong += check(page.locator(".request.open, .finding:target").count() == 1, "a mark is reached and opened by keyboard")
    return wrong


def by_filter(browser, address):
    page = open_page(browser, address)
    page.fill("input[type=search]", "no such word")
    wrong = check(page.locator(".finding:visible").count() == 0, "words that are nowhere leave no finding")
    page.fill("input[type=search]", "complete")
    shown = page.locator(".finding:visible").count()
    again = open_page(browser, page.url)
    wrong += check(again.locator(".finding:visible").count() == shown, "a link keeps the filter")
    page.fill("input[type=search]", "")
    for chip in ("ERROR", "status 200"):
        if not (found := page.locator(".chips button", has_text=chip)).count():
            continue
        found.click()
        left = page.locator(".finding:visible").count()
        wrong += check(0 < left, f"the chip {chip} leaves its findings")
        again = open_page(browser, page.url)
        wrong += check(again.locator(".finding:visible").count() == left, "and so does a link to it")
        found.click()
    return wrong


def by_ad(browser, address):
    """Thirty ads are a list."""
    page = open_page(browser, address)
    page.select_option("select[aria-label='ad play']", "11")
    findings, requests = page.locator(".finding:visible, .finding-line:visible"), page.locator(".request:visible")
    wrong = check(0 < findings.count() <= 3, "an ad play leaves its findings")
    return wrong + check(0 < requests.count() <= 7, "and its requests")


OVERLAPS = """[...document.querySelectorAll('.plot svg')].flatMap(svg => {
    const boxes = [...svg.querySelectorAll('text')].filter(text => text.textContent && text.style.display !== 'none')
        .map(text => [text.getBoundingClientRect(), text.textContent]).filter(([box]) => box.width);
    return boxes.flatMap(([one, words], place) => boxes.slice(place + 1).filter(([other]) => one.left < other.right - 1
        && other.left < one.right - 1 && one.top < other.bottom - 3 && other.top < one.bottom - 3).map(([, other]) => `${words} / ${other}`));
})"""


def zoomed(browser, address):
    page = open_page(browser, address)
    labels = "[...document.querySelectorAll('.plot svg:first-of-type .tick')].filter(tick => tick.style.display !== 'none').map(tick => tick.textContent).join()"
    before = page.evaluate(labels)
    page.locator(".zoom button[aria-label='Zoom in']").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    closer = page.evaluate(labels)
    wrong = check(closer != before, "keys zoom, and the axis has times of what is left")
    page.locator(".plot svg").first.dispatch_event("wheel", {"ctrlKey": True, "deltaY": -100, "bubbles": True, "cancelable": True})
    wrong += check(page.evaluate(labels) != closer, "the wheel zooms")
    page.keyboard.press("0")
    wrong += check(page.evaluate(labels) == before, "0 shows all again")
    overlaps = page.evaluate(OVERLAPS)
    page.locator(".zoom button[aria-label='Zoom in']").click(click_count=3)
    closer = page.evaluate(OVERLAPS)
    return wrong + check(not overlaps and not closer, f"labels do not overlap, near or far {overlaps[:3]} {closer[:3]}")


def copied(browser, address):
    page = open_page(browser, address)
    page.evaluate("navigator.clipboard ? navigator.clipboard.writeText = async (text) => { window.copied = text } : "
                  "Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text } } })")
    page.locator(".request > summary").first.click()
    page.locator(".request.open .copy summary").click()
    page.locator(".request.open button", has_text="Copy HAR entry").click()
    page.wait_for_function("window.copied")
    entry = json.loads(page.evaluate("window.copied"))
    url = entry["request"]["url"]
    wrong = check(url.startswith("http") and entry["startedDateTime"].endswith("Z") and entry["request"]["headers"] != [], "a request is copied as a HAR entry")
    page.locator(".request.open button", has_text="Copy cURL").click()
    page.wait_for_function("window.copied.startsWith('curl')")
    return wrong + check(url.split("?")[0] in page.evaluate("window.copied"), "and as cURL")


def in_print(browser, address):
    page = open_page(browser, address)
    wrong = check(len(page.pdf()) > 10_000, "it prints")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    wrong += check(page.locator(".controls:visible, .zoom:visible, nav:visible").count() == 0, "without controls")
    proofs = page.locator(".request.proof .whole")
    return wrong + check(proofs.count() > 0 and proofs.first.is_visible(), "with the requests that prove its findings")


def narrow(browser, name, address):
    page = open_page(browser, address, viewport={"width": 390, "height": 800})
    wide = page.evaluate("document.documentElement.scrollWidth")
    rows = page.locator(".request > summary")
    if rows.count():
        rows.first.click()
        wide = max(wide, page.evaluate("document.documentElement.scrollWidth"), page.locator(".request.open .whole").bounding_box()["width"])
    return check(wide <= 390, f"390 pixels are enough for {name} ({wide:.0f})")


def repeated(browser, tool, name, address, folder):
    """The command that a page prints, in the folder from which its names are written, gives the same page again."""
    command = shlex.split(open_page(browser, address).locator("#environment pre code").first.inner_text())
    start = next(folder for folder in PAGES[name][0].parents if (folder / command[2]).exists())
    again = folder / f"{name}-again.html"
    subprocess.run([tool, *command[1:command.index("--db")], "--output", again], cwd=start, check=False, capture_output=True)
    parts = re.compile(r'<h1>.*?</h1>|id="f-[^"]*"|<code>[0-9a-f]{64}</code>')
    first = parts.findall((folder / f"{name}.html").read_text())
    return check(again.exists() and parts.findall(again.read_text()) == first, f"the command of {name} repeats it")


TRICKS = """"><img src=https://evil.test/1.png onerror=pwned=1><script>pwned=1;fetch('https://evil.test/2')</script>'><svg onload=pwned=1>
</code></style><link rel=stylesheet href=https://evil.test/3.css>javascript:pwned=1 --></script><script>pwned=1</script>"""


def hostile(browser, tool, folder):
    """Markup and script wherever a capture has text: nothing of it runs, and nothing leaves the page."""
    log = json.loads((CAPTURES / "looping-player.har").read_text())
    for entry in log["log"]["entries"]:
        entry["comment"] = TRICKS
        entry["request"]["headers"].append({"name": "X-" + TRICKS, "value": TRICKS})
        entry["response"]["statusText"] = TRICKS
        if "tracker" in entry["request"]["url"]:
            entry["request"]["url"] += "&x=" + TRICKS.replace("\n", " ")
        content = entry["response"]["content"]
        if "<VAST" in content.get("text", ""):
            content["text"] = content["text"].replace("Lab spot", f"<![CDATA[{TRICKS}]]>")
    path = folder / "hostile.har"
    path.write_text(json.dumps(log))
    page = open_page(browser, report(tool, "hostile", [path], folder))
    page.on("dialog", lambda dialog: page.problems.append(dialog.message))
    wrong = check("evil.test" in page.content(), "a hostile capture is shown")
    for row in range(min(5, page.locator(".request").count())):
        page.locator(".request > summary").nth(row).dispatch_event("click")
    page.fill("input[type=search]", "evil")
    page.wait_for_timeout(300)
    holds = page.evaluate("typeof pwned === 'undefined'") and page.problems == []
    holds = holds and page.locator("a[href]:not([href^='#']), img, iframe, link").count() == 0
    return wrong + check(holds, f"none of it runs, and nothing is asked for {page.problems[:2]}")


def picture(colour):
    """A PNG of 90 by 160 pixels."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(colour) * 90) * 160
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 90, 160, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def screens(browser, tool, folder):
    """Pictures of the screen, named by their time."""
    shots = folder / "screens"
    shots.mkdir()
    for second in range(14, 29, 2):
        (shots / f"Screenshot_20261121-0423{second}.png").write_bytes(picture((second * 8, 90, 160)))
    page = open_page(browser, report(tool, "screens", [CAPTURES / "missing-quartile.har", "--screens", shots], folder))
    page.problems[:] = [problem for problem in page.problems if not problem.startswith("data:")]
    wrong = check(page.locator("ol.screens li").count() == 8, "screens are listed")
    wrong += check(page.locator(".plot svg a[href^='#screen-']").count() >= 3, "and stand on the timeline")
    wrong += check(page.locator(".whole a[href^='#screen-']").count() > 5, "requests lead to the screen before them")
    return wrong + check(page.problems == [], f"without a request {page.problems}")


def thread_time(session):
    """Seconds that Chromium itself spent on the page, whatever else the machine does."""
    return next(metric["value"] for metric in session.send("Performance.getMetrics")["metrics"] if metric["name"] == "ThreadTime")


def loaded(browser, address):
    """Seconds of Chromium's time until a page is laid out and its script has run, of the best of three loads."""
    times = []
    for _ in range(3):
        page = browser.new_context().new_page()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(address, wait_until="load")
        page.evaluate("document.body.offsetHeight")
        times.append(thread_time(session))
        page.context.close()
    return min(times)


def thousand(browser, tool, folder):
    """Some thousand findings, of 340 ads and of a thousand."""
    empty = folder / "empty.html"
    empty.write_text("<!doctype html><title>x</title>")
    wrong = 0
    for ads in (340, 1000):
        name = f"{ads}-ads"
        address = report(tool, name, [many_ads(folder, ads)], folder)
        page = open_page(browser, address)
        count = page.locator(".finding, .finding-line").count()
        size = (folder / f"{name}.html").stat().st_size
        wrong += check(count >= 1000 and size <= 1_500_000, f"{count} findings are {size / 1e6:.2f} MB")
        beyond = loaded(browser, address) - loaded(browser, empty.as_uri())
        wrong += check(beyond <= 1, f"interactive after {beyond * 1000:.0f} ms of Chromium's time beyond an empty page")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = thread_time(session)
        page.fill("input[type=search]", "A77")
        page.evaluate("document.body.offsetHeight")
        took = thread_time(session) - before
        wrong += check(took <= 1 and "of" in page.locator(".controls [role=status]").inner_text(), f"a search takes {took * 1000:.0f} ms of it")
    return wrong


def large_index(browser, tool, folder, pictures):
    """Two thousand captures of one ad each, every seventh without its midpoint."""
    captures = folder / "two-thousand"
    captures.mkdir()
    whole, lacking = many_ads(folder, 1), many_ads(folder, 4)
    for number in range(2000):
        os.link(lacking if number % 7 == 3 else whole, captures / f"run-{number:04}.har")
    page = folder / "large-index.html"
    page.write_bytes(subprocess.run([tool, "batch", captures, "--no-config", "--format", "html"], check=False, capture_output=True).stdout)
    address = page.as_uri()
    page = open_page(browser, address)
    rows = page.locator("#captures-table tbody tr")
    wrong = check(rows.count() == 2000, "an index of 2,000 captures")
    for words, action in {
        "sorting": "document.querySelector('th:nth-child(2) button').click()",
        "a chip": "document.querySelector('.chips button').click()",
        "searching": "(() => { const box = document.querySelector('input'); box.value = '77'; box.dispatchEvent(new Event('input')) })()",
    }.items():
        took = page.evaluate(f"(() => {{ const at = performance.now(); {action}; document.body.offsetHeight; return performance.now() - at }})()")
        # A second on a machine of its own; this one may be shared.
        wrong += check(took <= 5000, f"{words} it takes {took:.0f} ms")
    if pictures:
        open_page(browser, address, viewport={"width": 1280, "height": 900}).screenshot(path=pictures / "large-index.png")
    return wrong


def deep_link(browser, address):
    page = open_page(browser, address)
    name = page.locator(".whole").first.get_attribute("id")
    page = open_page(browser, f"{address}#{name}")
    return check(page.locator(f".request.open > #{name}").count() == 1, "a link to a request opens it")


def without_script(browser, address):
    page = open_page(browser, address, java_script_enabled=False)
    holds = page.locator("h1:visible").count() == 1 and page.locator(".request").count() > 0
    page.locator(".finding td a").first.click()
    whole = page.locator(page.url[page.url.index("#"):])
    return check(holds and whole.is_visible(), "without script all is there, and links lead to requests, which open")


def many_ads(folder, count=30):
    """A HAR of as many ads, every seventh without its midpoint; where there are very many, all of them."""
    events = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"]
    begin = datetime.datetime(2026, 11, 20, 10, tzinfo=datetime.timezone.utc)
    entries = []

    def entry(at, url, body="", mime="image/gif"):
        started = (begin + datetime.timedelta(seconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        side = {"httpVersion": "h2", "headers": [], "cookies": [], "headersSize": -1, "bodySize": -1}
        entries.append({
            "startedDateTime": started, "time": 40, "cache": {}, "timings": {"send": 1, "wait": 30, "receive": 9},
            "request": {"method": "GET", "url": url, "queryString": [], **side},
            "response": {"status": 200, "statusText": "", "redirectURL": "",
                         "content": {"size": len(body), "mimeType": mime, "text": body}, **side},
        })

    for ad in range(count):
        tracking = "".join(f'<Tracking event="{event}">https://t.ads.test/{ad}/{event}</Tracking>' for event in events)
        entry(ad * 40, f"https://ads.test/vast?ad={ad}", (
            f'<VAST version="4.2"><Ad id="A{ad}"><InLine><AdSystem>x</AdSystem><AdTitle>Spot {ad}</AdTitle>'
            f"<Impression>https://t.ads.test/{ad}/impression</Impression><Creatives><Creative><Linear>"
            f"<Duration>00:00:20</Duration><TrackingEvents>{tracking}</TrackingEvents></Linear></Creative></Creatives>"
            "</InLine></Ad></VAST>"), "application/xml")
        entry(ad * 40 + 0.6, f"https://t.ads.test/{ad}/impression")
        for place, event in enumerate(events):
            if event != "midpoint" or (ad % 7 != 3 and count <= 30):
                entry(ad * 40 + 0.7 + 5 * place, f"https://t.ads.test/{ad}/{event}")
    path = folder / f"{count}-ads.har"
    path.write_text(json.dumps({"log": {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": entries}}))
    return path


def matrix(browser, address):
    page = open_page(browser, address)
    cell = page.locator("td.cell.bad a").first
    wrong = check(page.locator("td.cell.bad").count() == 4 and cell.inner_text() == "missing", "a row for each ad, its faults marked")
    cell.click()
    wrong += check(page.locator(".finding:target").count() == 1, "a fault of the matrix leads to its finding")
    waiting = page.locator("summary", has_text="without findings")
    return wrong + check(waiting.count() == 1 and not waiting.locator("xpath=..").get_attribute("open"), "faultless ads wait")


def index(browser, address):
    page = open_page(browser, address)
    rows = page.locator("#captures-table tbody tr")
    wrong = check(rows.first.get_attribute("data-outcome") == "FAIL", "failures come first")
    page.locator("th button", has_text="Capture").click()
    names = rows.locator("td:nth-child(2)").all_inner_texts()
    wrong += check(names == sorted(names), "a click on a heading sorts")
    page.locator(".chips button", has_text="FAIL").click()
    shown = page.locator("#captures-table tbody tr:visible").count()
    wrong += check(0 < shown < len(names), "a chip leaves its captures")
    again = open_page(browser, page.url)
    wrong += check(again.locator("#captures-table tbody tr:visible").count() == shown, "a link keeps the choice")
    plain = open_page(browser, address, java_script_enabled=False)
    return wrong + check(plain.locator("#captures-table tbody tr").count() == len(names), "without script all is there")


def in_firefox(pages, folder):
    """Its own protocol drives the system's Firefox: nothing of it is patched."""
    profile = folder / "firefox"
    profile.mkdir()
    started = subprocess.Popen(
        [FIREFOX, "--headless", "-marionette", "-no-remote", "-profile", str(profile)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    driver = Marionette(host="127.0.0.1", port=2828)
    for _ in range(60):
        try:
            driver.start_session()
            break
        except (MarionetteException, OSError):
            time.sleep(0.5)
    wrong = 0
    for name in ("fail", "many-ads", "index", "comparison"):
        driver.set_window_rect(width=1280, height=900)
        driver.navigate(pages[name])
        fits = driver.execute_script("return document.documentElement.scrollWidth <= innerWidth && document.querySelector('h1').offsetHeight > 0")
        wrong += check(fits, f"Firefox lays out {name}")
        printed = driver._send_message("WebDriver:Print", {}, key="value")
        wrong += check(len(printed) > 10_000, f"Firefox prints {name}")
    driver.navigate(pages["fail"])
    controls = driver.execute_script("return document.querySelectorAll('.controls button').length")
    started.terminate()
    started.wait()
    return wrong + check(controls > 0, "the script runs in Firefox")


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    pictures = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        folder = pathlib.Path(folder)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        pages = {name: report(tool, name, inputs, folder) for name, inputs in PAGES.items()}
        pages["many-ads"] = report(tool, "many-ads", [many_ads(folder)], folder)
        for name, command in {
            "index": ["batch", CAPTURES, "--no-config", "--format", "html"],
            "comparison": ["compare", CAPTURES / "clean-play.har", CAPTURES / "missing-quartile.har", "--format", "html"],
        }.items():
            page = folder / f"{name}.html"
            page.write_bytes(subprocess.run([tool, *map(str, command)], check=False, capture_output=True).stdout)
            pages[name] = page.as_uri()
        failing = pages["fail"]
        for step in (by_filter, deep_link, without_script, copied, in_print):
            wrong += step(browser, failing)
        for name in ("fail", "loops", "cut", "nielsen"):
            wrong += zoomed(browser, pages[name])
        wrong += by_mouse(browser, pages["loops"]) + by_keyboard(browser, pages["loops"])
        wrong += matrix(browser, pages["many-ads"]) + by_ad(browser, pages["many-ads"]) + index(browser, pages["index"])
        wrong += hostile(browser, tool, folder) + screens(browser, tool, folder)
        wrong += thousand(browser, tool, folder) + large_index(browser, tool, folder, pictures)
        for name in PAGES:
            wrong += repeated(browser, tool, name, pages[name], folder)
        for name, words in HEADLINES.items():
            wrong += check(open_page(browser, pages[name]).locator("h1").inner_text() == words, f"{name} begins with {words}")
        remedy = open_page(browser, pages["encrypted"]).locator("#undecided")
        before = remedy.evaluate("part => part.compareDocumentPosition(document.getElementById('timeline')) & 4")
        wrong += check(before and "What would decide it" in remedy.inner_text(), "what would decide comes before the timeline")
        for name, address in pages.items():
            wrong += narrow(browser, name, address)
            empty = [title for title in open_page(browser, address).locator("h2, h3, nav a").all_inner_texts() if "(0)" in title]
            wrong += check(not empty, f"{name} has no section of nothing {empty}")
        for name, address in pages.items():
            for scheme in ("light", "dark"):
                page = open_page(browser, address, color_scheme=scheme)
                wrong += accessible(page, f"{name}, {scheme}")
                if pictures and scheme == "light":
                    page.screenshot(path=pictures / f"{name}.png", full_page=True)
        page = open_page(browser, failing)
        page.locator(".finding td a").first.click()
        wrong += accessible(page, "an open request")
        if pictures:
            page.set_viewport_size({"width": 1280, "height": 900})
            page.screenshot(path=pictures / "request.png")
        wrong += in_firefox(pages, folder) if FIREFOX else 0
    sys.exit(1 if wrong else 0)


main()
