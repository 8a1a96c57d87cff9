import Encodings
import Model

/// What a run's other traffic says of the viewer's consent: the answers of consent platforms and privacy services, and what
/// other servers are told. A choice that stands there explains an ad request that says something else than the one before.
struct ConsentNotices: Sendable {
    /// One value and since when other traffic says it.
    private struct Notice: Sendable {
        var value: [UInt8]
        var since: Timestamp
    }

    /// By the parameter of ad requests that says the same.
    private var latest: [ConsentSignal: Notice] = [:]

    /// Longer bodies are media and pages.
    private static let mostBytes = 65_536

    /// Looks for the signals in the address, in cookies and in both bodies.
    mutating func follow(_ observation: Observation) {
        let exchange = observation.exchange
        read(exchange.request.target.utf8, at: exchange.startedAt)
        if let cookies = exchange.request.headers["cookie"] { read(cookies.utf8, at: exchange.startedAt) }
        read(exchange.request.body.bytes, at: exchange.startedAt)
        guard let response = exchange.response else { return }
        if let cookie = response.headers["set-cookie"] { read(cookie.utf8, at: observation.ready) }
        read(response.body.bytes, at: observation.ready)
    }

    /// Since when other traffic says what `field` says; `nil` where it says nothing or something else.
    func since(_ field: QueryField) -> Timestamp? {
        guard let signal = ConsentSignal(rawValue: field.name), let notice = latest[signal],
            notice.value.elementsEqual(field.value.utf8)
        else { return nil }
        return notice.since
    }

    private mutating func read(_ bytes: some Collection<UInt8>, at moment: Timestamp) {
        guard bytes.count <= Self.mostBytes else { return }
        let isCoded = bytes.contains(UInt8(ascii: "%"))
        let text = (isCoded ? PercentCoding.decode(bytes, plusIsSpace: false) : Array(bytes))[...]
        var rest = text
        while let first = rest.firstIndex(where: ConsentSignal.isLetter) {
            let end = rest[first...].firstIndex { !ConsentSignal.isLetter($0) } ?? rest.endIndex
            if let signal = ConsentSignal(of: rest[first..<end], behind: text[..<first]) {
                note(rest[first..<end], as: signal, at: moment)
            }
            rest = rest[end...]
        }
    }

    private mutating func note(_ value: ArraySlice<UInt8>, as signal: ConsentSignal, at moment: Timestamp) {
        if let known = latest[signal], known.value.elementsEqual(value) { return }
        latest[signal] = Notice(value: Array(value), since: moment)
    }
}
