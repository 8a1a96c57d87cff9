import Encodings
import Model

/// What can be wrong with the body of a message.
public enum ContentDiagnostics {
    public static let all: [DiagnosticCode] = [
        .contentLimit, .contentTruncated, .contentDamaged, .contentUndecodable, .contentMislabelled, .contentTrailing,
    ]
}

extension DiagnosticCode {
    static let contentLimit = DiagnosticCode(
        "content.limit", .warning, stage: "wire",
        meaning:
            "A body is larger than the limit, or expands as a decompression bomb does; only its beginning is kept.",
        remedy: "Raise the body limit if the body is a document that must be read whole.")
    static let contentTruncated = DiagnosticCode(
        "content.truncated", .warning, stage: "wire",
        meaning: "A complete message holds a body whose compressed data ends early.",
        remedy: "Check the server; the part that could be decoded was used.")
    static let contentDamaged = DiagnosticCode(
        "content.damaged", .warning, stage: "wire",
        meaning: "The compressed data of a body is invalid from some byte on.",
        remedy: "Check the server or the capture; the part before the damage was used.")
    static let contentUndecodable = DiagnosticCode(
        "content.undecodable", .warning, stage: "wire",
        meaning: "A body could not be decoded at all, so that a document in it is not seen.",
        remedy: "Record with a client that does not accept this content coding, or add the missing dictionary.")
    static let contentMislabelled = DiagnosticCode(
        "content.mislabelled", .info, stage: "wire",
        meaning: "The declared content coding is not the one used; the body was read as what it is.",
        remedy: "Correct the Content-Encoding that the server sends.")
    static let contentTrailing = DiagnosticCode(
        "content.trailing", .info, stage: "wire",
        meaning: "Bytes follow the end of the compressed data of a body and were not used.",
        remedy: "Check the server; the body itself is complete.")
}

extension ContentDecoder.Outcome {
    /// The kind of diagnostic and its sentence; `nil` for a body that decoded as declared.
    var complaint: (code: DiagnosticCode, detail: String)? {
        switch self {
        case .complete: nil
        case .limited: (.contentLimit, "the body exceeds the limit on size or expansion")
        case .truncated: (.contentTruncated, "the compressed data ends before its end mark")
        case .damaged(let coding): (.contentDamaged, "the data is not valid \(coding) from some byte on")
        case .undecodable(let coding): (.contentUndecodable, "the body's coding \(coding) could not be undone")
        case .mislabelled(let coding, let found): (.contentMislabelled, "declared as \(coding), found \(found)")
        case .trailing(let count): (.contentTrailing, "\(count) bytes follow the compressed data")
        }
    }

    /// Whether a document may have been lost with the bytes.
    var hidesContent: Bool {
        switch self {
        case .complete, .mislabelled, .trailing: false
        case .limited, .truncated, .damaged, .undecodable: true
        }
    }
}
