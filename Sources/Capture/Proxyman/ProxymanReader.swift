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
    public private(set) var ledger = Ledger(unit: "entries")

    private static let codes = ProxyExchange.Codes(
        timeUnreadable: .proxymanTimeUnreadable, bodyUndecodable: .proxymanBodyUndecodable, bodyCut: .proxymanBodyCut)

    let limits: EntryLimits
    var isOver = false
    private var source = ProxySource(product: "Proxyman")
    private var previous: Timestamp?

    public init(limits: EntryLimits = EntryLimits()) {
        self.limits = limits
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool, into outbox: inout Outbox<ProxyEvent>) -> Int {
        readArchive(window, isFinal: isFinal, into: &outbox)
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

    mutating func read(
        _ archive: ZipArchive, _ bytes: Span<UInt8>, into outbox: inout Outbox<ProxyEvent>
    ) throws(ZipFailure) {
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
            ledger.input += 1
            read(content(of: member, in: archive, bytes), name: member.name, into: &outbox)
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

    private mutating func read(_ content: [UInt8]?, name: String, into outbox: inout Outbox<ProxyEvent>) {
        guard let content else { return omit("`\(name)` cannot be unpacked", at: nil, into: &outbox) }
        guard let flow = ProxymanFlow.read(content) else {
            return omit("expected a JSON object with `request` in `\(name)`", at: nil, into: &outbox)
        }
        let builder = ProxymanExchangeBuilder(flow: flow, limits: limits)
        guard let url = builder.url else {
            return omit("expected `fullPath`, or `host` and `uri`, in `\(name)`", at: flow.startedAt, into: &outbox)
        }
        guard flow.method != "CONNECT" else { return omitTunnel(to: flow, into: &outbox) }
        let built = builder.exchange(
            to: url, at: flow.startedAt ?? previous ?? Timestamp(microseconds: 0), index: ledger.input - 1)
        previous = flow.startedAt ?? previous
        source.count(built.exchange)
        ledger.output += 1
        built.emit(
            ProxymanReader.codes,
            missingTime: flow.startedAt == nil ? "expected seconds since 1970 as `timing.requestStartedAt`" : nil,
            into: &outbox)
    }

    // MARK: Diagnostics

    private mutating func omit(_ detail: String, at: Timestamp?, into outbox: inout Outbox<ProxyEvent>) {
        ledger.diagnosed += 1
        outbox.report(
            Diagnostic(
                .proxymanEntryUnusable, locator: .entry(ledger.input - 1), at: at ?? previous, detail: detail, units: 1,
                blind: Blind(from: at ?? previous, to: at)))
    }

    private mutating func omitTunnel(to flow: ProxymanFlow, into outbox: inout Outbox<ProxyEvent>) {
        ledger.diagnosed += 1
        outbox.report(
            Diagnostic(
                .proxymanTunnelOpaque, locator: .entry(ledger.input - 1), at: flow.startedAt, subject: flow.host,
                detail: "SSL proxying is not enabled for this host", units: 1,
                blind: Blind(
                    from: flow.startedAt, to: flow.responseEndedAt, host: flow.host.lowercased(), manyHosts: true)))
    }
}
