import Encodings
import Model

/// Reads pcap files: both byte orders, micro- and nanoseconds, and the variant with longer record headers.
///
/// Source: draft-ietf-opsawg-pcap; the variants from libpcap's savefile(5). The format has no marks between records, so
/// reading cannot go on after a damaged one: the rest becomes one diagnostic, and blind.
public struct PcapReader: WindowDecoder {
    public private(set) var ledger = Ledger(unit: "bytes")
    public var outbox = Outbox<PacketEvent>()

    private var state = State.header
    /// Bytes consumed before the window of the current call.
    private var position = 0
    private var frames = 0
    private var lastFrameAt: Timestamp?

    public init() {}

    /// Whether a file that begins with `head` is pcap.
    public static func recognises(_ head: borrowing Span<UInt8>) -> Bool {
        PcapHeader.Variant(magicIn: head) != nil
    }

    public mutating func decode(_ window: Span<UInt8>, isFinal: Bool) -> Int {
        var consumed = 0
        reading: while true {
            switch state {
            case .header:
                guard window.count >= PcapHeader.length else { break reading }
                readHeader(window)
                if case .records = state {
                    consumed = PcapHeader.length
                    ledger.output += PcapHeader.length
                }
            case .records(let header):
                guard consumed < window.count else { break reading }
                readRecords(window, header, &consumed)
                if case .records = state { break reading }
            case .stopped:
                consumed = window.count
                break reading
            }
        }
        if isFinal {
            finish(window, &consumed)
        }
        ledger.input += consumed
        position += consumed
        return consumed
    }

    private mutating func readHeader(_ window: Span<UInt8>) {
        guard let header = PcapHeader(window) else {
            state = .stopped(
                at: 0, .pcapHeaderUnreadable,
                detail: "expected a pcap magic number and version 2, found \(Self.describe(window))")
            return
        }
        state = .records(header)
        outbox.emit(
            .interface(CaptureInterface(index: 0, linkType: header.linkType, snapLength: header.snapLength)))
    }

    private mutating func readRecords(_ window: Span<UInt8>, _ header: PcapHeader, _ consumed: inout Int) {
        while window.count - consumed >= header.recordHeaderLength {
            guard let record = header.record(window, at: consumed) else { return }
            guard record.capturedLength <= header.largestRecord else {
                state = .stopped(
                    at: position + consumed, .pcapRecordDamaged,
                    detail: "record \(frames + 1) claims \(record.capturedLength) bytes, more than a packet can have")
                return
            }
            let start = consumed + header.recordHeaderLength
            guard record.capturedLength <= window.count - start else { return }
            let end = start + record.capturedLength
            frames += 1
            lastFrameAt = record.at
            outbox.emit(
                .frame(
                    Frame(
                        number: frames, at: record.at, linkType: header.linkType, bytes: start..<end,
                        originalLength: record.originalLength)))
            ledger.output += end - consumed
            consumed = end
        }
    }

    /// Names what is left over: a stop further up, a cut header or a cut last record.
    private mutating func finish(_ window: Span<UInt8>, _ consumed: inout Int) {
        let end = position + window.count
        let (start, code, detail): (Int, DiagnosticCode, String)
        switch state {
        case .stopped(let at, let stopCode, let stopDetail):
            (start, code, detail) = (at, stopCode, stopDetail)
        case .header:
            (start, code, detail) = (
                0, .pcapHeaderUnreadable, "expected a file header of 24 bytes, found a file of \(end)"
            )
        case .records:
            (start, code, detail) = (
                position + consumed, .pcapTailCut, "the file ends inside record \(frames + 1)"
            )
            guard start < end else { return }
        }
        outbox.report(
            Diagnostic(
                code, locator: .bytes(start..<end), at: lastFrameAt, detail: detail, units: end - start,
                blind: Blind(from: lastFrameAt)))
        ledger.diagnosed += end - start
        consumed = window.count
    }

    private static func describe(_ window: Span<UInt8>) -> String {
        window.copy(0..<min(4, window.count)).hexadecimal
    }

    private enum State: Sendable {
        case header
        case records(PcapHeader)
        /// From this byte of the file on nothing can be read.
        case stopped(at: Int, DiagnosticCode, detail: String)
    }
}

extension DiagnosticCode {
    public static let pcapHeaderUnreadable = DiagnosticCode(
        "pcap.header-unreadable", .error, stage: "capture",
        meaning: "The file header of a pcap file is cut off or not one that is known; nothing was read.",
        remedy: "Capture again, or convert the file with a tool that reads it.")
    public static let pcapRecordDamaged = DiagnosticCode(
        "pcap.record-damaged", .error, stage: "capture",
        meaning: "A record claims an impossible length; what precedes it was read, the rest was not.",
        remedy: "Copy the file again from where it was captured; pcap files cannot be read past damage.")
    public static let pcapTailCut = DiagnosticCode(
        "pcap.tail-cut", .warning, stage: "capture",
        meaning: "The file ends inside its last record; what precedes it was read.",
        remedy: "Stop the capturing program before copying its file.")
}

/// The diagnostics of the pcap reader.
public enum PcapDiagnostics {
    public static let all: [DiagnosticCode] = [.pcapHeaderUnreadable, .pcapRecordDamaged, .pcapTailCut]
}
