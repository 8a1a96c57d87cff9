import Encodings
import Model

/// Reads what Proxyman saves in its own format (`.proxymanlogv2`): a ZIP of one JSON object per request, whose members are
/// named `request_<number>_<id>`.
///
/// The format is not documented; what is read is what its files show of themselves, and a member of another structure is a
/// diagnostic.
public struct ProxymanReader: ProxyReader {
    /// Set for good when the input cannot be read as such an archive.
    public internal(set) var failure: ReadFailure?
    public var ledger: Ledger { sink.ledger }
    public var outbox: Outbox<ProxyEvent> {
        get { sink.outbox }
        _modify { yield &sink.outbox }
    }

    private static let codes = ProxyExchange.Codes(
        timeUnreadable: .proxymanTimeUnreadable, bodyUndecodable: .proxymanBodyUndecodable, bodyCut: .proxymanBodyCut)

    let limits: EntryLimits
    var isOver = false
    private var sink = EntrySink<ProxyEvent>()
    private var source = ProxySource(product: "Proxyman")

    public init(limits: EntryLimits = EntryLimits()) {
        self.limits = limits
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        readArchive(window, isFinal: isFinal)
    }

    /// The number in the name of a member that holds a request; `nil` for other members.
    static func number(of name: some StringProtocol) -> Int? {
        let parts = name.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "request", let number = Int(parts[1]), number >= 0 else { return nil }
        return number
    }
}

extension ProxymanReader: ArchiveReader {
    static var unit: String { "requests" }

    mutating func read(_ archive: ZipArchive, _ bytes: Span<UInt8>) throws(ZipFailure) {
        let numbered = archive.members.compactMap { member in
            ProxymanReader.number(of: member.name).map { (number: $0, member: member) }
        }
        guard !numbered.isEmpty else {
            return fail(
                "requests of Proxyman (request_0_…)", "a ZIP archive without any",
                remedy: "open it in Proxyman and export the requests as HAR")
        }
        if numbered.contains(where: { $0.member.isEncrypted }) { throw .encrypted }
        for (_, member) in numbered.sorted(by: { $0.number < $1.number }) {
            let index = sink.count()
            read(content(of: member, in: archive, bytes), name: member.name, index: index)
        }
        outbox.emit(.source(source))
    }

    private func content(of member: ZipArchive.Member, in archive: ZipArchive, _ bytes: Span<UInt8>) -> [UInt8]? {
        do throws(ZipFailure) {
            return try archive.content(
                of: member, in: bytes, limits: InflateLimits(outputBytes: limits.entryBytes, ratio: limits.inflateRatio)
            )
        } catch {
            return nil
        }
    }

    private mutating func read(_ content: [UInt8]?, name: String, index: Int) {
        guard let content else { return omit(index, "`\(name)` cannot be unpacked", at: nil) }
        guard let flow = ProxymanFlow.read(content) else {
            return omit(index, "expected a JSON object with `request` in `\(name)`", at: nil)
        }
        let builder = ProxymanExchangeBuilder(flow: flow, limits: limits)
        guard let url = builder.url else {
            return omit(index, "expected `fullPath`, or `host` and `uri`, in `\(name)`", at: flow.startedAt)
        }
        guard flow.method != "CONNECT" else { return omitTunnel(index, to: flow) }
        let built = builder.exchange(to: url, at: flow.startedAt ?? sink.times.standIn, index: index)
        if let startedAt = flow.startedAt { sink.times.keep(startedAt) }
        source.count(built.exchange)
        sink.pass()
        built.emit(
            ProxymanReader.codes,
            missingTime: flow.startedAt == nil ? "expected seconds since 1970 as `timing.requestStartedAt`" : nil,
            into: &sink.outbox)
    }

    // MARK: Diagnostics

    private mutating func omit(_ index: Int, _ detail: String, at: Timestamp?) {
        let from = at ?? sink.times.previous
        sink.diagnose(
            Diagnostic(
                .proxymanEntryUnusable, locator: .entry(index), at: from, detail: detail, units: 1,
                blind: Blind(from: from, to: at)))
    }

    private mutating func omitTunnel(_ index: Int, to flow: ProxymanFlow) {
        sink.diagnose(
            Diagnostic(
                .proxymanTunnelOpaque, locator: .entry(index), at: flow.startedAt, subject: flow.host,
                detail: "SSL proxying is not enabled for this host", units: 1,
                blind: Blind(
                    from: flow.startedAt, to: flow.responseEndedAt, host: flow.host.lowercased(), manyHosts: true)))
    }
}
