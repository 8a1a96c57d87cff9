/// Viewings of a correct integration, one for each thing that happens to viewers.
enum NielsenViewing: String, CaseIterable {
    case plain, ads, pod, pause, longPause, interruptions, seeks, live, liveRewind, buffering, optOut, firstPartyOff
    case firstPartyOld, retries, offline, earlierRun, twoInstances, airPlay, pictureInPicture, kids, trackingDenied
    case leavesEarly, channelChange, playlist, appRestart, forcedByStop, renewedAfterAd

    /// Viewing stops without `end`: when it is closed, no recording of minutes shows.
    var staysOpen: Bool {
        [.leavesEarly, .channelChange, .appRestart, .pictureInPicture, .pod].contains(self)
    }

    func recording(seed: UInt64) -> NielsenRecording {
        var device = NielsenDevice(seed: seed, behaviour: behaviour)
        switch self {
        case .plain:
            device.open()
            device.play()
            device.load(length: 640)
            device.watch(from: 0, seconds: 641)
            device.stop()
            device.end()
        case .ads, .forcedByStop, .renewedAfterAd: return Self.withAds(&device)
        case .pod:
            device.open()
            device.play()
            device.load()
            device.load("preroll", "POD1", length: 35)
            device.watch(from: 0, seconds: 35)
            device.stop()
            device.load()
            device.watch(from: 0, seconds: 90)
            device.stop()
        case .pause:
            Self.begin(&device)
            device.watch(from: 0, seconds: 200)
            device.pause(seconds: 130)
            device.watch(from: 200, seconds: 250)
            device.stop()
            device.end()
        case .longPause:
            Self.begin(&device)
            device.watch(from: 0, seconds: 180)
            device.pause(seconds: 2_100)
            device.watch(from: 180, seconds: 420)
            device.stop()
            device.end()
        case .interruptions: return Self.interrupted(&device)
        case .seeks:
            Self.begin(&device)
            device.watch(from: 0, seconds: 60)
            device.seek(from: 60, to: 900)
            device.watch(from: 900, seconds: 60)
            device.seek(from: 960, to: 300)
            device.watch(from: 300, seconds: 260)
            device.stop()
            device.end()
        case .live, .liveRewind: return live(&device)
        case .buffering:
            Self.begin(&device)
            device.watch(from: 0, seconds: 40)
            device.buffer(seconds: 12)
            device.watch(from: 40, seconds: 300)
            device.stop()
            device.end()
        case .optOut:
            device.open()
            device.play()
            device.load()
            device.watch(from: 0, seconds: 120)
            device.pause(seconds: 20)
            device.optOut()
            device.watch(from: 120, seconds: 320)
            device.stop()
            device.end()
        case .firstPartyOff, .firstPartyOld:
            device.fpidDays = self == .firstPartyOff ? nil : 179
            Self.begin(&device)
            device.watch(from: 0, seconds: 320)
            device.stop()
            device.end()
        case .retries: return Self.retried(&device)
        case .offline:
            Self.begin(&device)
            device.watch(from: 0, seconds: 200)
            device.goOffline()
            device.wait(30)
            device.watch(from: 200, seconds: 320)
            device.stop()
            device.wait(10)
            device.comeBack()
            device.watch(from: 520, seconds: 30)
            device.stop()
            device.end()
        case .earlierRun: return Self.afterEarlierRun(&device, seed: seed)
        case .twoInstances: return Self.sideBySide(&device, seed: seed)
        case .airPlay:
            Self.begin(&device)
            device.watch(from: 0, seconds: 100)
            device.airPlay(true)
            device.watch(from: 100, seconds: 150)
            device.airPlay(false)
            device.watch(from: 250, seconds: 80)
            device.stop()
            device.end()
        case .pictureInPicture:
            Self.begin(&device)
            device.watch(from: 0, seconds: 50)
            device.event("pip_start")
            device.event("background")
            device.watch(from: 50, seconds: 50)
            device.event("foreground")
            device.event("pip_end")
            device.watch(from: 100, seconds: 50)
            device.stop()
        case .kids, .trackingDenied: return restricted(&device)
        case .leavesEarly:
            Self.begin(&device)
            device.watch(from: 0, seconds: 45)
            device.event("background")
            device.stop()
        case .channelChange:
            Self.begin(&device)
            device.watch(from: 0, seconds: 45)
            device.event("channel_change")
            device.stop()
            device.play(channel: "channel two")
            device.load("content", "PROGRAM2", length: 3_000, title: "Sporten")
            device.watch(from: 0, seconds: 330)
            device.stop()
            device.end()
        case .playlist:
            device.open()
            for (place, id) in ["CLIP1", "CLIP2", "CLIP3"].enumerated() {
                device.play(channel: "channel \(place)")
                device.load("content", id, length: 40)
                device.watch(from: 0, seconds: 41)
                device.stop()
                device.end()
                device.wait(3)
            }
        case .appRestart:
            Self.begin(&device)
            device.watch(from: 0, seconds: 45)
            device.event("kill")
            var again = NielsenDevice(seed: seed, instance: "A2")
            again.wait(400)
            again.open()
            again.play()
            again.load()
            again.watch(from: 45, seconds: 60)
            again.stop()
            again.end()
            var recording = device.finish()
            recording.add(again.finish())
            return recording
        }
        return device.finish()
    }

    private var behaviour: NielsenDevice.Behaviour {
        switch self {
        case .forcedByStop: NielsenDevice.Behaviour(stopForcesPing: true)
        case .renewedAfterAd: NielsenDevice.Behaviour(stopForcesPing: true, renewsAfterAd: true)
        default: NielsenDevice.Behaviour()
        }
    }

    private static func begin(_ device: inout NielsenDevice) {
        device.open()
        device.play()
        device.load()
    }

    private static func withAds(_ device: inout NielsenDevice) -> NielsenRecording {
        begin(&device)
        ad(&device, "preroll", "SPOT1", index: "1/2")
        ad(&device, "preroll", "SPOT2", index: "2/2")
        device.load()
        device.watch(from: 0, seconds: 370)
        device.stop()
        ad(&device, "midroll", "SPOT3", index: "1/1")
        device.load()
        device.watch(from: 370, seconds: 310)
        device.stop()
        device.end()
        ad(&device, "postroll", "SPOT4", index: "1/1")
        return device.finish()
    }

    private static func ad(_ device: inout NielsenDevice, _ type: String, _ id: String, index: String) {
        device.load(type, id, length: 15, index: index)
        device.watch(from: 0, seconds: 15)
        device.stop()
    }

    private static func interrupted(_ device: inout NielsenDevice) -> NielsenRecording {
        begin(&device)
        let pairs = [
            ("call", "call_end"), ("alarm", "alarm_end"), ("lock", "unlock"), ("background", "foreground"),
            ("pause", "resume"),
        ]
        for (place, pair) in pairs.enumerated() {
            device.watch(from: place * 70, seconds: 70)
            device.pause(seconds: 15, event: pair.0, until: pair.1)
        }
        device.watch(from: 350, seconds: 40)
        device.event("route_change", #""type":"headphones_out""#)
        device.stop()
        device.wait(8)
        device.event("play")
        device.watch(from: 390, seconds: 40)
        device.stop()
        device.end()
        return device.finish()
    }

    private func live(_ device: inout NielsenDevice) -> NielsenRecording {
        device.isLive = true
        device.open()
        device.play()
        device.load("content", "simulcast_4", length: 86_400, title: "")
        let delay = 12
        device.watch(from: Int(device.now) - delay, seconds: 320)
        if self == .liveRewind {
            let edge = Int(device.now) - delay
            device.seek(from: edge, to: edge - 600)
            device.watch(from: edge - 600, seconds: 60)
            device.seek(from: edge - 540, to: edge + 60)
            device.watch(from: edge + 60, seconds: 60)
        }
        device.stop()
        return device.finish()
    }

    private static func retried(_ device: inout NielsenDevice) -> NielsenRecording {
        begin(&device)
        ad(&device, "preroll", "SPOT1", index: "1/1")
        device.load()
        device.watch(from: 0, seconds: 330)
        device.stop()
        device.end()
        var recording = device.finish()
        for ping in recording.pings where ping.kind == .view || ping.kind == .duration {
            // One try in two was lost; the other was repeated by the transport.
            var again = ping
            again.at += 2
            again["c62"] = "sendTime,\(ping.created + 2)"
            if ping.kind == .view { again["sdd"] = ping["sdd"].replacing("retry,0", with: "retry,1") }
            recording.pings.append(again)
        }
        for index in recording.pings.indices where recording.pings[index]["sdd"].contains("retry,0") {
            let ping = recording.pings[index]
            let isRepeated = recording.pings.contains { $0.created == ping.created && $0.at > ping.at + 1 }
            if isRepeated { recording.pings[index].status = 0 }
        }
        return recording
    }

    /// Pings that an earlier run of the app stored arrive when it starts.
    private static func afterEarlierRun(_ device: inout NielsenDevice, seed: UInt64) -> NielsenRecording {
        begin(&device)
        device.watch(from: 0, seconds: 320)
        device.stop()
        device.end()
        var recording = device.finish()
        var earlier = NielsenDevice(seed: seed, instance: "Z")
        earlier.open()
        earlier.play()
        earlier.load("content", "PROGRAM0")
        earlier.watch(from: 0, seconds: 700)
        earlier.stop()
        var stored = earlier.finish()
        stored.shift(by: -40_000)
        for ping in stored.pings where ping.kind == .duration {
            var late = ping
            late.at = recording.from + 6
            late["c62"] = "sendTime,\(Int(late.at))"
            recording.pings.append(late)
        }
        return recording
    }

    /// Two players of one app at once.
    private static func sideBySide(_ device: inout NielsenDevice, seed: UInt64) -> NielsenRecording {
        begin(&device)
        device.event("pip_start")
        device.watch(from: 0, seconds: 320)
        device.stop()
        device.end()
        var other = NielsenDevice(seed: seed, instance: "B")
        other.open(isFirst: false)
        other.wait(20)
        other.play(channel: "channel two")
        other.load("content", "PROGRAM2", title: "Sporten")
        other.watch(from: 0, seconds: 200)
        other.stop()
        other.end()
        var recording = device.finish()
        recording.add(other.finish())
        return recording
    }

    private func restricted(_ device: inout NielsenDevice) -> NielsenRecording {
        device.hasAdvertisingID = false
        device.open()
        if self == .kids { device.optOut(showsPage: false) }
        device.play()
        device.load()
        device.watch(from: 0, seconds: 320)
        device.stop()
        device.end()
        var recording = device.finish()
        recording.header["flavour"] = self == .kids ? "noid" : "global"
        recording.header["att"] = self == .kids ? "na" : "denied"
        if self == .trackingDenied {
            recording.facts["privacy"] = ["attStatus": "denied"]
            recording.facts["nielsen", default: [:]]["flavour"] = "global"
        } else {
            recording.facts["nielsen", default: [:]]["flavour"] = "kids"
        }
        return recording
    }
}
