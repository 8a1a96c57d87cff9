/// The Nielsen SDK as its documents describe it: calls go in, requests come out. A value is an instance in a launch.
struct NielsenSDK {
    /// What can be wrong in the SDK, or in its configuration.
    struct Settings: Sendable {
        var secondsPerDuration = 300
        var host = "secure-sw.imrworldwide.com"
        /// `secure-dcr.vtwenty.com`, where the SDK sends pings with consent to tracking.
        var pingHost: String?
        var scheme = "https"
        var version = "9.2.0.0"
        var sendsAdViews = true
        var knowsFPID = true
        /// Forgets the first-party id between launches.
        var renewsFPID = false
        var endsPausedSessions = true
    }

    struct Segment {
        var metadata: [(String, JSON)]
        var isAd: Bool
        var viewing: String
        var sesid = ""
        var start: Microseconds?
        var viewed = 0.0
        var counted = 0
        var index = 0
        var last: Microseconds?
        var isLive = false
        var place: (Int, Int)?

        var assetid: String { NielsenSDK.text(metadata, "assetid") }
    }

    let settings: Settings
    let publisher: NielsenPublisher
    let instance: String
    let launch: Int
    let flavour: NielsenFlavour
    let isTracked: Bool
    var device: NielsenDevice
    var random: Randomness
    var isFPIDEnabled: Bool
    var appid: String
    private(set) var isOptedOut = false
    private var uoo = ""
    private var isDisabled = false
    private var sessionId = ""
    private var plid = ""
    private var opened = 0
    private var content: Segment?
    private var ad: Segment?
    private var playsAd = false
    private var ads = 0
    private var hasEnded = false

    init(
        settings: Settings, publisher: NielsenPublisher, instance: String, launch: Int, flavour: NielsenFlavour,
        isTracked: Bool, device: NielsenDevice, random: Randomness, appInfo: [(String, JSON)], isOptedOut: Bool
    ) {
        self.settings = settings
        self.publisher = publisher
        self.instance = instance
        self.launch = launch
        self.flavour = flavour
        self.isTracked = isTracked
        self.device = device
        self.random = random
        appid = Self.text(appInfo, "appid")
        self.isOptedOut = isOptedOut
        uoo = isOptedOut ? "true" : ""
        isFPIDEnabled = Self.text(appInfo, "enableFpid") != "false"
    }

    static func text(_ members: [(String, JSON)], _ key: String) -> String {
        switch members.first(where: { $0.0 == key })?.1 {
        case .text(let text): text
        case .int(let int): String(int)
        case .flag(let flag): flag ? "true" : "false"
        default: ""
        }
    }

    // MARK: Calls

    mutating func start(at now: Microseconds) -> [NielsenPing] {
        opened = seconds(now)
        sessionId = name() + String(opened)
        plid = String(opened) + random.digits(7)
        if isFPIDEnabled, settings.knowsFPID {
            if let stored = device.fpid, opened - stored.made <= 180 * 86_400 {
                device.fpid = stored
            } else {
                device.fpid = (name() + String(opened), opened)
            }
        } else {
            device.fpid = nil
        }
        var pings = [config(at: now + random.int(90_000...260_000))]
        pings.append(session(at: pings[0].sent + random.int(120_000...300_000)))
        if device.lastEMM.map({ opened - $0 >= 86_400 }) ?? true {
            device.lastEMM = opened
            let at = pings[1].sent + random.int(20_000...90_000)
            pings.append(
                NielsenPing(
                    kind: .emm, host: sessionId + ".nuid.imrworldwide.com", scheme: settings.scheme, path: "/",
                    fields: [], created: at, sent: at, owner: "app", viewing: "", launch: launch, instance: instance))
        }
        return pings
    }

    mutating func take(_ call: NielsenCall) -> [NielsenPing] {
        if call.isCall("appDisableApi") {
            isDisabled = call.args == .flag(true)
            return []
        }
        if call.isCall("userOptOut") { return optOut(call) }
        guard !isDisabled else { return [] }
        switch call.name {
        case "play":
            hasEnded = false
            return []
        case "loadMetadata": return load(call)
        case "playheadPosition": return position(at: call.at)
        case "stop": return playsAd ? closeAd(at: call.at) : []
        case "end":
            let closed = (playsAd ? closeAd(at: call.at) : []) + closeContent(at: call.at, ending: 2)
            hasEnded = true
            return closed
        default: return []
        }
    }

    /// The device killed the app: what was open is sent at the next launch.
    mutating func flush(at now: Microseconds) -> [NielsenPing] {
        let made = (playsAd ? ad?.last : content?.last) ?? now
        var pings = playsAd ? closeAd(at: made) : []
        pings += closeContent(at: made, ending: 1)
        for place in pings.indices { leave(&pings[place], at: now) }
        return pings
    }

    private mutating func load(_ call: NielsenCall) -> [NielsenPing] {
        guard case .object(let metadata)? = call.args else { return [] }
        var pings = playsAd ? closeAd(at: call.at) : []
        let isContent = Self.text(metadata, "type") == "content"
        var segment = Segment(metadata: metadata, isAd: !isContent, viewing: call.owner + " part \(call.part)")
        segment.isLive = Self.text(metadata, "length") == "86400"
        guard isContent else {
            ads += 1
            segment.place = Self.place(call.details)
            ad = segment
            playsAd = true
            return pings
        }
        playsAd = false
        if var open = content, open.assetid == segment.assetid, !hasEnded {
            open.metadata = metadata
            content = open
        } else {
            pings += closeContent(at: call.at, ending: 1)
            content = segment
            hasEnded = false
        }
        return pings
    }

    private static func place(_ details: [(String, JSON)]) -> (Int, Int)? {
        guard case .int(let number)? = details.first(where: { $0.0 == "number" })?.1,
            case .int(let of)? = details.first(where: { $0.0 == "of" })?.1
        else { return nil }
        return (number, of)
    }

    private mutating func position(at now: Microseconds) -> [NielsenPing] {
        guard var segment = playsAd ? ad : content else { return [] }
        var pings: [NielsenPing] = []
        if let last = segment.last, now - last > 1_800_000_000, !segment.isAd, settings.endsPausedSessions {
            // 30 minutes without a position end the view session.
            pings += closeContent(at: last + 1_800_000_000, ending: 1)
            segment = Segment(metadata: segment.metadata, isAd: false, viewing: segment.viewing, isLive: segment.isLive)
        }
        if segment.start == nil {
            segment.start = now
            segment.sesid = name() + String(seconds(now))
            if !segment.isAd || settings.sendsAdViews {
                pings.append(ping(.view, of: segment, at: now, cln: 0, davty: 0))
            }
        } else if let last = segment.last {
            let gap = Double(now - last) / 1_000_000
            segment.viewed += gap <= 3 ? gap : 1
        }
        segment.last = now
        if Int(segment.viewed.rounded()) - segment.counted >= settings.secondsPerDuration, !segment.isAd {
            segment.index += 1
            segment.counted += settings.secondsPerDuration
            pings.append(ping(.duration, of: segment, at: now, cln: settings.secondsPerDuration, davty: 1))
        }
        if segment.isAd { ad = segment } else { content = segment }
        return pings
    }

    private mutating func closeAd(at now: Microseconds) -> [NielsenPing] {
        playsAd = false
        guard var segment = ad, segment.start != nil else { return [] }
        ad = nil
        segment.index = 1
        var final = ping(.duration, of: segment, at: now, cln: Int(segment.viewed.rounded()), davty: 1)
        final.isFinal = true
        return [final]
    }

    private mutating func closeContent(at now: Microseconds, ending davty: Int) -> [NielsenPing] {
        guard var segment = content else { return [] }
        content = nil
        let rest = Int(segment.viewed.rounded()) - segment.counted
        guard segment.start != nil, rest > 0 || davty == 2 else { return [] }
        segment.index += 1
        var final = ping(.duration, of: segment, at: now, cln: rest, davty: davty)
        final.isFinal = true
        return [final]
    }

    private mutating func optOut(_ call: NielsenCall) -> [NielsenPing] {
        guard case .text(let value)? = call.args, value == "nielsenappsdk://1" || value == "nielsenappsdk://0" else {
            return []
        }
        let out = value.hasSuffix("1")
        uoo = out ? "true" : isOptedOut ? "false" : ""
        isOptedOut = out
        content = nil
        return [config(at: call.at + random.int(60_000...200_000))]
    }

    // MARK: What is sent

    private func seconds(_ moment: Microseconds) -> Int { (moment + device.skew) / 1_000_000 }

    private mutating func name() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<29).map { _ in random.pick(letters) })
    }

    private var deviceId: String {
        isOptedOut || flavour != .global || !isTracked ? "" : device.advertisingId
    }

    private var build: String {
        "ai." + settings.version + "."
            + (flavour == .global ? "0_gsxaoni" : flavour == .noad ? "0_gsnaoni" : "0_gsidoni")
    }

    private var short: String { "ai." + settings.version.split(separator: ".").prefix(3).joined(separator: ".") }

    private func leave(_ ping: inout NielsenPing, at now: Microseconds) {
        ping.sent = now
        if ping.has("c62") { ping["c62"] = String(seconds(now)) }
    }

    private mutating func config(at now: Microseconds) -> NielsenPing {
        NielsenPing(
            kind: .config, host: settings.host, scheme: settings.scheme, path: "/cgi-bin/cfg",
            fields: [
                ("cfgv", "100"), ("longitude", ""), ("latitude", ""), ("apid", appid), ("apv", publisher.version),
                ("apn", URLText.escaped(publisher.app)), ("sdkv", short), ("nuid", deviceId), ("uoo", uoo),
                ("fp", isFPIDEnabled ? "true" : "false"),
            ], created: now, sent: now, owner: "app", viewing: "", launch: launch, instance: instance)
    }

    private mutating func session(at now: Microseconds) -> NielsenPing {
        NielsenPing(
            kind: .session, host: settings.host, scheme: settings.scheme, path: "/cgi-bin/gn",
            fields: [
                ("prd", "session"), ("c9", "devid," + deviceId), ("c13", "asid," + appid), ("sessionId", sessionId),
                ("c16", "sdkv," + short), ("uoo", uoo), ("fp_id", device.fpid?.name ?? ""), ("c30", "bldv," + build),
                ("enc", "true"), ("c61", "createtm,\(seconds(now))"), ("rnd", String((now + device.skew) / 1_000)),
            ], created: now, sent: now, owner: "app", viewing: "", launch: launch, instance: instance)
    }

    private mutating func ping(
        _ kind: NielsenPing.Kind, of segment: Segment, at now: Microseconds, cln: Int, davty: Int
    ) -> NielsenPing {
        let value = { (key: String) in URLText.escaped(Self.text(segment.metadata, key)) }
        let asset = value("assetid")
        let start = segment.start ?? now
        let fpid = device.fpid
        let vendor = flavour == .noid || isOptedOut ? "" : device.vendorId
        let letter = kind == .view ? "V1" : "D\(Swift.max(1, segment.index))"
        let adidx = segment.place.map { "\($0.0)%2F\($0.1)" } ?? ""
        let model = URLText.escaped(device.model)
        let fields: [(name: String, value: String)] = [
            ("prd", "dcr"), ("ci", publisher.client), ("ch", "\(publisher.client)_\(publisher.brand)_P"),
            ("asn", "defChnAsset"), ("fp_id", fpid?.name ?? ""), ("fp_cr_tm", fpid.map { String($0.made) } ?? ""),
            ("fp_acc_tm", fpid == nil ? "" : String(opened)),
            ("fp_emm_tm", fpid == nil ? "" : device.lastEMM.map { String($0) } ?? ""), ("ve_id", vendor),
            ("sessionId", sessionId), ("tl", value("title")), ("prv", "1"), ("c6", "vc," + publisher.brand),
            ("ca", "\(publisher.client)_\(publisher.brand)_\(asset)"), ("cg", value("program")),
            ("c13", "asid," + appid), ("c32", "segA,NA"), ("c33", "segB,NA"), ("c34", "segC,NA"),
            ("c15", "apn," + URLText.escaped(publisher.app)), ("plugv", ""), ("playerv", ""), ("sup", "1"),
            ("segment2", ""), ("segment1", ""), ("forward", "0"), ("ad", "1"), ("cr", "4_00_99_\(letter)_00000"),
            ("c9", "devid," + deviceId), ("enc", "true"), ("c1", "nuid," + deviceId),
            ("at", kind == .view ? "view" : "timer"), ("rt", "video"), ("c16", "sdkv," + short),
            ("c27", "cln,\(cln)"), ("crs", ""), ("lat", ""), ("lon", ""), ("c29", "plid," + plid),
            ("c30", "bldv," + build), ("st", "dcr"), ("c7", "osgrp,"), ("c8", "devgrp,"), ("c10", "plt,"),
            ("c40", "adbid,"), ("c14", "osver,iOS" + device.system), ("c26", "dmap,1"), ("dd", ""), ("hrd", ""),
            ("wkd", ""), ("c35", "adrsid,"), ("c36", "cref1,"), ("c37", "cref2,"), ("c11", "agg,1"),
            ("c12", "apv," + publisher.version), ("c51", "adl,\(segment.isAd ? cln : 0)"), ("c52", "noad,\(ads)"),
            ("sd", value("length")), ("pc", "NA"), ("c53", "fef,n"), ("c54", "oad," + value("airdate")),
            ("c55", "cref3,"), ("c57", "adldf,2"), ("ai", asset), ("c3", segment.isAd ? "st,a" : "st,c"),
            ("c64", "starttm,\(seconds(start))"), ("adid", asset),
            ("c58", "isLive,\(segment.isLive ? "true" : "false")"), ("c59", "sesid," + segment.sesid),
            ("c61", "createtm,\(seconds(now))"), ("c63", "pipMode,"), ("ci_userid", value("userid")),
            ("is_auto_play", value("isautoplay")), ("pl_title", ""), ("is_prem", value("ispremiumcontent")),
            ("is_prog", ""), ("ad_origin", ""), ("adidx", adidx), ("is_tpad", ""),
            ("ci_passthr", value("clientpassparam")), ("c62", "sendTime,\(seconds(now))"),
            ("c68", "bndlid," + publisher.bundle), ("c69", "cvw,"), ("nodeTM", ""), ("logTM", ""),
            ("c73", "phtype,"), ("c74", "dvcnm,"), ("c76", "adbsnid,"), ("uoo", uoo), ("c44", "progen,"),
            ("davty", String(davty)), ("si", ""), ("c66", "mediaurl,"),
            (
                "sdd",
                "retry,0~~retryreason,~~devmodel,\(model)~~devtypid,\(model)~~sysname,iOS"
                    + "~~sysversion,\(device.system)~~manuf,Apple"
            ), ("cat_id", random.uuid().lowercased()), ("vtoff", "0"), ("rnd", String((now + device.skew) / 1_000)),
        ]
        return NielsenPing(
            kind: kind, host: settings.pingHost ?? settings.host, scheme: settings.scheme, path: "/cgi-bin/gn",
            fields: fields, created: now, sent: now + random.int(15_000...180_000),
            owner: Self.text(segment.metadata, "assetid"), viewing: segment.viewing, isAd: segment.isAd,
            launch: launch, instance: instance)
    }
}

enum NielsenFlavour: String, Choice, Sendable { case global, noad, noid }
