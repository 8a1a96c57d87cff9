extension ReportModel {
    /// The same report with identifiers replaced by stand-ins, and the count of what was replaced.
    ///
    /// It is read twice: the first pass learns identifiers from where their names stand, the second also replaces them
    /// where they stand alone. Fingerprints, rule texts, paths of captures and hashes stay as they are.
    ///
    /// - Parameter redaction: without a key, stand-ins say their kind only.
    package func redacted(_ redaction: Redaction = .bare) -> ReportModel {
        guard redaction != .none else { return self }
        var redactor = Redactor(key: redaction.key, identifiers: identifiers, open: openValues)
        var lesson = self
        redactor.beginLesson()
        lesson.redact(with: &redactor)
        redactor.endLesson()
        var model = self
        model.redact(with: &redactor)
        model.identifiers = []
        model.openValues = []
        model.redactions = redactor.pseudonyms.replaced
            .map { Replacement(kind: $0.key, occurrences: $0.value.occurrences, values: $0.value.values.count) }
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
        for session in pingsDue.keys.sorted() { redactor.redact(&pingsDue[session, default: []]) }
        redactor.redact(&otherBeacons.listed)
        redactor.redact(&requestDetails.listed)
        redactor.redact(&notJudged.listed)
        redactor.redact(&diagnostics.listed)
        redactor.redact(&blind.listed)
        redactor.redact(&facts)
        for index in grounds.indices where grounds[index].kind == .filter { redactor.redact(&grounds[index].value) }
        redactor.redact(&settings)
        for index in captures.indices { redactor.redact(&captures[index].source) }
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
            waiver.owner = redactor.redactKnown(waiver.owner)
            waived = waiver
        }
        redactor.redact(&evidence.listed)
    }
}

extension ReportModel.Evidence: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&host)
        redactor.redact(&url)
        redactor.redact(&callName)
        redactor.redact(&method)
        if var tracker = declared {
            redactor.redact(&tracker.event)
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
        for index in due.indices { due[index].redact(with: &redactor) }
        for index in firings.listed.indices {
            redactor.redact(&firings.listed[index].host)
            redactor.redact(&firings.listed[index].event)
        }
    }
}

extension ReportModel.Due: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&event)
        redactor.redact(&item)
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
        redactor.redact(&outcome)
    }
}

extension ReportModel.Ping: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&asset)
        redactor.redact(&host)
    }
}

extension ReportModel.Request: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&authority)
        redactor.redact(&target)
        for index in requestHeaders.indices { redactor.redact(&requestHeaders[index]) }
        for index in responseHeaders.indices { redactor.redact(&responseHeaders[index]) }
        for index in parameters.listed.indices {
            let parameter = parameters.listed[index]
            // Its name says what the value is.
            let line = redactor.redact("\(parameter.path)=\(parameter.value)")
            parameters.listed[index].value = String(line.dropFirst(parameter.path.count + 1))
        }
        for index in firings.indices {
            redactor.redact(&firings[index].adPlay)
            redactor.redact(&firings[index].document)
            redactor.redact(&firings[index].event)
        }
        for index in beacons.indices { redactor.redact(&beacons[index].event) }
        for index in documents.indices { redactor.redact(&documents[index]) }
    }
}

extension ReportModel.OtherBeacon: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&event)
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
        redactor.redact(&server)
        redactor.redact(&reason)
    }
}

extension ReportModel.Fact: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        // As a field: a fact may be named for an identifier, too.
        let field = redactor.redact("\(key)=\(value)")
        if field.hasPrefix("\(key)=") { value = String(field.dropFirst(key.count + 1)) }
    }
}

extension ReportModel.Setting: Redactable {
    fileprivate mutating func redact(with redactor: inout Redactor) {
        redactor.redact(&value)
    }
}
