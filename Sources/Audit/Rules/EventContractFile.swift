import Model

/// Reads `library/events.yaml`, and the plays beside it: `library/plays/<family>.<part>.yaml`.
///
/// ```yaml
/// groups:
///   interaction: { missing: warning, repeated: it is sent each time, early: nothing but the viewer says when, … }
/// parts:
///   - family: vast
///     name: linear
///     title: VAST, linear ad
///     source: VAST 4.3 section 3.14.1
///     element: Tracking
///     owed_by: [inline, wrapper]
///     events:
///       skip: { group: end, once: play, not_before: [start], early: error }
///     decided:
///       repeated: { vast.skip-once: [skip] }
///     not_certified:
///       late: { no clause says when: [skip] }
/// ```
/// Beside a fault stands its severity, or why there is no such fault: for a group, for a part or for an event.
package enum EventContractFile {
    package static let path = "library/events.yaml"
    private static let plays = "library/plays/"

    /// Whether it is a file of the contract.
    package static func reads(_ path: String) -> Bool { path == Self.path || path.hasPrefix(plays) }

    private static let faults = EventContract.Fault.allCases
    private static let eventKeys: Set<String> = [
        "group", "element", "at", "once", "owed_by", "implied_by", "not_before", "not_after", "source",
    ]

    /// The contract among the files of a folder of rules; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - files: their paths inside the folder, with the text.
    ///   - place: the path for messages.
    package static func read(
        _ files: [(path: String, text: String)], place: (String) -> String = { $0 }
    ) throws(RuleFileFailure) -> EventContract? {
        guard let file = files.first(where: { $0.path == path }) else { return nil }
        var contract = try read(file.text, file: place(file.path))
        for (path, text) in files where path.hasPrefix(plays) {
            let yaml = try YAMLMap.parse(text, file: place(path))
            try yaml.allow(["plays"])
            guard let part = contract.parts.firstIndex(where: { path == "\(plays)\($0.family).\($0.name).yaml" }) else {
                throw yaml.failure(at: nil, "it is named for no part of the contract")
            }
            for play in try yaml.maps("plays") { contract.parts[part].plays.append(try Example(play)) }
        }
        return contract
    }

    private static func read(_ text: String, file: String) throws(RuleFileFailure) -> EventContract {
        let yaml = try YAMLMap.parse(text, file: file)
        try yaml.allow(["groups", "parts"])
        var groups: [EventContract.Group: [EventContract.Fault: EventContract.Cell]] = [:]
        for group in EventContract.Group.allCases {
            guard let map = try yaml.map("groups")?.map(group.rawValue) else {
                throw yaml.failure(at: yaml.value("groups"), "'groups' says nothing of \(group.rawValue)")
            }
            try map.allow(Set(faults.map(\.rawValue)))
            groups[group] = try cells(map)
            guard groups[group]?.count == faults.count else {
                throw map.failure(at: nil, "a group says of each fault how grave it is, or why there is none")
            }
        }
        var parts: [EventContract.Part] = []
        for map in try yaml.maps("parts") { parts.append(try part(map, groups)) }
        return EventContract(parts: parts)
    }

    private static func part(
        _ yaml: YAMLMap, _ groups: [EventContract.Group: [EventContract.Fault: EventContract.Cell]]
    ) throws(RuleFileFailure) -> EventContract.Part {
        try yaml.allow(
            Set(["family", "name", "title", "source", "element", "owed_by", "events", "decided", "not_certified"])
                .union(faults.map(\.rawValue)))
        let own = try cells(yaml)
        let groups = groups.mapValues { $0.merging(own) { $1 } }
        guard let map = try yaml.map("events") else { throw yaml.failure(at: nil, "the key 'events' is missing") }
        var events: [EventContract.Event] = []
        for name in map.keys {
            guard let terms = try map.map(name) else { continue }
            events.append(try event(name, terms, groups, of: yaml))
        }
        for (name, event) in zip(map.keys, events) {
            for other in event.impliedBy + event.notBefore + event.notAfter where !map.contains(other) {
                throw map.failure(at: map.value(name), "'\(other)' is not an event of this part")
            }
        }
        try name("decided", of: yaml, in: &events) { $0.rules.append($1) }
        try name("not_certified", of: yaml, in: &events) { $0.reason = $1 }
        return EventContract.Part(
            family: try yaml.text("family"), name: try yaml.text("name"), title: try yaml.text("title"),
            source: try yaml.text("source"), events: events, plays: [])
    }

    private static func event(
        _ name: String, _ yaml: YAMLMap,
        _ groups: [EventContract.Group: [EventContract.Fault: EventContract.Cell]], of part: YAMLMap
    ) throws(RuleFileFailure) -> EventContract.Event {
        try yaml.allow(eventKeys.union(faults.map(\.rawValue)))
        let group = try yaml.word("group", EventContract.Group.self)
        /// What an event does not say, its part says.
        func own(_ key: String) -> YAMLMap { yaml.contains(key) ? yaml : part }
        return EventContract.Event(
            name: name, group: group,
            element: try own("element").optionalText("element"), share: try yaml.number("at"),
            once: try yaml.text("once"),
            levels: try own("owed_by").words("owed_by", EventContract.Level.self),
            impliedBy: try yaml.list("implied_by"), notBefore: try yaml.list("not_before"),
            notAfter: try yaml.list("not_after"), source: try own("source").text("source"),
            cells: (groups[group] ?? [:]).merging(try cells(yaml)) { $1 })
    }

    /// A severity, or a reason, which is never one word.
    private static func cells(_ yaml: YAMLMap) throws(RuleFileFailure) -> [EventContract.Fault: EventContract.Cell] {
        var cells: [EventContract.Fault: EventContract.Cell] = [:]
        for fault in faults {
            guard let text = try yaml.optionalText(fault.rawValue) else { continue }
            if text.contains(" ") {
                cells[fault] = EventContract.Cell(severity: nil, reason: text)
            } else {
                cells[fault] = EventContract.Cell(severity: try yaml.word(fault.rawValue, Severity.self))
            }
        }
        return cells
    }

    /// For each fault, rules or reasons with the events that they are about.
    private static func name(
        _ key: String, of yaml: YAMLMap, in events: inout [EventContract.Event],
        _ note: (inout EventContract.Cell, String) -> Void
    ) throws(RuleFileFailure) {
        guard let map = try yaml.map(key) else { return }
        try map.allow(Set(faults.map(\.rawValue)))
        for fault in faults {
            guard let notes = try map.map(fault.rawValue) else { continue }
            for text in notes.keys {
                for name in try notes.list(text) {
                    guard let place = events.firstIndex(where: { $0.name == name }),
                        var cell = events[place].cells[fault], cell.severity != nil
                    else {
                        throw notes.failure(
                            at: notes.value(text),
                            "'\(name)' is not an event of this part that can be \(fault.rawValue)")
                    }
                    note(&cell, text)
                    events[place].cells[fault] = cell
                }
            }
        }
    }
}
