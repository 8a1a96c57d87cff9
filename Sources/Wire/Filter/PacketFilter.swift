import CPcap
import Model

/// A BPF filter expression as tcpdump takes it, compiled by libpcap for each link type that occurs.
public struct PacketFilter: Sendable {
    /// libpcap does not accept the expression, in its own words.
    public struct Failure: Error, Sendable, Hashable {
        public let expression: String
        public let message: String
    }

    /// libpcap's version that is loaded.
    public static var libraryVersion: String {
        // "libpcap version 1.10.3 (with TPACKET_V3)"
        let words = String(cString: pcap_lib_version()).split(separator: " ")
        let version = words.firstIndex(of: "version").flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
        return version.map(String.init) ?? words.joined(separator: " ")
    }

    private let expression: String
    /// The program per link type; `nil` where the expression means nothing for it.
    private var programs: [Int: Program?] = [:]

    /// - Throws: ``Failure`` when the expression is none: it is tried on Ethernet, and on raw IP where it does not
    ///   speak of Ethernet.
    public init(_ expression: String) throws(Failure) {
        self.expression = expression
        let ethernet = 1
        programs[ethernet] = try Self.compile(expression, ethernet)
    }

    /// Whether a frame passes. Frames whose link type the expression cannot be compiled for do not.
    public mutating func accepts(_ frame: Frame, _ window: Span<UInt8>) -> Bool {
        guard let program = program(frame.linkType) else { return false }
        return program.accepts(
            window.extracting(frame.bytes.clamped(to: 0..<window.count)), originalLength: frame.originalLength)
    }

    /// What libpcap says about the expression on a link type; `nil` when it can be compiled.
    public mutating func objection(linkType: Int) -> Failure? {
        do throws(Failure) {
            programs[linkType] = try Self.compile(expression, linkType)
            return nil
        } catch {
            programs[linkType] = .some(nil)
            return error
        }
    }

    private mutating func program(_ linkType: Int) -> Program? {
        if let known = programs[linkType] { return known }
        _ = objection(linkType: linkType)
        return programs[linkType] ?? nil
    }

    private static func compile(_ expression: String, _ linkType: Int) throws(Failure) -> Program {
        guard let handle = pcap_open_dead(dlt(linkType), 262_144) else {
            throw Failure(expression: expression, message: "libpcap has no memory")
        }
        defer { pcap_close(handle) }
        var compiled = bpf_program()
        let mayOptimise: Int32 = 1
        guard pcap_compile(handle, &compiled, expression, mayOptimise, UInt32.max) == 0 else {
            throw Failure(expression: expression, message: String(cString: pcap_geterr(handle)))
        }
        defer { pcap_freecode(&compiled) }
        let instructions = UnsafeBufferPointer(start: compiled.bf_insns, count: Int(compiled.bf_len))
        return Program(instructions: Array(instructions))
    }

    /// Files number a few link types otherwise than libpcap does at run time.
    private static func dlt(_ linkType: Int) -> Int32 {
        switch linkType {
        case 101: Int32(DLT_RAW)
        default: Int32(truncatingIfNeeded: linkType)
        }
    }

    /// A compiled filter: plain numbers, so that the value owns nothing of libpcap's.
    private struct Program: Sendable {
        let instructions: [bpf_insn]

        func accepts(_ packet: Span<UInt8>, originalLength: Int) -> Bool {
            var header = pcap_pkthdr()
            header.caplen = UInt32(clamping: packet.count)
            header.len = UInt32(clamping: originalLength)
            var instructions = instructions
            return instructions.withUnsafeMutableBufferPointer { code in
                var program = bpf_program()
                program.bf_len = UInt32(clamping: code.count)
                program.bf_insns = code.baseAddress
                return packet.withUnsafeBufferPointer { bytes in
                    guard let start = bytes.baseAddress else { return false }
                    return pcap_offline_filter(&program, &header, start) != 0
                }
            }
        }
    }
}
