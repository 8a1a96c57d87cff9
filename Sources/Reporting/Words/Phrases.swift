import Model

/// Numbers, times and places as people read them, the same in every format.
package enum Phrases {
    /// `1 error`, `2 errors`.
    static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }

    /// Who is at fault, where that is not the app: `at fault: the server ads.example`.
    static func server(_ finding: ReportModel.Finding) -> String? {
        finding.server.map { $0.isEmpty ? "at fault: the server" : "at fault: the server \($0)" }
    }

    /// What a finding is folded under: `of one cause with finding 3`.
    static func cause(_ finding: ReportModel.Finding, in model: ReportModel) -> String? {
        model.causeNumber(of: finding).map { "of one cause with finding \($0)" }
    }

    /// `+3.613 s`: seconds from a zero, to the millisecond. What is nearer to it than that is the zero.
    static func offset(_ microseconds: Int64) -> String {
        OutputBytes.text { $0.offset(microseconds) }
    }

    /// `14.1 s`, `3 min 2 s`: a length.
    package static func duration(_ microseconds: Int64) -> String {
        let tenths = microseconds.magnitude / 100_000
        if tenths < 600 { return "\(tenths / 10).\(tenths % 10) s" }
        let whole = tenths / 10
        if whole < 3_600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3_600) h \(whole % 3_600 / 60) min"
    }

    /// `2026-11-21 04:21:18.673 UTC`.
    static func time(_ microseconds: Int64) -> String {
        OutputBytes.text { $0.time(microseconds) }
    }

    /// `04:21:18.673`.
    static func clock(_ microseconds: Int64) -> String {
        OutputBytes.text { $0.clock(microseconds) }
    }

    /// `frames 1180-1182`, `entry 31`, `line 12`, `bytes 100-220`.
    static func place(_ place: ReportModel.Place) -> String {
        let isSingle = place.kind == "frames" && !place.value.utf8.contains(UInt8(ascii: "-"))
        return "\(isSingle ? "frame" : place.kind) \(place.value)"
    }

    /// `ad play 3 "A1001"`.
    static func subject(_ subject: ReportModel.Subject) -> String {
        let kind = String(
            decoding: subject.kind.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
        return subject.label.isEmpty ? "\(kind) \(subject.id)" : "\(kind) \(subject.id) \"\(subject.label)\""
    }

    static func size(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1_000: count(Int(bytes), "byte")
        case ..<1_000_000: "\(bytes / 1_000) kB"
        case ..<10_000_000_000: "\(bytes / 1_000_000) MB"
        default: "\(bytes / 1_000_000_000) GB"
        }
    }

    /// What an evidence row is there for.
    static func role(_ role: String) -> String {
        switch role {
        case "breach": "breach"
        case "counterpart": "compare"
        case "declared": "declared"
        case "implies": "because"
        case "window": "searched"
        default: role
        }
    }

    /// Why a rule could not decide, and what follows from it.
    static func reason(_ reason: String) -> String {
        switch reason {
        case "blind": "traffic it looks at was hidden, cut, or outside the capture"
        case "ambiguous": "what was seen can be read in more than one way"
        case "needs-fact": "it needs a fact that nobody declared"
        case "needs-log": "it needs a call log"
        case "needs-bundle": "it needs the app bundle"
        case "needs-person": "a person must check it"
        default: reason.isEmpty ? "no reason given" : reason
        }
    }
}
