import Encodings

/// Where a finding is shown by tools that know files and lines: in the capture that proves it.
struct FindingPlace {
    /// Index into the captures of the report.
    var capture: Int
    var place: ReportModel.Place?

    /// The row at fault; for something missing, the declaration or whatever obliges it. Never nowhere.
    init(_ finding: ReportModel.Finding) {
        let located = finding.evidence.listed.filter { $0.locator != nil }
        let row = located.first { $0.role == "breach" } ?? located.first
        capture = row?.capture ?? 0
        place = row?.locator
    }

    init(_ evidence: ReportModel.Evidence) {
        capture = evidence.capture ?? 0
        place = evidence.locator
    }

    /// Lines count in logs only; everything else is shown at the first line, and told in words.
    var line: Int {
        guard let place, place.kind == "line", let line = Int(place.value), line > 0 else { return 1 }
        return line
    }
}

/// A capture's path as CI services want it: relative to the folder they checked out, with forward slashes.
enum RelativePath {
    /// - Parameter folder: the absolute path of the folder that results are relative to; `nil` when it is not known.
    static func of(_ path: String, in folder: String?) -> String {
        if path == "-" { return "stdin" }
        var parts = path.split(separator: "/").filter { $0 != "." }[...]
        if path.hasPrefix("/") {
            let base = (folder ?? "").split(separator: "/")[...]
            if !base.isEmpty, parts.starts(with: base) {
                parts = parts.dropFirst(base.count)
            } else {
                parts = parts.suffix(1)
            }
        }
        // Outside the folder nobody can follow it; the name says as much as can be said.
        if parts.contains("..") { parts = parts.suffix(1) }
        return parts.isEmpty ? "capture" : parts.joined(separator: "/")
    }

    /// The same as a relative URI reference (RFC 3986, section 4.2).
    static func uri(_ path: String, in folder: String?) -> String {
        var bytes: [UInt8] = []
        PercentCoding.append(of(path, in: folder).utf8, to: &bytes) {
            PercentCoding.isUnreserved($0) || $0 == UInt8(ascii: "/")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
