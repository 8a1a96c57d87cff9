/// The laws, as the issue on the world names them.
enum LawBook {
    static let all = alike + more + less

    /// What must not change anything.
    private static let alike = [
        Law("other-exporter", "Another exporter wrote the file", .same) { story, recording in
            guard recording.hasHAR else { return nil }
            return World.record(
                story.chosen { script in
                    script[HARRecorder.dialect] = next(script[HARRecorder.dialect])
                    script[DeviceRecorder.dialect] = next(script[DeviceRecorder.dialect])
                })
        },
        Law("other-clock", "The recorder's clock is 7.3 seconds ahead", .same) { story, recording in
            guard recording.hasHAR, recording.files.count == 1 else { return nil }
            return World.record(
                story.with { requests in for place in requests.indices { requests[place].sentAt += 7_300_000 } }
                    .moved(by: 7_300_000))
        },
        Law("other-day", "All of it happened 23 days later", .same) { story, _ in
            var script = story.script
            script[Stage.days] += 23
            return World.record(World.play(script))
        },
        Law("unrelated-traffic", "Other apps of the device were talking, too", .same) { story, recording in
            guard recording.hasHAR else { return nil }
            return World.record(story.with { $0 = busy($0, story) })
        },
        Law("order-of-entries", "The entries of the file stand in another order", .same) { story, recording in
            guard recording.hasHAR, story.script[DeviceRecorder.traffic] != .twoProxies else { return nil }
            return World.record(
                story.with { requests in
                    var random = story.script.dice.stream("law order")
                    requests.shuffle(using: &random)
                })
        },
        Law("order-of-lines", "Some neighbouring lines of the log have changed places", .same) { story, recording in
            guard story.script[DeviceRecorder.format] == .lines else { return nil }
            return swapped(recording, story)
        },
        Law("same-file-twice", "One of the files is given twice", .same) { _, recording in
            guard let har = recording.files.first(where: { $0.name.hasSuffix(".har") }) else { return nil }
            var twice = recording
            twice.files.append(.init(name: "copy-of-" + har.name, bytes: har.bytes))
            return twice
        },
    ]

    /// What can only help.
    private static let more = [
        Law("recorder-more", "Packets without keys were recorded, too", .atLeastAsCertain) { story, recording in
            guard recording.hasHAR, !recording.files.contains(where: { $0.name.hasSuffix(".pcap") }) else { return nil }
            var more = recording
            more.files.append(.init(name: "phone.pcap", bytes: TunnelPackets(story: story, span: recording.span).bytes))
            return more
        },
        Law("declared-complete", "The person says that the recording is whole, as it is", .atLeastAsCertain) {
            story, recording in
            let isWhole = recording.span.lowerBound <= story.begin && recording.span.upperBound >= story.end
            guard isWhole, !recording.isComplete, recording.hasHAR else { return nil }
            var declared = recording
            declared.facts.append(("capture.complete", true))
            return declared
        },
        Law(
            "merged-with-another", "The same person watched something else afterwards, correctly, in the same file",
            .atLeastAsCertain
        ) {
            story, recording in
            guard recording.hasHAR, !recording.isComplete else { return nil }
            return merged(story)
        },
    ]

    /// What hides something.
    private static let less = [
        Law("host-hidden", "The proxy did not decrypt the host of the beacons", .hides) { story, recording in
            guard recording.hasHAR, let host = story.busiestHost else { return nil }
            return World.record(story.with { $0 = tunnelled($0, host) }).undeclared
        },
        Law("late-start", "The first quarter was not recorded", .hides) { story, recording in
            guard recording.hasHAR else { return nil }
            return World.record(story.with { $0.removeAll { $0.sentAt < story.moment(0.25) } }).undeclared
        },
        Law("early-stop", "The last quarter was not recorded", .hides) { story, recording in
            guard recording.hasHAR else { return nil }
            return World.record(story.with { $0.removeAll { $0.sentAt > story.moment(0.75) } }).undeclared
        },
        Law("no-log", "The log is not given", .withholds) { _, recording in
            guard recording.hasLog, recording.files.count > 1 else { return nil }
            var without = recording
            without.files.removeAll { $0.name.hasSuffix(".jsonl") || $0.name.hasSuffix(".log") }
            return without
        },
        Law("no-bodies", "The exporter left the bodies of answers out", .hides) { story, recording in
            guard recording.hasHAR else { return nil }
            return World.record(
                story.with { requests in for place in requests.indices { requests[place].answer.text = nil } })
        },
        Law("urls-cut", "URLs are cut at 1,024 characters", .hides) { story, recording in
            guard recording.hasHAR, story.requests.contains(where: { $0.url.utf8.count > 1_024 }) else { return nil }
            return World.record(
                story.with { requests in
                    for place in requests.indices { requests[place].url = String(requests[place].url.prefix(1_024)) }
                })
        },
        Law("queries-removed", "A sanitiser took all queries away", .hides) { story, recording in
            guard recording.hasHAR else { return nil }
            return World.record(
                story.with { requests in
                    for place in requests.indices {
                        requests[place].url = String(requests[place].url.prefix { $0 != "?" })
                    }
                })
        },
    ]

    // MARK: How

    private static func next(_ dialect: HARDialect) -> HARDialect {
        switch dialect {
        case .chrome: .firefox
        case .firefox, .playwright: .chrome
        case .charles: .mitmproxy
        case .proxyman: .charles
        case .mitmproxy: .proxyman
        }
    }

    /// Of the requests to a host only the tunnel is left, one for each half minute.
    private static func tunnelled(_ requests: [Request], _ host: String) -> [Request] {
        var last: Microseconds?
        return requests.compactMap { request in
            guard URLText.host(request.url) == host else { return request }
            guard last.map({ request.sentAt - $0 > 30_000_000 }) ?? true else { return nil }
            last = request.sentAt
            var tunnel = request
            tunnel.intent.method = "CONNECT"
            tunnel.intent.body = nil
            tunnel.url = "https://\(host)/"
            tunnel.answer = Answer(status: 200, type: "", bytes: 0)
            (tunnel.outcome, tunnel.status, tunnel.version, tunnel.follows) = (.delivered, 200, .http1, nil)
            return tunnel
        }
    }

    private static func busy(_ requests: [Request], _ story: Story) -> [Request] {
        guard let model = requests.first else { return requests }
        var random = story.script.dice.stream("law unrelated")
        let hosts = [
            "weather.example-os.net", "push.mailbox.example", "gateway.icloudlike.example", "photos.sync.example",
        ]
        var all = requests
        for number in 0..<40 {
            var request = model
            request.id = 1_000_000 + number
            request.intent.id = 1_000_000 + number
            request.intent.purpose = .ambient
            request.intent.method = random.chance(0.4) ? "POST" : "GET"
            request.intent.body = nil
            request.url = "https://\(random.pick(hosts))/v\(random.int(1...4))/\(random.hex(8))?d=\(random.digits(12))"
            request.intent.url = request.url
            request.sentAt = story.begin + random.int(0...Swift.max(1, story.end - story.begin))
            request.answer = .nothing
            request.status = 204
            (request.outcome, request.follows) = (.delivered, nil)
            request.server = Network.address(URLText.host(request.url))
            all.append(request)
        }
        return all.sorted { ($0.sentAt, $0.id) < ($1.sentAt, $1.id) }
    }

    private static func swapped(_ recording: Recording, _ story: Story) -> Recording? {
        guard let place = recording.files.firstIndex(where: { $0.name.hasSuffix(".jsonl") }) else { return nil }
        var lines = String(decoding: recording.files[place].bytes, as: UTF8.self).split(separator: "\n")
        guard lines.count > 20 else { return nil }
        var random = story.script.dice.stream("law lines")
        for _ in 0..<5 {
            let line = random.int(3...lines.count - 3)
            lines.swapAt(line, line + 1)
        }
        var swapped = recording
        swapped.files[place].bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        return swapped
    }

    private static func merged(_ story: Story) -> Recording? {
        var script = story.script.without(fault: true)
        script.seed &+= 0x0a11
        // It happens on the same day, seven minutes later.
        script[Stage.begins] = story.end + 420_000_000
        let other = World.play(script)
        var both = story
        var requests = other.requests
        for place in requests.indices {
            requests[place].id += 500_000
            requests[place].intent.id += 500_000
        }
        var calls = other.calls
        for place in calls.indices {
            calls[place].id += 500_000
            calls[place].monotonic += Double(other.begin - story.begin) / 1_000_000
        }
        both.requests += requests
        both.calls += calls
        both.end = other.end
        return World.record(both)
    }
}

extension Story {
    /// The recorder's time is another.
    func moved(by offset: Microseconds) -> Story {
        var story = self
        story.begin += offset
        story.end += offset
        return story
    }
}
