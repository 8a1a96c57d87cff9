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
        /// Sends the first-party id although the app switched it off.
        var ignoresFPIDSwitch = false
        /// For how many days a first-party id is kept.
        var fpidDays = 180
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
    private(set) var uoo = ""
    private var isDisabled = false
    private(set) var sessionId = ""
    private(set) var plid = ""
    private(set) var opened = 0
    private var content: Segment?
    private var ad: Segment?
    private var playsAd = false
    private(set) var ads = 0
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
        if isFPIDEnabled || settings.ignoresFPIDSwitch, settings.knowsFPID {
            if let stored = device.fpid, opened - stored.made <= settings.fpidDays * 86_400 {
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
}

enum NielsenFlavour: String, Choice, Sendable { case global, noad, noid }
