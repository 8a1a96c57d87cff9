import Model

/// Every kind of diagnostic that TLS raises.
public enum TLSDiagnostics {
    public static let all: [DiagnosticCode] = [
        .tlsSecretMissing, .tlsCipherUnsupported, .tlsBytesMissing, .tlsHandshakeUnseen, .tlsRecordDamaged, .tlsNotTLS,
        .tlsDataAfterClose, .tlsRecordCut, .tlsAlert, .tlsHandshakeMalformed, .tlsEarlyDataRejected,
    ]
}

extension DiagnosticCode {
    public static let tlsSecretMissing = DiagnosticCode(
        "tls.secret-missing", .warning, stage: "wire",
        meaning: "The key log holds no secret for this connection, so its requests and responses are hidden.",
        remedy:
            "Give the key log: --keylog FILE. It must be of the whole run, and of the process that makes the requests.")
    public static let tlsCipherUnsupported = DiagnosticCode(
        "tls.cipher-unsupported", .warning, stage: "wire",
        meaning: "The connection uses a cipher suite that is not decrypted here.",
        remedy: "Record against a server that offers AES-GCM or ChaCha20-Poly1305.")
    public static let tlsBytesMissing = DiagnosticCode(
        "tls.bytes-missing", .warning, stage: "wire",
        meaning: "Bytes of an encrypted stream are not in the capture; the records they belong to cannot be opened.",
        remedy: "Record with a larger buffer and without a snap length, as near to the device as possible.")
    public static let tlsHandshakeUnseen = DiagnosticCode(
        "tls.handshake-unseen", .warning, stage: "wire",
        meaning: "The connection was opened before the capture, or only one direction was captured.",
        remedy: "Start recording before the app starts, and capture both directions.")
    public static let tlsRecordDamaged = DiagnosticCode(
        "tls.record-damaged", .warning, stage: "wire",
        meaning: "A record does not authenticate with the logged secret, or the record framing is broken.",
        remedy: "Check that the key log belongs to this capture.")
    public static let tlsNotTLS = DiagnosticCode(
        "tls.not-tls", .warning, stage: "wire",
        meaning: "A direction of a connection that should be TLS does not start with a TLS record.",
        remedy: "Nothing, if the server answered in the clear; else report the capture.")
    public static let tlsDataAfterClose = DiagnosticCode(
        "tls.data-after-close", .info, stage: "wire",
        meaning: "Records follow the sender's own closing alert; they are not read.",
        remedy: "Nothing: no peer reads them either.")
    public static let tlsRecordCut = DiagnosticCode(
        "tls.record-cut", .info, stage: "wire",
        meaning: "The stream ends inside a record; its receiver could not open it either.",
        remedy: "Nothing, if the connection was aborted or the recording was stopped here.")
    public static let tlsAlert = DiagnosticCode(
        "tls.alert", .warning, stage: "wire",
        meaning:
            "One side ended the connection with an error, for instance because it distrusts a proxy's certificate.",
        remedy: "Trust the recording proxy's certificate on the device, or exclude the host.")
    public static let tlsHandshakeMalformed = DiagnosticCode(
        "tls.handshake-malformed", .warning, stage: "wire",
        meaning: "A handshake message cannot be read.",
        remedy: "Report the capture: the sender or the recorder is at fault.")
    public static let tlsEarlyDataRejected = DiagnosticCode(
        "tls.early-data-rejected", .info, stage: "wire",
        meaning: "The server refused the early data (0-RTT) of the client, which sends it again after the handshake.",
        remedy: "Nothing: the repeated requests are the ones that count.")
}

extension Undecrypted {
    var code: DiagnosticCode {
        switch self {
        case .secretMissing: .tlsSecretMissing
        case .cipherUnsupported: .tlsCipherUnsupported
        case .bytesMissing: .tlsBytesMissing
        case .handshakeUnseen: .tlsHandshakeUnseen
        case .recordDamaged: .tlsRecordDamaged
        case .notTLS: .tlsNotTLS
        case .afterClose: .tlsDataAfterClose
        }
    }
}

/// The name of an alert (RFC 8446 section 6; IANA "TLS Alerts").
enum TLSAlert {
    static let closeNotify: UInt8 = 0
    static let userCanceled: UInt8 = 90
    static let warningLevel: UInt8 = 1

    static func name(_ description: UInt8) -> String {
        names[description] ?? "alert \(description)"
    }

    private static let names: [UInt8: String] = [
        0: "close_notify", 10: "unexpected_message", 20: "bad_record_mac", 21: "decryption_failed",
        22: "record_overflow", 30: "decompression_failure", 40: "handshake_failure", 41: "no_certificate",
        42: "bad_certificate", 43: "unsupported_certificate", 44: "certificate_revoked", 45: "certificate_expired",
        46: "certificate_unknown", 47: "illegal_parameter", 48: "unknown_ca", 49: "access_denied",
        50: "decode_error", 51: "decrypt_error", 60: "export_restriction", 70: "protocol_version",
        71: "insufficient_security", 80: "internal_error", 86: "inappropriate_fallback", 90: "user_canceled",
        100: "no_renegotiation", 109: "missing_extension", 110: "unsupported_extension",
        112: "unrecognized_name", 113: "bad_certificate_status_response", 115: "unknown_psk_identity",
        116: "certificate_required", 120: "no_application_protocol", 121: "ech_required",
    ]
}
