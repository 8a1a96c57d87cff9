import Model

extension RunRecord: TableRow {
    static let table = Table(
        of: Self.self, "run", .decoding, meaning: "One certification: the inputs that were judged together.")

    static func columns(_ column: inout some Columns<RunRecord>) {
        column.number("The run's number in this file.")
        column("name", "What it is called: the first input's file name.") { $0.name }
        column("tool_version", "Version of beaconproof that wrote it.") { $0.toolVersion }
        column("rules_version", "Version of the rule pack that judged it; NULL before an audit.") { $0.rulesVersion }
        column("rules_sha256", "SHA-256 of the rules that judged it.") { $0.rulesSHA256 }
        column("verdict", "pass, fail or inconclusive; NULL before an audit.") { $0.verdict }
        column(
            "certified", "1 when at least one certificate applies and all that apply pass.", .joined(default: 0)
        ) { $0.isCertified }
        column("note", "Why the verdict is no more than it is, in a sentence; NULL for nothing to say.") { $0.note }
        column("due", "How many things were due of all behaviour.", .joined(default: 0)) { $0.due }
        column("compared", "How many of them were compared.", .joined(default: 0)) { $0.compared }
        column(
            "recipe_sha256",
            "SHA-256 over all that the outcome rests on, inputs to limits; NULL unless a batch wrote the run."
        ) { $0.recipeSHA256 }
    }
}

extension CaptureRecord: TableRow {
    static let table = Table(of: Self.self, "capture", .decoding, meaning: "One input file of a run.")

    static func columns(_ column: inout some Columns<CaptureRecord>) {
        column.number("The capture's number in this file.")
        column.run("Its run.")
        column("path", "As it was named on the command line.") { $0.path }
        column("format", "har, pcap, pcapng, mitmproxy, calls …") { $0.format }
        column("sha256", "SHA-256 of the file's bytes.") { $0.sha256 }
        column("bytes", "Size of the file.") { $0.bytes }
        column("source", "The exporter or recorder that made it, as the file says.") { $0.source }
        column("first_us", "Time of the first thing seen in it.") { $0.first }
        column("last_us", "Time of the last thing seen in it.") { $0.last }
        column("frames", "Captured packets; 0 for formats without packets.") { $0.frames }
        column(
            "side",
            """
            Where it was recorded: client, receiver (a log of the servers that were asked) or sender (a log of a \
            server that asks).
            """
        ) { $0.side }
    }
}

extension ClockRecord: TableRow {
    static let table = Table(
        of: Self.self, "clock", .decoding, through: "capture",
        meaning: "How a capture's times were brought to the run's time.")

    static func columns(_ column: inout some Columns<ClockRecord>) {
        column.capture("The capture.", .number)
        column("offset_us", "Added to the capture's own times.") { $0.offsetUs }
        column("uncertainty_us", "How far a corrected time may be off.") { $0.uncertaintyUs }
        column("method", "reference, declared or estimated.") { $0.method }
        column("samples", "Exchanges seen in two captures that the estimate rests on.") { $0.samples }
    }
}

extension FlowRecord: TableRow {
    static let table = Table(of: Self.self, "flow", .decoding, meaning: "One conversation between two endpoints.")

    static func columns(_ column: inout some Columns<FlowRecord>) {
        column.number("The flow's number in this file.")
        column.run("Its run.")
        column.capture("The capture it was seen in.")
        column("number", "Its number inside the capture, from 1.") { $0.number }
        column("transport", "tcp, tls or quic.") { $0.transport }
        column("client", "Address and port of the side that opened it.") { $0.client }
        column("server", "Address and port of the other side.") { $0.server }
        column("protocol", "http/1.1, h2, h3; NULL when it could not be read.") { $0.protocolName }
        column("server_name", "The TLS server name the client asked for.") { $0.serverName }
        column("alpn", "Protocols the client offered.") { $0.alpn }
        column("first_us", "First packet.") { $0.first }
        column("last_us", "Last packet.") { $0.last }
        column("client_bytes", "Payload bytes the client sent.") { $0.clientBytes }
        column("server_bytes", "Payload bytes the server sent.") { $0.serverBytes }
        column("undecrypted", "Why it could not be decrypted; NULL when it was, or was plain.") { $0.undecrypted }
    }
}
