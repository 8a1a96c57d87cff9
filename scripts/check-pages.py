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
import shutil
import subprocess
import sys
import tempfile

import time

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
    "no-fault-seen": [CAPTURES / "ad-request-without-consent.har"],
    "consent": [CAPTURES / "ad-request-without-consent.har", "--facts", CAPTURES / "ad-request-without-consent.facts.yaml"],
    "family": [ROOT / "Examples/families/acme-missing-heartbeat.har", "--families", ROOT / "Examples/families"],
}
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
    page.locator("svg a[aria-label*='finding']").first.dispatch_event("click")
    opened = page.locator(".finding:target, .request.open")
    wrong = check(opened.count() == 1, "a mark at fault leads to its finding or request")
    page.locator(".finding td a").first.click()
    wrong += check(page.locator(".request.open").count() == 1, "a row of evidence opens its request")
    page.locator(".request.open .close").click()
    wrong += check(page.locator(".request.open").count() == 0, "and it closes")
    page.locator("svg a:not([aria-label*='finding'])").first.dispatch_event("click")
    wrong += check(page.locator(".request.open").count() == 1, "a beacon opens its request")
    return wrong + check(page.problems == [], f"nothing was asked for or complained of {page.problems}")


def by_keyboard(browser, address):
    page = open_page(browser, address)
    link = page.locator(".finding td a").first
    link.focus()
    page.keyboard.press("Enter")
    wrong = check(page.evaluate("document.activeElement.classList.contains('request')"), "Enter moves into the request")
    page.keyboard.press("Escape")
    wrong += check(link.evaluate("link => link === document.activeElement"), "Escape goes back to where one came from")
    mark = page.locator("svg a").first
    mark.focus()
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
    return wrong + check(again.locator(".finding:visible").count() == shown, "a link keeps the filter")


def deep_link(browser, address):
    page = open_page(browser, address)
    name = page.locator(".request").first.get_attribute("id")
    page = open_page(browser, f"{address}#{name}")
    return check(page.locator(f"#{name}.open").count() == 1, "a link to a request opens it")


def without_script(browser, address):
    page = open_page(browser, address, java_script_enabled=False)
    holds = page.locator("h1:visible").count() == 1 and page.locator(".request").count() > 0
    page.locator(".finding td a").first.click()
    return check(holds and "#r-" in page.url, "without script all is there, and links lead to requests")


def many_ads(folder, count=30):
    """A HAR of as many ads, every seventh without its midpoint."""
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
            if ad % 7 != 3 or event != "midpoint":
                entry(ad * 40 + 0.7 + 5 * place, f"https://t.ads.test/{ad}/{event}")
    path = folder / "many-ads.har"
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
        for step in (by_mouse, by_keyboard, by_filter, deep_link, without_script):
            wrong += step(browser, failing)
        wrong += matrix(browser, pages["many-ads"]) + index(browser, pages["index"])
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
        narrow = open_page(browser, failing, viewport={"width": 390, "height": 800})
        wide = narrow.evaluate("document.documentElement.scrollWidth")
        wrong += check(wide <= 390, f"390 pixels are enough ({wide})")
        printed = open_page(browser, failing)
        wrong += check(len(printed.pdf()) > 10_000, "it prints")
        wrong += in_firefox(pages, folder) if FIREFOX else 0
    sys.exit(1 if wrong else 0)


main()
