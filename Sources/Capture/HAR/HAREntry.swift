import Encodings
import Model

/// The fields of one entry that matter, as ranges of the window; nothing is unescaped yet.
struct HAREntry {
    var startedAt: JSONString?
    var duration: JSONString?
    var hasRequest = false
    var hasResponse = false
    var request = Request()
    var response = Response()
    var timings = Timings()
    var serverAddress: JSONString?
    var serverPort: JSONString?
    var isFromCache = false
    /// A service worker answered it, or asked it.
    var isFromServiceWorker = false
    /// It did so without asking the network.
    var isAnsweredByWorker = false
    var isWebSocket = false
    /// Messages that the client sent over it; `nil` where the exporter lists none.
    var sentMessages: Int?
    /// `cache.afterRequest` without `cache.beforeRequest`, which Firefox and Firebug write for answers from the cache.
    var hasOnlyCacheAfter = false
    /// `cache.beforeRequest` is an object, which chrome-har writes for them.
    var hasCacheBefore = false
    /// The test that recorded it stopped it, or answered it itself.
    var isAborted = false
    var isFulfilled = false
    /// The test that recorded it sent it, and not the page.
    var isOfTest = false
    /// Where the object begins that an export of ours adds.
    var origin: Int?
    var flaws = EntryFlaws()

    struct Request {
        var method: JSONString?
        var url: JSONString?
        /// Another one that the entry has too.
        var otherURL: JSONString?
        var protocolName: JSONString?
        var headers = HeaderFields()
        var bodySize: JSONString?
        var mimeType: JSONString?
        var text: JSONString?
        var encoding: JSONString?
        /// `postData.params` as a form body.
        var form: [UInt8]?
    }

    struct Response {
        var status: JSONString?
        var protocolName: JSONString?
        var headers = HeaderFields()
        var redirectURL: JSONString?
        var bodySize: JSONString?
        var transferSize: JSONString?
        var mimeType: JSONString?
        var size: JSONString?
        var text: JSONString?
        var encoding: JSONString?
        /// The exporter says why the body is not there, or where it is.
        var saysLeftOut = false
        /// Charles met an error before the end.
        var isBroken = false
        var hasError = false
        var error: JSONString?
    }

    /// Microseconds; `nil` where the exporter gives none (`-1`).
    struct Timings {
        var blocked: Int?
        var dns: Int?
        var connect: Int?
        /// A part of `connect`.
        var ssl: Int?
        var send: Int?
        var wait: Int?
        var receive: Int?
    }
}

/// What was odd about an entry that could be used all the same; one diagnostic each.
struct EntryFlaws: OptionSet {
    var rawValue: UInt16

    static let duplicateKey = EntryFlaws(rawValue: 1)
    static let fieldType = EntryFlaws(rawValue: 2)
    static let textRepaired = EntryFlaws(rawValue: 4)
    static let bodyUndecodable = EntryFlaws(rawValue: 8)
    static let bodyCut = EntryFlaws(rawValue: 16)
    static let timeUnreadable = EntryFlaws(rawValue: 32)
    static let timeWithoutOffset = EntryFlaws(rawValue: 64)
    static let bodyLeftOut = EntryFlaws(rawValue: 128)
    /// The entry says two things of its request, or of its response.
    static let disputedRequest = EntryFlaws(rawValue: 256)
    static let disputedResponse = EntryFlaws(rawValue: 512)
    /// The page, or the server it asked first, refused the request.
    static let unsent = EntryFlaws(rawValue: 1_024)
    /// What it was recorded with stopped the request.
    static let stopped = EntryFlaws(rawValue: 2_048)
    static let timeOfExport = EntryFlaws(rawValue: 4_096)
    static let ofTest = EntryFlaws(rawValue: 8_192)

    /// With the sentence each is reported with.
    static let codes: [(flaw: EntryFlaws, code: DiagnosticCode, detail: String)] = [
        (.duplicateKey, .harDuplicateKey, "the last of two values was used"),
        (.fieldType, .harFieldType, "a field of an unexpected type was left out"),
        (.textRepaired, .harTextRepaired, "bytes that are not text were kept as U+FFFD or as they are"),
        (.bodyUndecodable, .harBodyUndecodable, "the body is not kept"),
        (.bodyCut, .harBodyCut, "only the front of the body is kept"),
        (.bodyLeftOut, .harBodyLeftOut, "the body is not in the file"),
        (.timeUnreadable, .harTimeUnreadable, "expected an ISO 8601 date and time as startedDateTime"),
        (.timeOfExport, .harTimeUnreadable, "the exporter writes the time of the export as startedDateTime"),
        (.timeWithoutOffset, .harTimeWithoutOffset, "startedDateTime has no offset"),
        (.unsent, .harRequestUnsent, "a policy or a preflight refused it"),
        (.stopped, .harRequestUnsent, "a content blocker or a test stopped it, or there was no network"),
        (.ofTest, .harRequestOfTest, "the test sent it, for itself or on behalf of the page"),
    ]
}
