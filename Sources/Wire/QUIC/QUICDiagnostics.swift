import Model

/// Every kind of diagnostic that QUIC raises.
public enum QUICDiagnostics {
    public static let all: [DiagnosticCode] = [
        .quicSecretMissing, .quicCipherUnsupported, .quicHandshakeUnseen, .quicPacketDamaged, .quicPacketsMissing,
        .quicBytesMissing, .quicVersionUnsupported, .quicHeaderMalformed, .quicFrameMalformed, .quicLimit,
        .quicHandshakeMalformed, .quicEarlyDataRejected,
    ]
}

extension DiagnosticCode {
    public static let quicSecretMissing = DiagnosticCode(
        "quic.secret-missing", .warning, stage: "wire",
        meaning: "The key log holds no secret for this QUIC connection, so its requests and responses are hidden.",
        remedy:
            "Give the key log: --keylog FILE. It must be of the whole run, and of the process that asks; or disable QUIC."
    )
    public static let quicCipherUnsupported = DiagnosticCode(
        "quic.cipher-unsupported", .warning, stage: "wire",
        meaning: "The QUIC connection uses a cipher suite that is not decrypted here.",
        remedy: "Record against a server that offers AES-GCM or ChaCha20-Poly1305.")
    public static let quicHandshakeUnseen = DiagnosticCode(
        "quic.handshake-unseen", .warning, stage: "wire",
        meaning: "The QUIC connection was opened before the capture, or its first packets are missing.",
        remedy: "Start recording before the app starts.")
    public static let quicPacketDamaged = DiagnosticCode(
        "quic.packet-damaged", .warning, stage: "wire",
        meaning: "QUIC packets do not authenticate with the logged secret.",
        remedy: "Check that the key log belongs to this capture.")
    public static let quicPacketsMissing = DiagnosticCode(
        "quic.packets-missing", .warning, stage: "wire",
        meaning: "Packets were received by the peer that are not in the capture.",
        remedy: "Record with a larger buffer, as near to the device as possible.")
    public static let quicBytesMissing = DiagnosticCode(
        "quic.bytes-missing", .warning, stage: "wire",
        meaning: "Bytes inside a QUIC stream are not in the capture.",
        remedy: "Record with a larger buffer, and until the connection has ended.")
    public static let quicVersionUnsupported = DiagnosticCode(
        "quic.version-unsupported", .warning, stage: "wire",
        meaning: "The packets are of a QUIC version that is not read: a draft, or Google's own.",
        remedy: "Update the client or the server to QUIC version 1.")
    public static let quicHeaderMalformed = DiagnosticCode(
        "quic.header-malformed", .info, stage: "wire",
        meaning: "A datagram does not hold a whole QUIC packet where one should start.",
        remedy: "Record without a snap length; otherwise the datagram is not QUIC.")
    public static let quicFrameMalformed = DiagnosticCode(
        "quic.frame-malformed", .warning, stage: "wire",
        meaning: "A decrypted packet holds a frame that cannot be read; the frames behind it are lost.",
        remedy: "Report the capture: the sender uses an extension that is not known here.")
    public static let quicLimit = DiagnosticCode(
        "quic.limit", .warning, stage: "wire",
        meaning: "A connection has more streams, or the capture more connections, than are followed.",
        remedy: "Split the capture.")
    public static let quicHandshakeMalformed = DiagnosticCode(
        "quic.handshake-malformed", .warning, stage: "wire",
        meaning: "A handshake message in CRYPTO frames cannot be read.",
        remedy: "Report the capture: the sender or the recorder is at fault.")
    public static let quicEarlyDataRejected = DiagnosticCode(
        "quic.early-data-rejected", .info, stage: "wire",
        meaning: "The server refused the early data (0-RTT) of the client, which sends it again after the handshake.",
        remedy: "Nothing: the repeated requests are the ones that count.")
}

extension Undecrypted {
    var quicCode: DiagnosticCode {
        switch self {
        case .secretMissing: .quicSecretMissing
        case .cipherUnsupported: .quicCipherUnsupported
        case .handshakeUnseen, .notTLS, .afterClose: .quicHandshakeUnseen
        case .recordDamaged: .quicPacketDamaged
        case .bytesMissing: .quicPacketsMissing
        }
    }
}
