import Model

/// What is owed of each event that a tracker, a message or a line of a log can name, and what decides whether it is kept:
/// `Rules/library/events.yaml` (docs/rule-language.md, "The contract of events").
///
/// The contract of a vendor that is described by a file stands in that file, and makes its rules (``FamilyContract``).
package struct EventContract: Sendable {
    /// In the order of the file.
    package var parts: [Part]

    /// Without any event.
    package static let none = EventContract(parts: [])

    /// The events of one kind of ad, message or log.
    package struct Part: Sendable {
        package var family: String
        /// In SQL: `linear`, `companion`.
        package var name: String
        package var title: String
        /// Where its events are described, but for those that name another.
        package var source: String
        package var events: [Event]
        /// Small captures in which nothing is wrong: what is altered in them shows what the rules find.
        package var plays: [Example]
    }

    /// What is owed of one event, and how grave each fault of it is.
    package struct Event: Sendable {
        package var name: String
        package var group: Group
        /// The element of the document that declares it, as in the view `tracker`.
        package var element: String?
        /// Of the duration, where its place is a share of that.
        package var share: Double?
        /// Once for each of what: a play, a tap, a pause.
        package var once: String
        package var levels: [Level]
        package var impliedBy: [String]
        package var notBefore: [String]
        package var notAfter: [String]
        package var source: String
        package var cells: [Fault: Cell]
    }

    /// What an event is to the one who counts it.
    package enum Group: String, Sendable, Hashable, CaseIterable {
        case position, beginning, end, interaction, condition, error
    }

    /// Who declares it.
    package enum Level: String, Sendable, Hashable, CaseIterable {
        case inline, wrapper
        case adBreak = "break"
    }

    /// What can be wrong with an event.
    package enum Fault: String, Sendable, Hashable, CaseIterable {
        case missing, repeated, early, late, misplaced
        /// Not all URLs of the event were requested.
        case urls
        /// Not those of all wrappers.
        case levels
    }

    /// One fault of one event.
    package struct Cell: Sendable, Hashable {
        /// How grave it is; `nil`: there is no such fault, and the reason says why.
        package var severity: Severity?
        /// The rules that find it.
        package var rules: [String] = []
        /// Why there is no such fault, or why nothing decides it.
        package var reason: String?
    }

    /// The events of which some fault is found by a rule, in the order of the file.
    func events(foundBy rule: String) -> [String] {
        var names: [String] = []
        for event in parts.lazy.flatMap(\.events) where !names.contains(event.name) {
            if event.cells.values.contains(where: { $0.rules.contains(rule) }) { names.append(event.name) }
        }
        return names
    }
}

extension EventContract {
    /// How many faults there are of all events.
    package var cellCount: Int { cells.count }

    /// How many of them nothing decides.
    package var openCount: Int { cells.count { $0.cell.rules.isEmpty } }

    /// Faults that exist.
    private var cells: [(place: String, event: Event, cell: Cell)] {
        parts.flatMap { part in
            part.events.flatMap { event in
                Fault.allCases.compactMap { fault in
                    guard let cell = event.cells[fault], cell.severity != nil else { return nil }
                    return ("\(part.title), \(event.name), \(fault.rawValue)", event, cell)
                }
            }
        }
    }

    /// What a buyer pays for, which is decided whatever is wrong with it.
    private static let paid: Set<String> = [
        "impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "progress", "skip",
        "clickTracking", "companionClickTracking", "nonLinearClickTracking", "iconClickTracking",
    ]

    /// Cells that nothing decides without a reason, or of what is paid for, and more open ones than there may be.
    package var gaps: [String] {
        var gaps: [String] = []
        for (place, event, cell) in cells where cell.rules.isEmpty {
            if cell.reason == nil { gaps.append("\(place): nothing decides it, and nothing says why") }
            if EventContract.paid.contains(event.name) { gaps.append("\(place): this must be decided") }
        }
        if openCount * 10 > cellCount { gaps.append("\(openCount) of \(cellCount) faults are decided by nothing") }
        return gaps
    }
}
