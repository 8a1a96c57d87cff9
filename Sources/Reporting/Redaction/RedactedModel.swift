extension ReportModel {
    /// The same report with identifiers replaced by stand-ins, and the count of what was replaced.
    ///
    /// It is read twice: the first pass learns identifiers from where their names stand, the second also replaces them
    /// where they stand alone. Fingerprints, rule texts, paths of captures and hashes stay as they are.
    public func redacted() -> ReportModel {
        let key = SHA256.hash(captures.map(\.sha256).joined(separator: " ").utf8)
        var redactor = Redactor(key: key, identifiers: identifiers)
        var lesson = self
        lesson.redact(with: &redactor)
        redactor.resetCounts()
        var model = self
        model.redact(with: &redactor)
        model.identifiers = []
        model.redactions = redactor.pseudonyms.replaced
            .map { Redaction(kind: $0.key, occurrences: $0.value.occurrences, values: $0.value.values.count) }
            .sorted { $0.kind.rawValue < $1.kind.rawValue }
        return model
    }
}

/// Something with captured text in it.
private protocol Redactable {
    mutating func redact(with redactor: inout Redactor)
}

extension Redactor {
    fileprivate mutating func redact(_ text: inout String) {
        text = redact(text)
    }

    fileprivate mutating func redact(_ text: inout String?) {
        text = redact(text)
    }

    fileprivate mutating func redact(_ elements: inout [some Redactable]) {
        for index in elements.indices { elements[index].redact(with: &self) }
    }
}

extension ReportModel: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&findings)
        redactor.redact(&certificates)
        redactor.redact(&verdicts)
        redactor.redact(&adBreaks)
        redactor.redact(&adPlays.listed)
        redactor.redact(&requests.listed)
        redactor.redact(&calls.listed)
        redactor.redact(&pings.listed)
        redactor.redact(&otherBeacons.listed)
        redactor.redact(&notJudged.listed)
        redactor.redact(&diagnostics.listed)
        redactor.redact(&blind.listed)
        redactor.redact(&facts)
        for index in grounds.indices where grounds[index].kind == .filter { redactor.redact(&grounds[index].value) }
    }
}

extension ReportModel.Certificate: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        for index in reasons.indices { redactor.redact(&reasons[index]) }
    }
}

extension ReportModel.Finding: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&subject.label)
        redactor.redact(&item)
        redactor.redact(&message)
        redactor.redact(&expected)
        redactor.redact(&observed)
        redactor.redact(&assumed)
        if var waiver = waived {
            redactor.redact(&waiver.reason)
            waived = waiver
        }
        redactor.redact(&evidence.listed)
    }
}

extension ReportModel.Evidence: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&host)
        redactor.redact(&url)
        if var tracker = declared {
            redactor.redact(&tracker.url)
            redactor.redact(&tracker.document)
            declared = tracker
        }
    }
}

extension ReportModel.RuleVerdict: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&subject.label)
        redactor.redact(&needs)
    }
}

extension ReportModel.AdPlay: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&label)
        redactor.redact(&title)
        redactor.redact(&creative)
        for index in firings.listed.indices { redactor.redact(&firings.listed[index].host) }
    }
}

extension ReportModel.AdBreak: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&label)
    }
}

extension ReportModel.Moment: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&what)
        redactor.redact(&whom)
    }
}

extension ReportModel.Ping: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&asset)
        redactor.redact(&host)
    }
}

extension ReportModel.OtherBeacon: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&host)
    }
}

extension ReportModel.NotJudged: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&host)
        redactor.redact(&url)
    }
}

extension ReportModel.DiagnosticGroup: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&subject)
        redactor.redact(&detail)
    }
}

extension ReportModel.BlindStretch: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&host)
        redactor.redact(&reason)
    }
}

extension ReportModel.Fact: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&value)
    }
}
