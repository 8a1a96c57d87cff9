/// An evidence row as every format tells it.
struct EvidenceWords {
    let evidence: ReportModel.Evidence

    /// `+3.613 s`.
    var offset: String? { evidence.offset.map { Phrases.offset($0.us) } }

    /// The method of a request; `CALL` for a log line; nothing for what was only declared.
    var method: String {
        if evidence.role == "declared", evidence.declared != nil { return "" }
        if let method = evidence.method { return method }
        if evidence.callName != nil { return "CALL" }
        return ""
    }

    /// The URL requested, the call made, or the URL declared.
    var subject: String {
        if let url = evidence.url, evidence.role != "declared" { return url }
        if let call = evidence.callName { return call }
        if let declared = evidence.declared { return declared.url }
        return evidence.url ?? ""
    }

    /// The same, shorter by what is the same nearly everywhere.
    var subjectWithoutScheme: String {
        ["https://", "http://"].first { subject.hasPrefix($0) }.map { String(subject.dropFirst($0.count)) } ?? subject
    }

    var host: String {
        if evidence.role == "declared", evidence.declared != nil { return "" }
        return evidence.host ?? ""
    }

    /// Path and query of the URL; the whole subject where it is no requested URL.
    var path: String {
        guard !host.isEmpty, let scheme = subject.range(of: "://") else { return subject }
        let rest = subject[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
    }

    var status: String {
        if evidence.role == "declared" { return "" }
        if let status = evidence.status { return String(status) }
        return evidence.exchange == nil ? "" : "no answer"
    }

    /// Where it stands in the capture; for a declared tracker where it stands in its document.
    var place: String {
        if evidence.role == "declared", let declared = evidence.declared {
            let line = declared.line.map { " line \($0)" } ?? ""
            let document = declared.document.isEmpty ? "document" : declared.document
            return document + line + (evidence.locator.map { ", \(Phrases.place($0))" } ?? "")
        }
        return evidence.locator.map(Phrases.place) ?? ""
    }
}

extension StringProtocol {
    /// The first occurrence of an ASCII needle, byte by byte: captured text has no meaning that normalising could keep.
    fileprivate func range(of needle: StaticString) -> Range<Index>? {
        let bytes = Array(needle.description.utf8)
        var start = utf8.startIndex
        while start != utf8.endIndex {
            if utf8[start...].starts(with: bytes),
                let end = utf8.index(start, offsetBy: bytes.count, limitedBy: endIndex)
            {
                return start..<end
            }
            start = utf8.index(after: start)
        }
        return nil
    }
}
