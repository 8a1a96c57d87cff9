import Encodings
import Model

// What cannot be read of a HAR: stepped over where the rest can be, and an end to the reading where it cannot.
extension HARReader {
    /// An entry or a member of `log` that is larger or deeper than one may be is stepped over.
    mutating func stepOver(_ detail: String, at start: Int, isTooDeep: Bool) {
        let code: DiagnosticCode = isTooDeep ? .harTooDeep : .harEntryTooLarge
        skipper = JSONSkipper()
        switch place {
        case .entry:
            entries.sink.lose(
                Diagnostic(
                    code, locator: .entry(ledger.input), detail: detail, units: 1,
                    blind: Blind(from: entries.sink.times.floor)))
            place = .skipping(.entries)
        case .value:
            outbox.report(Diagnostic(code, locator: .bytes(start..<(start + 1)), detail: detail))
            place = .skipping(.log)
        default:
            stop(expected: JSONExpectation.shorterKey.rawValue, found: "one above the limit", at: start)
        }
    }

    /// The JSON breaks at a byte: a failure before any entries, a diagnostic after.
    mutating func stop(expected: String, found: String, at: Int) {
        guard sawEntries else { return fail(expected: expected, found: found, at: at) }
        entries.sink.lose(
            Diagnostic(
                .harSyntax, locator: .bytes(at..<(at + 1)),
                detail: "expected \(expected), found \(found) at byte \(at); entries before it: \(ledger.output)",
                units: place == .entry ? 1 : 0,
                blind: entriesEnded ? nil : Blind(from: entries.sink.times.floor)))
        place = .over
    }

    mutating func fail(expected: String, found: String, at: Int) {
        failure = ReadFailure(
            expected: expected, found: found, at: at,
            remedy: "give a HAR file, an object with `log.entries`, as browsers and proxies export it")
        place = .over
    }

    mutating func finish(unread: Int) {
        let decrypted = entries.tunnels.decrypted()
        entries.tunnels.report(into: &entries.sink.outbox, decrypted, in: source.dialect)
        for (list, locator) in refusals {
            list.report(into: &entries.sink.outbox, at: locator, decrypted)
        }
        guard failure == nil else { return }
        let end = window.offset + unread
        guard sawEntries else {
            let found = place == .trailing ? "the end of the JSON without it" : "the end of the input"
            return fail(expected: sawLog ? "an `entries` array in `log`" : "a `log` object", found: found, at: end)
        }
        if place != .trailing, place != .over {
            reportCut(unread: unread, at: end)
        }
        reportExporter()
        outbox.emit(.source(source))
        place = .over
    }

    mutating func reportCut(unread: Int, at end: Int) {
        let units = place == .entry && unread > 0 ? 1 : 0
        let lost = units == 0 ? "" : ", inside entry \(ledger.input) that begins at byte \(window.offset)"
        entries.sink.lose(
            Diagnostic(
                .harTailCut, locator: .bytes(window.offset..<end), at: entriesEnded ? nil : entries.sink.times.latest,
                detail: "the file ends at byte \(end)\(lost); entries before it: \(ledger.output)",
                units: units, blind: entriesEnded ? nil : Blind(from: entries.sink.times.floor)))
    }

    private mutating func reportExporter() {
        guard source.dialect != .unknown else {
            let name = source.creator?.name ?? ""
            outbox.report(
                Diagnostic(
                    .harExporterUnknown, subject: name.isEmpty ? nil : name,
                    detail: name.isEmpty ? "`log.creator` is missing" : "`log.creator.name` is not a known exporter"))
            return
        }
        let omissions = source.dialect.omissions
        guard !omissions.isEmpty else { return }
        outbox.report(
            Diagnostic(
                .harExporterOmits, subject: source.dialect.rawValue,
                detail: "\(source.dialect.rawValue) " + omissions.joined(separator: "; ")))
    }
}

extension Outbox<HAREvent> {
    /// What the capture behind an export covered and could not show.
    mutating func append(_ origin: HARCaptureOrigin?) {
        guard let origin else { return }
        if let first = origin.first, let last = origin.last, first <= last { emit(.span(from: first, to: last)) }
        for (blind, code, detail) in origin.unseen {
            report(
                Diagnostic(
                    .harOriginBlind, at: blind.from, subject: blind.host ?? blind.server,
                    detail: code.isEmpty ? detail : "\(code): \(detail)", blind: blind))
        }
    }
}
