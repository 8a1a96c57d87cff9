import Model

/// A format that a proxy, a browser or a server saves requests in: all that the program knows of it, in one value beside its
/// reader.
public struct SavedFormat: Sendable {
    /// What an input of it is recognised as.
    public var format: CaptureFormat
    /// The column `capture.format`, and the stage of its ledger.
    public var name: String
    /// For people, as `doctor` lists it.
    public var title: String
    /// What it is recognised by, for people.
    public var recognisedBy: String
    /// Endings of names that say that a file is meant as one, so that a damaged one is not passed over in a folder.
    public var endings: [String] = []
    /// A file without such a name is taken for a capture where a folder is searched.
    public var isFoundByContent = true
    /// Recognised by what other formats may have too: asked after JSON and XML.
    public var isGuess = false
    /// The requests are those a server received, or sent itself; otherwise those a client sent.
    public var side = Side.client
    /// Says how the front of a file shows the format; `nil` when it does not.
    public var recognise: @Sendable (Span<UInt8>) -> String?
    /// What its reader may report besides what all readers may.
    public var diagnostics: [DiagnosticCode] = []
    /// A reader for one file.
    public var reader: @Sendable (EntryLimits) -> any ProxyReader

    /// Whose requests a file holds.
    public enum Side: String, Sendable, Hashable {
        case client, receiver, sender
    }

    /// Every format, those with the most exact marks first: a new one is a line here.
    public static let all: [SavedFormat] = [
        proxyman, saz, mitmproxy, charlesJSON, charlesXML, netLog, mediaTailor, accessLogJSON, accessLogW3C, accessLog,
    ]

    /// The format that an input was recognised as; `nil` for one that other readers take, or none.
    public static func of(_ format: CaptureFormat) -> SavedFormat? {
        all.first { $0.format == format }
    }
}
