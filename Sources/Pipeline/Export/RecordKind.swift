import Store

/// What can be exported: a frozen list of fields, the same in every format, and the SELECT that fills them.
///
/// Fields are added only with a new version of the schema; the meaning of one never changes.
package struct RecordKind: Sendable, Hashable {
    /// As given to `--records`.
    package var name: String
    /// Names the list of fields.
    package var schema: String
    package var meaning: String
    package var columns: [RecordColumn]
    /// One column per field, of the run `:run`, in a fixed order.
    var sql: String

    package static let all: [RecordKind] = [
        beacons, exchanges, parameters, adPlays, obligations, viewerSpans, findings, evidence, runs,
    ]

    /// The kind that a person named.
    package static func named(_ name: String) throws(PipelineFailure) -> RecordKind {
        if let kind = all.first(where: { $0.name == name }) { return kind }
        throw .usage("unknown records '\(name)' (known: \(all.map(\.name).joined(separator: ", ")))")
    }

    /// The value of the named column.
    func value(_ name: String, of record: [SQLValue]) -> SQLValue? {
        columns.firstIndex { $0.name == name }.map { record[$0] }
    }

    static let source = [
        RecordColumn("capture", .text, "Path of the capture, as it was named."),
        RecordColumn("capture_sha256", .text, "SHA-256 of the capture's bytes."),
    ]
    static let place = [
        RecordColumn("locator_kind", .text, "frames, entry, line or bytes.", isOptional: true),
        RecordColumn("locator", .text, "Where in the capture.", isOptional: true),
    ]
}
