"""Hostile traffic at any size, as a browser's recording or a call log: the shapes that scripts/growth.py measures.

Each function takes a size and a folder, writes its inputs there, and returns their paths.
"""

import datetime
import json
import os

BEGIN = datetime.datetime(2026, 1, 31, 10, tzinfo=datetime.timezone.utc)
EVENTS = {"start": 0.31, "firstQuartile": 7.5, "midpoint": 15.0, "thirdQuartile": 22.5, "complete": 30.0}


def stamp(at):
    return (BEGIN + datetime.timedelta(seconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def entry(at, url, mime="image/gif", text=None, headers=(), cookies=(), status=200, location=""):
    content = {"size": len(text) if text else 43, "mimeType": mime}
    if text is not None:
        content["text"] = text
    answered = [{"name": "content-type", "value": mime}] + ([{"name": "location", "value": location}] if location else [])
    return {"startedDateTime": stamp(at), "time": 20,
            "request": {"method": "GET", "url": url, "httpVersion": "h2", "queryString": [], "headersSize": -1, "bodySize": 0,
                        "headers": [{"name": name, "value": value} for name, value in headers],
                        "cookies": [{"name": name, "value": value} for name, value in cookies]},
            "response": {"status": status, "statusText": "", "httpVersion": "h2", "headers": answered, "cookies": [],
                         "content": content, "redirectURL": location, "headersSize": -1, "bodySize": content["size"]},
            "cache": {}, "timings": {"send": 0, "wait": 20, "receive": 0}}


def har(folder, entries):
    path = os.path.join(folder, "run.har")
    with open(path, "w") as out:
        out.write('{"log":{"version":"1.2","creator":{"name":"growth","version":"1"},"entries":[')
        for number, item in enumerate(entries):
            out.write((",\n" if number else "") + json.dumps(item, separators=(",", ":")))
        out.write("]}}\n")
    return [path]


def lines(folder, items, name="run.nielsen.jsonl"):
    path = os.path.join(folder, name)
    with open(path, "w") as out:
        for item in items:
            out.write(json.dumps(item, separators=(",", ":")) + "\n")
    return [path]


# Ads

def ad(name, impressions=(), trackings=(), extra="", sequence=""):
    shown = "".join(f"<Impression><![CDATA[{url}]]></Impression>" for url in impressions)
    tracked = "".join(f'<Tracking event="{event}"><![CDATA[{url}]]></Tracking>' for event, url in trackings)
    return (f'<Ad id="{name}"{sequence}><InLine><AdSystem>a</AdSystem><AdTitle>{name}</AdTitle>{shown}<Creatives><Creative><Linear>'
            f'<Duration>00:00:30</Duration><TrackingEvents>{tracked}</TrackingEvents><MediaFiles><MediaFile delivery="progressive" '
            f'type="video/mp4" width="640" height="360"><![CDATA[https://media.test/{name}.mp4]]></MediaFile></MediaFiles>'
            f'</Linear></Creative></Creatives>{extra}</InLine></Ad>')


def vast(*ads):
    return '<VAST version="4.0">' + "".join(ads) + "</VAST>"


def tracker(event, name="A", more=""):
    return f"https://t.test/px?e={event}&ad={name}{more}"


def play(at, name="A", extra="", document=None, impressions=None, trackings=None):
    """A correct play of one ad."""
    trackings = [(event, tracker(event, name)) for event in EVENTS] if trackings is None else trackings
    impressions = [tracker("impression", name)] if impressions is None else impressions
    document = document or vast(ad(name, impressions, trackings, extra))
    yield entry(at, f"https://ads.test/vast?n={name}", "application/xml", document)
    yield entry(at + 0.1, f"https://media.test/{name}.mp4", "video/mp4")
    for number, url in enumerate(impressions):
        yield entry(at + 0.3 + number * 1e-5, url)
    for number, (event, url) in enumerate(sorted(trackings, key=lambda one: EVENTS.get(one[0], 1))):
        yield entry(at + EVENTS.get(event, 1) + number * 1e-5, url)


def extended(extra):
    return lambda n, folder: har(folder, play(0, extra="<Extensions>" + extra(n) + "</Extensions>"))


def declared(trackings, fired=False):
    """One ad with a list of trackers, of which all are fired or those of a correct play."""
    def make(n, folder):
        more = trackings(n)
        usual = [(event, tracker(event)) for event in EVENTS]
        if fired:
            return har(folder, play(0, trackings=usual + more))
        entries = list(play(0))
        document = vast(ad("A", [tracker("impression")], usual + more))
        return har(folder, [entry(0, "https://ads.test/vast?n=A", "application/xml", document)] + entries[1:])
    return make


def impressions(url):
    return lambda n, folder: har(folder, play(0, impressions=[url(number) for number in range(n)]))


def fired_again(n, folder):
    return har(folder, list(play(0)) + [entry(31 + k * 0.001, tracker("start")) for k in range(n)])


def wrappers(n, folder):
    def entries():
        for k in range(n):
            url = f"https://ads.test/w?n={k + 1}"
            yield entry(k * 0.01, f"https://ads.test/w?n={k}", "application/xml",
                        f'<VAST version="4.0"><Ad id="W{k}"><Wrapper><AdSystem>a</AdSystem><VASTAdTagURI><![CDATA[{url}]]></VASTAdTagURI>'
                        f'<Impression><![CDATA[{tracker("impression", f"W{k}")}]]></Impression></Wrapper></Ad></VAST>')
        inner = list(play(n * 0.01))
        inner[0]["request"]["url"] = f"https://ads.test/w?n={n}"
        yield from inner
        for k in range(n):
            yield entry(n * 0.01 + 0.3, tracker("impression", f"W{k}"))
    return har(folder, entries())


def plays(n, folder):
    return har(folder, (one for k in range(n) for one in play(k * 35, f"A{k}")))


def plays_at_once(n, folder):
    return har(folder, sorted((one for k in range(n) for one in play(k * 0.01, f"A{k}")), key=lambda one: one["startedDateTime"]))


def unplayed(n, folder):
    """One document n times, played the last time."""
    entries = [next(iter(play(k * 0.1))) for k in range(n)]
    return har(folder, entries + list(play(n * 0.1)))


def answers_of_wrapper(n, folder):
    """A wrapper whose tag is asked n times, each answer with an ad of its own that is played."""
    text = (f'<VAST version="4.0"><Ad id="W"><Wrapper><AdSystem>a</AdSystem><VASTAdTagURI><![CDATA[https://ads.test/inner]]></VASTAdTagURI>'
            f'<Impression><![CDATA[{tracker("impression", "W")}]]></Impression></Wrapper></Ad></VAST>')
    entries = [entry(0, "https://ads.test/w", "application/xml", text)]
    for k in range(n):
        inner = list(play(1 + k * 35, f"A{k}"))
        inner[0]["request"]["url"] = "https://ads.test/inner"
        entries += inner[:3] + [entry(1.3 + k * 35, tracker("impression", "W"))] + inner[3:]
    return har(folder, entries)


def macro_names(n, folder):
    """Trackers that differ in the name of a macro alone: each request is one of all."""
    usual = [(event, tracker(event)) for event in EVENTS]
    ads = [ad(f"A{k}", [tracker("impression", f"A{k}")], usual + [("start", f"https://t.test/px?v=[M{k}_{j}]") for j in range(50)])
           for k in range(max(1, n // 50))]
    return har(folder, [entry(0, "https://ads.test/vast", "application/xml", vast(*ads))]
               + [entry(2 + k * 0.01, f"https://t.test/px?v={k}") for k in range(n // 4)])


def same_document(n, folder):
    return har(folder, (one for k in range(n) for one in play(k * 35)))


def pod(n, folder):
    names = [f"A{k}" for k in range(n)]
    ads = [ad(name, [tracker("impression", name)], [(event, tracker(event, name)) for event in EVENTS], sequence=f' sequence="{k + 1}"')
           for k, name in enumerate(names)]
    entries = [entry(0, "https://ads.test/vast", "application/xml", vast(*ads))]
    for k, name in enumerate(names):
        entries += list(play(k * 30.5 + 0.1, name))[1:]
    return har(folder, entries)


def vmap(n, folder):
    breaks = "".join(
        f'<vmap:AdBreak timeOffset="{k // 3600:02}:{k // 60 % 60:02}:{k % 60:02}" breakType="linear" breakId="b{k}"><vmap:AdSource id="s{k}"><vmap:AdTagURI '
        f'templateType="vast3"><![CDATA[https://ads.test/vast?n=B{k}]]></vmap:AdTagURI></vmap:AdSource></vmap:AdBreak>' for k in range(n))
    text = f'<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">{breaks}</vmap:VMAP>'
    return har(folder, [entry(0, "https://ads.test/vmap", "application/xml", text)] + list(play(1)))


def macros(text, sent):
    """A tracker with n macros, and a request that is nearly one of it."""
    def make(n, folder):
        usual = [(event, tracker(event)) for event in EVENTS]
        odd = "https://t.test/m?" + text * n + "end"
        document = vast(ad("A", [tracker("impression")], usual + [("start", odd)]))
        entries = [entry(0, "https://ads.test/vast?n=A", "application/xml", document)] + list(play(0))[1:]
        return har(folder, entries + [entry(2 + k * 0.1, "https://t.test/m?" + sent * n + "tail") for k in range(8)])
    return make


def alike(n, folder):
    """Trackers that differ in a value alone, and requests that match none of them."""
    usual = [(event, tracker(event)) for event in EVENTS]
    more = [("start", f"https://t.test/px/[CACHEBUSTING]?v={k}&r=[TIMESTAMP]") for k in range(n)]
    document = vast(ad("A", [tracker("impression")], usual + more))
    entries = [entry(0, "https://ads.test/vast?n=A", "application/xml", document)] + list(play(0))[1:]
    return har(folder, entries + [entry(2 + k * 0.001, f"https://t.test/px/{k}?v=x{k}&r=1") for k in range(n)])


def redirects_to_one(n, folder):
    """Redirects that all lead to one URL, which is asked for as often."""
    led = [entry(0.31 + k * 0.0001, f"https://t.test/hop?n={k}", status=302, location="https://t.test/end") for k in range(n)]
    return har(folder, list(play(0)) + led + [entry(40 + k * 0.0001, "https://t.test/end") for k in range(n)])


def redirects(n, folder):
    hop = lambda k: tracker("start") if k == 0 else f"https://t.test/hop?n={k}"
    chain = [entry(0.31 + k * 0.0001, hop(k), status=302, location=hop(k + 1)) for k in range(n)]
    return har(folder, [one for one in play(0) if one["request"]["url"] != tracker("start")] + chain + [entry(1, hop(n))])


# Requests

def request(url=lambda n: "https://other.test/a", headers=lambda n: (), cookies=lambda n: ()):
    return lambda n, folder: har(folder, list(play(0)) + [entry(1, url(n), headers=headers(n), cookies=cookies(n))])


def requests(url):
    return lambda n, folder: har(folder, list(play(0)) + [entry(1 + k * 0.001, url(k)) for k in range(n)])


def body(mime, text, url="https://other.test/doc"):
    return lambda n, folder: har(folder, list(play(0)) + [entry(1, url, mime, text(n))])


def broken_documents(n, folder):
    """Documents that cannot be read, each of them a stretch that hides something, among plays."""
    def entries():
        for k in range(n):
            yield from play(k * 35, f"A{k}")
            yield entry(k * 35 + 32, f"https://ads{k}.test/vast", "application/xml", "<VAST version='4.0'><Ad><InLine>")
    return har(folder, entries())


def unseen_documents(n, folder):
    """Documents whose bodies were not recorded, each of a host of its own, among plays: each hides something."""
    def entries():
        for k in range(n):
            yield from play(k * 35, f"A{k}")
            one = entry(k * 35 + 32, f"https://ads{k}.test/vast", "application/xml")
            one["response"]["content"]["size"] = 2_000
            yield one
    return har(folder, entries())


# HLS and stitched ads

def playlist(segments, first=0, tags="", end=False, ads=()):
    text = f"#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:{first}\n{tags}"
    text += f"#EXT-X-PROGRAM-DATE-TIME:{stamp(first * 6)}\n"
    text += "".join(f"{''.join(ads[k] if k < len(ads) else '')}#EXTINF:6.0,\nc{first + k}.ts\n" for k in range(segments))
    return text + ("#EXT-X-ENDLIST\n" if end else "")


HLS = "application/vnd.apple.mpegurl"


def refreshed(segments, step=1):
    def make(n, folder):
        return har(folder, (entry(k * 6, "https://hls.test/live.m3u8", HLS, playlist(segments(n), k * step)) for k in range(n)))
    return make


def vod(n, folder):
    return har(folder, [entry(0, "https://hls.test/vod.m3u8", HLS, playlist(n, end=True))])


def dateranges(uri=lambda k: f"https://ads.test/a{k}.m3u8", refreshes=1, asked=True):
    def make(n, folder):
        tags = "".join(f'#EXT-X-DATERANGE:ID="ad{k}",CLASS="com.apple.hls.interstitial",START-DATE="{stamp(10 + k * 20)}",DURATION=15,'
                       f'X-ASSET-URI="{uri(k)}",CUE="ONCE"\n' for k in range(n))
        entries = [entry(k, "https://hls.test/live.m3u8", HLS, playlist(4, tags=tags)) for k in range(refreshes)]
        if asked:
            entries += [entry(10 + k * 20, uri(k), HLS, playlist(2, end=True)) for k in range(n)]
        return har(folder, entries)
    return make


def shared_asset(status=200, own=False):
    """Interstitials that show one asset, which is asked for as often; or one that is the playlist they stand in."""
    def make(n, folder):
        uri = "https://hls.test/live.m3u8" if own else "https://ads.test/a.m3u8"
        tags = "".join(f'#EXT-X-DATERANGE:ID="ad{k}",CLASS="com.apple.hls.interstitial",START-DATE="{stamp(10 + k * 20)}",DURATION=15,'
                       f'X-ASSET-URI="{uri}",CUE="ONCE"\n' for k in range(n))
        entries = [entry(0, "https://hls.test/live.m3u8", HLS, playlist(4, tags=tags))]
        if not own:
            entries += [entry(10 + k * 100, uri, HLS, playlist(2, end=True), status=status) for k in range(n)]
        return har(folder, entries)
    return make


def long_asset(n, folder):
    uri = "https://ads.test/a" + "x" * n + ".m3u8"
    tags = (f'#EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",START-DATE="{stamp(10)}",DURATION=15,'
            f'X-ASSET-URI="{uri}",CUE="ONCE"\n')
    return har(folder, [entry(0, "https://hls.test/live.m3u8", HLS, playlist(40, tags=tags)),
                        entry(10, uri, HLS, playlist(2, end=True)), entry(40, uri, HLS, playlist(2, end=True))])


def assets(n):
    signal = lambda k: {"version": 2, "type": "slot", "payload": {"tracking": [
        {"type": event, "urls": [f"https://t.test/al?e={event}&n={k}"]} for event in ("impression", "start", "complete")]}}
    return json.dumps({"ASSETS": [{"URI": f"https://ads.test/s{k}.m3u8", "DURATION": 15, "X-AD-CREATIVE-SIGNALING": signal(k)} for k in range(n)]})


def asset_list(n, folder):
    tags = (f'#EXT-X-DATERANGE:ID="ad",CLASS="com.apple.hls.interstitial",START-DATE="{stamp(10)}",X-ASSET-LIST="https://ads.test/list.json"\n')
    entries = [entry(0, "https://hls.test/live.m3u8", HLS, playlist(40, tags=tags)),
               entry(9, "https://ads.test/list.json?_HLS_primary_id=1", "application/json", assets(n))]
    for k in range(n):
        entries.append(entry(10 + k * 15, f"https://ads.test/s{k}.m3u8?_HLS_primary_id=1", HLS, playlist(2, end=True)))
        entries += [entry(10 + k * 15, f"https://t.test/al?e={event}&n={k}") for event in ("impression", "start", "complete")]
    return har(folder, entries)


def asset_lists(n, folder):
    return har(folder, (entry(k * 5, f"https://ads.test/list{k}.json?_HLS_primary_id=1", "application/json", assets(1)) for k in range(n)))


def stitched(n, folder):
    """A playlist with n ads that names its beacons, fetched twice, each beacon fired."""
    marks = []
    for k in range(n):
        marks += [f"#EXT-X-DISCONTINUITY\n#EXT-X-BEACON:AD_LENGTH=12\n#EXT-X-BEACON:EVENT=start,URL=https://t.test/s{k}/start\n"
                  f"#EXT-X-BEACON:EVENT=complete,URL=https://t.test/s{k}/complete\n", ""]
    text = playlist(2 * n, ads=marks)
    entries = [entry(0, "https://hls.test/live.m3u8", HLS, text), entry(1, "https://hls.test/live.m3u8", HLS, text)]
    for k in range(n):
        entries += [entry(2 + k * 12, f"https://hls.test/c{2 * k}.ts", "video/mp2t"), entry(2.1 + k * 12, f"https://t.test/s{k}/start"),
                    entry(14 + k * 12, f"https://t.test/s{k}/complete")]
    return har(folder, entries)


def mediatailor(avails, polls, events=lambda n: 1):
    def make(n, folder):
        def avail(k):
            tracked = [{"eventType": "start", "eventId": str(j), "startTimeInSeconds": k, "beaconUrls": [f"https://t.test/mt/{k}/{j}"]}
                       for j in range(events(n))]
            return {"availId": str(k), "startTimeInSeconds": k * 10, "durationInSeconds": 10, "ads": [
                {"adId": f"a{k}", "startTimeInSeconds": k * 10, "durationInSeconds": 10, "trackingEvents": tracked}]}
        text = json.dumps({"avails": [avail(k) for k in range(avails(n))], "nextToken": "x"})
        entries = [entry(k * 0.01, "https://mt.test/v1/tracking/a/b/c", "application/json", text) for k in range(polls(n))]
        fired = [entry(polls(n) * 0.01 + k * 10, f"https://t.test/mt/{k}/{j}") for k in range(avails(n)) for j in range(events(n))]
        return har(folder, entries + fired)
    return make


def dai_pods(n, folder):
    entries = [entry(0, "https://dai.google.com/ssai/pods/api/v1/network/1/custom_asset/a/stream", "application/json",
                     json.dumps({"stream_id": "s1", "media_verification_url": "https://dai.google.com/view/p/s/",
                                 "metadata_url": "https://dai.google.com/linear/pods/adv/metadata", "polling_frequency": 10}))]
    for k in range(n):
        entries.append(entry(1 + k * 30, f"https://dai.google.com/linear/pods/v1/hls/network/1/custom_asset/a/pod/{k}.m3u8?stream_id=s1&pd=30000",
                             HLS, playlist(2, end=True)))
    return har(folder, entries)


def registered(path="ssai/pods/api/v1/network/1/custom_asset/a/stream"):
    return entry(0, f"https://dai.google.com/{path}", "application/json", json.dumps(
        {"stream_id": "s1", "stream_manifest": "https://dai.google.com/linear/m.m3u8",
         "media_verification_url": "https://dai.google.com/view/p/s/",
         "metadata_url": "https://dai.google.com/linear/pods/v1/adv/metadata/s1", "polling_frequency": 10}))


def metadata(at, tags):
    return entry(at, "https://dai.google.com/linear/pods/v1/adv/metadata/s1", "application/json",
                 json.dumps({"tags": tags, "ads": {}, "ad_breaks": {}}))


def pods_at_once(n, folder, same=False):
    """Pods that are loaded within the lead time of one another, with media that are kept elsewhere."""
    base = "https://dai.google.com/linear/pods/v1/hls/network/1/custom_asset/a/pod"
    entries = [registered(), metadata(0.5, {"google_1": {"type": "start"}, **{f"google_p{k}": {"type": "progress"} for k in range(n)}})]
    for k in range(n):
        pod = 1 if same else k
        entries += [entry(1 + k * 0.0002, f"{base}/{pod}.m3u8?stream_id=s1&pd=30000", HLS, "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\np/low.m3u8\n"),
                    entry(10 + k * 0.0002, f"{base}/{pod}/p/low.m3u8", HLS, f"#EXTM3U\n#EXTINF:10,\nhttps://media.test/{k}.ts\n#EXT-X-ENDLIST\n")]
    entries += [entry(20 + k * 0.0002, f"https://media.test/x{k}.ts", "video/mp2t") for k in range(n)]
    return har(folder, sorted(entries, key=lambda one: one["startedDateTime"]) + [metadata(200, {})])


def ads_left(n, folder, polls=True):
    """Ads of which only the first two tags are verified, with a poll behind each; or all without the midpoint."""
    kinds = ["start", "firstquartile"] if polls else ["start", "firstquartile", "thirdquartile", "complete"]
    types = ["start", "firstquartile", "midpoint", "thirdquartile", "complete"]
    tags = {f"google_{k:06}{types.index(kind)}": {"type": kind} for k in range(n) for kind in types}
    entries = [registered(), metadata(0.5, tags)]
    for k in range(n):
        for kind in kinds:
            entries.append(entry(1 + k * 30 + types.index(kind) * 5, f"https://dai.google.com/view/p/s/google_{k:06}{types.index(kind)}"))
        if polls:
            entries.append(metadata(1 + k * 30 + 29, {}))
    return har(folder, entries)


def dai_metadata(n, folder):
    tags = {f"google_{k:09}": {"ad": f"ad{k}", "ad_break_id": f"b{k}", "type": "start"} for k in range(n)}
    ads = {f"ad{k}": {"ad_break_id": f"b{k}", "position": 1, "duration": 15.0, "title": "t"} for k in range(n)}
    breaks = {f"b{k}": {"type": "mid", "duration": 15.0, "ads": 1} for k in range(n)}
    entries = [entry(0, "https://dai.google.com/linear/v1/hls/event/e/stream", "application/json",
                     json.dumps({"stream_id": "s1", "stream_manifest": "https://dai.google.com/linear/m.m3u8",
                                 "media_verification_url": "https://dai.google.com/view/p/s/",
                                 "metadata_url": "https://dai.google.com/linear/pods/v1/adv/metadata/s1", "polling_frequency": 10})),
               entry(1, "https://dai.google.com/linear/pods/v1/adv/metadata/s1", "application/json",
                     json.dumps({"tags": tags, "ads": ads, "ad_breaks": breaks}))]
    return har(folder, entries + [entry(2 + k, f"https://dai.google.com/view/p/s/google_{k:09}") for k in range(n)])


# Measurement

def nielsen(sessions):
    def make(n, folder):
        per = max(1, n // sessions(n))
        return har(folder, [entry(
            s * per * 60 + k * 60, f"https://secure-nlsb.imrworldwide.com/cgi-bin/gn?prd=dcr&ci=nlsnci1&ch=nlsnci1_c01&asid=P00000000-0000-0000-0000-000000000000"
            f"&sessionId=s{s}&c6=vc,c01&c12=apv,1&c16=sdkv,ai.9.2.0.0&tl=x&at=timer&rt=video&c29=plid,{s}&pingnum={k}"
            f"&c13=asid,P00000000-0000-0000-0000-000000000000&c3=st,c&cr=V&c25=st,1&r={s}{k}", "image/gif")
            for s in range(sessions(n)) for k in range(per)])
    return make


def omid(sessions):
    def make(n, folder):
        def message(session, kind, at, data=None):
            moment = int((BEGIN.timestamp() + at) * 1000)
            event = {"adSessionId": session, "timestamp": moment, "type": kind, **({"data": data} if data else {})}
            raw = "".join(f"%{ord(c):02X}" if not c.isalnum() else c for c in json.dumps(event))
            return entry(at, f"https://compliance.test/omsdk/sendmessage?adSessionId={session}&timestamp={moment}&type={kind}&rawJSON={raw}")
        entries = [entry(0, "https://compliance.test/omsdk/sendmessage?version=1.5.2"), entry(0.01, "https://compliance.test/omsdk/sendmessage?supported=yes")]
        per = max(1, n // sessions(n))
        view = {"adView": {"percentageInView": 100, "geometry": {"x": 0, "y": 0, "width": 9, "height": 9}}}
        for s in range(sessions(n)):
            at = 1 + s * 40
            entries += [message(f"S{s}", "sessionStart", at, {"context": {"apiVersion": "1.0", "environment": "app", "adSessionType": "native"}}),
                        message(f"S{s}", "loaded", at + 0.1, {"skippable": False, "mediaType": "video"}),
                        message(f"S{s}", "impression", at + 0.2, {"mediaType": "video", **view}), message(f"S{s}", "start", at + 0.3, {"duration": 30})]
            entries += [message(f"S{s}", "geometryChange", at + 0.4 + k * 0.001, view) for k in range(per)]
            entries.append(message(f"S{s}", "sessionFinish", at + 35))
        return har(folder, entries)
    return make


def calls(sessions, each=lambda n: None):
    def make(n, folder):
        def items():
            yield {"v": 1, "kind": "header", "app": "se.example.app", "os": "iOS 17.5", "sdk": "ai.9.2.0.0", "flavour": "global", "build": "release"}
            per = max(1, n // sessions(n))
            begin = 1_770_000_000
            for s in range(sessions(n)):
                at = s * (per + 10)
                call = lambda after, api, args: {"v": 1, "kind": "call", "t": round((begin + at + after) * 1000), "mono": round(5_000 + at + after, 3),
                                                 "inst": "A", "api": api, "args": args}
                if s == 0:
                    yield call(0, "init", {"appid": "P00000000-0000-0000-0000-000000000000"})
                yield call(0.9, "play", {"channelName": "one"})
                yield call(0.95, "loadMetadata", {"type": "content", "assetid": f"v{s}", "length": str(per + 10), "program": "p", "title": "t"})
                for second in range(1, per + 1):
                    yield each(second) or call(second, "playheadPosition", second)
                yield call(per + 0.5, "stop", None)
                yield call(per + 0.6, "end", None)
        return lines(folder, items())
    return make


def key_log(n, folder):
    path = os.path.join(folder, "keys.txt")
    with open(path, "w") as out:
        for k in range(n):
            out.write(f"CLIENT_TRAFFIC_SECRET_0 {k:064x} {k:064x}\n")
    return har(folder, play(0)) + [path]


SHAPES = {
    "attributes of one XML element": (10_000, extended(lambda n: "<x " + " ".join(f'a{k}="v"' for k in range(n)) + "/>")),
    "sibling XML elements": (24_000, extended(lambda n: "<x/>" * n)),
    "nested XML elements": (200_000, extended(lambda n: "<x>" * n + "</x>" * n)),
    "XML entities": (200_000, extended(lambda n: "<x>" + "&amp;" * n + "</x>")),
    "trackers of one event, none fired": (2_000, declared(lambda n: [("start", tracker("more", more=f"&n={k}")) for k in range(n)])),
    "trackers of one event, all fired": (2_000, declared(lambda n: [("start", tracker("more", more=f"&n={k}")) for k in range(n)], fired=True)),
    "one tracker URL declared n times": (4_000, declared(lambda n: [("start", tracker("same"))] * n)),
    "one tracker URL fired n times": (2_000, fired_again),
    "Impression URLs, different": (1_000, impressions(lambda k: tracker("impression", more=f"&n={k}"))),
    "Impression URLs, equal": (1_000, impressions(lambda k: tracker("impression"))),
    "wrappers around one ad": (250, wrappers),
    "VAST documents one after the other": (400, plays),
    "VAST documents at once": (400, plays_at_once),
    "one VAST document n times": (400, same_document),
    "copies of one VAST document, unplayed": (500, unplayed),
    "answers to one wrapper": (250, answers_of_wrapper),
    "trackers that differ in a macro's name": (3_200, macro_names),
    "ads in a pod": (250, pod),
    "breaks of a VMAP": (2_000, vmap),
    "macros in a tracker": (2_000, macros("a=[CACHEBUSTING]&", "a=1&")),
    "macros side by side": (2_000, macros("[CACHEBUSTING]", "a")),
    "trackers alike, requests of none": (500, alike),
    "hops of a redirect": (4_000, redirects),
    "redirects to one URL": (2_000, redirects_to_one),
    "unreadable documents among plays": (250, broken_documents),
    "unseen documents among plays": (250, unseen_documents),
    "header fields of a request": (80_000, request(headers=lambda n: [(f"x-{k}", "v") for k in range(n)])),
    "equal header fields": (80_000, request(headers=lambda n: [("x-a", "v")] * n)),
    "cookies of a request": (80_000, request(cookies=lambda n: [(f"c{k}", "v") for k in range(n)])),
    "HAR entries of one URL": (4_000, requests(lambda k: "https://other.test/a")),
    "HAR entries, a host each": (4_000, requests(lambda k: f"https://h{k}.test/a")),
    "query parameters of a URL": (50_000, request(url=lambda n: "https://t.test/px?e=start&" + "&".join(f"p{k}=v" for k in range(n)))),
    "query parameters of an ad request": (10_000, request(url=lambda n: "https://pubads.g.doubleclick.net/gampad/ads?iu=/1/a&correlator=1&output=vast&" + "&".join(f"p{k}=v" for k in range(n)))),
    "bytes of a URL": (1_000_000, request(url=lambda n: "https://t.test/" + "x" * n)),
    "percent signs of a URL": (400_000, request(url=lambda n: "https://t.test/px?e=" + "%25" * n)),
    "dots of a path": (400_000, request(url=lambda n: "https://t.test/" + "a/../" * n)),
    "bytes of an X-ASSET-URI": (100_000, long_asset),
    "JSON nesting in a body": (500_000, body("application/json", lambda n: '{"avails":' + "[" * n + "]" * n + "}")),
    "JSON members of a body": (100_000, body("application/json", lambda n: '{"avails":[],' + ",".join(f'"m{k}":1' for k in range(n)) + "}")),
    "segments of a playlist": (40_000, vod),
    "refreshes of a short playlist": (2_000, refreshed(lambda n: 10)),
    "n segments, n refreshes": (120, refreshed(lambda n: n)),
    "DATERANGEs of a playlist": (400, dateranges()),
    "DATERANGEs, 40 refreshes": (200, dateranges(refreshes=40, asked=False)),
    "interstitials of one asset": (400, shared_asset()),
    "interstitials of one asset, refused": (400, shared_asset(404)),
    "interstitials within their own asset": (400, shared_asset(own=True)),
    "assets of an asset list": (250, asset_list),
    "asset lists": (500, asset_lists),
    "ads in a playlist": (250, stitched),
    "MediaTailor avails": (800, mediatailor(lambda n: n, lambda n: 2)),
    "MediaTailor polls": (200, mediatailor(lambda n: 40, lambda n: n)),
    "MediaTailor events of one ad": (1_600, mediatailor(lambda n: 1, lambda n: 2, lambda n: n)),
    "DAI pods": (400, dai_pods),
    "DAI pods, media at once": (400, pods_at_once),
    "DAI pods of one id": (400, lambda n, folder: pods_at_once(n, folder, same=True)),
    "DAI ads left, polls behind": (400, ads_left),
    "DAI ads without midpoint": (400, lambda n, folder: ads_left(n, folder, polls=False)),
    "DAI metadata tags": (500, dai_metadata),
    "Nielsen pings of one session": (1_000, nielsen(lambda n: 1)),
    "Nielsen pings, ten each session": (1_000, nielsen(lambda n: max(1, n // 10))),
    "OMID events of one session": (1_000, omid(lambda n: 1)),
    "OMID sessions": (200, omid(lambda n: n)),
    "call-log lines": (4_000, calls(lambda n: 1)),
    "call-log lines, ten a session": (3_000, calls(lambda n: max(1, n // 10))),
    "unreadable call-log lines": (4_000, calls(lambda n: 1, lambda k: {"v": 1} if k % 2 else None)),
    "key-log lines": (50_000, key_log),
}
