/// A request that an app means to send, before the network has its way with it.
struct Intent: Sendable, Equatable {
    enum Purpose: String, Sendable { case page, document, media, script, beacon, landing, ambient }
    enum Means: String, Sendable { case image, fetch, beacon, navigation, native, media, script }

    /// The place in the order in which intents were made.
    var id: Int
    var at: Microseconds
    var method = "GET"
    var url: String
    var headers: [Header] = []
    var body: String?
    var purpose: Purpose
    var means = Means.native
    /// The vendor it belongs to, as a family of the product or a name of our own (`content`, `analytics`).
    var family: String
    /// Whose event it reports: an ad, a break, a viewing.
    var owner: String?
    var event: String?
    var answer = Answer.pixel
    /// Where redirects led, one after the other, and what was said there.
    var hops: [Hop] = []
    /// The tracker that was fired, as the document has it.
    var template: String?
}

/// A further step of a chain of redirects.
struct Hop: Sendable, Equatable {
    var url: String
    var answer: Answer
}

struct Header: Sendable, Equatable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// What the server says.
struct Answer: Sendable, Equatable {
    var status = 200
    var type = "image/gif"
    var text: String?
    /// The size where the content is not kept (media, pixels).
    var bytes = 43
    var headers: [Header] = []
    /// Where a redirect leads.
    var location: String?

    static let pixel = Answer()
    static let nothing = Answer(status: 204, type: "text/plain", bytes: 0)
    static func document(_ text: String, type: String) -> Answer {
        Answer(type: type, text: text, bytes: text.utf8.count)
    }
    static func media(_ type: String = "video/mp4", bytes: Int = 2_400_000) -> Answer {
        Answer(type: type, bytes: bytes)
    }
}
