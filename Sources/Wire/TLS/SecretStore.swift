import Model

/// The TLS secrets of a run, by connection. It lives in memory only and says nothing about itself.
public struct SecretStore: Sendable {
    private var connections: [[UInt8]: ConnectionSecrets] = [:]
    /// Premaster secrets by the first 8 bytes of their encrypted form, as old `RSA` lines name them.
    private var premasterSecrets: [[UInt8]: [UInt8]] = [:]

    public init(_ secrets: [TLSSecret] = []) {
        add(secrets)
    }

    /// Later lines of the same connection and label win, as in Wireshark. Unknown labels are ignored: key logs also
    /// carry exporter secrets and more.
    public mutating func add(_ secrets: [TLSSecret]) {
        for secret in secrets {
            if secret.label == "RSA" {
                premasterSecrets[secret.context] = secret.secret
            } else if let label = ConnectionSecrets.Label(rawValue: secret.label), label.fits(secret.secret.count) {
                connections[secret.context, default: ConnectionSecrets()][label] = secret.secret
            }
        }
    }

    public var isEmpty: Bool { connections.isEmpty && premasterSecrets.isEmpty }

    var hasPremasterSecrets: Bool { !premasterSecrets.isEmpty }

    func secrets(clientRandom: [UInt8]) -> ConnectionSecrets? {
        connections[clientRandom]
    }

    func premasterSecret(encrypted: ArraySlice<UInt8>) -> [UInt8]? {
        premasterSecrets[Array(encrypted.prefix(8))]
    }
}

extension SecretStore: CustomStringConvertible, CustomReflectable {
    public var description: String { "SecretStore(\(connections.count) connections)" }
    /// Secrets must not reach a log by way of a dump.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The logged secrets of one connection (NSS key log format, RFC 9850).
struct ConnectionSecrets: Sendable {
    enum Label: String, Sendable {
        case master = "CLIENT_RANDOM"
        case clientEarly = "CLIENT_EARLY_TRAFFIC_SECRET"
        case clientHandshake = "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
        case serverHandshake = "SERVER_HANDSHAKE_TRAFFIC_SECRET"
        case clientApplication = "CLIENT_TRAFFIC_SECRET_0"
        case serverApplication = "SERVER_TRAFFIC_SECRET_0"

        /// Master secrets have 48 bytes, traffic secrets the length of SHA-256 or SHA-384.
        func fits(_ length: Int) -> Bool {
            length == 48 || length == 32 && self != .master
        }
    }

    private var master: [UInt8]?
    private var clientEarly: [UInt8]?
    private var clientHandshake: [UInt8]?
    private var serverHandshake: [UInt8]?
    private var clientApplication: [UInt8]?
    private var serverApplication: [UInt8]?

    subscript(_ label: Label) -> [UInt8]? {
        get {
            switch label {
            case .master: master
            case .clientEarly: clientEarly
            case .clientHandshake: clientHandshake
            case .serverHandshake: serverHandshake
            case .clientApplication: clientApplication
            case .serverApplication: serverApplication
            }
        }
        set {
            switch label {
            case .master: master = newValue
            case .clientEarly: clientEarly = newValue
            case .clientHandshake: clientHandshake = newValue
            case .serverHandshake: serverHandshake = newValue
            case .clientApplication: clientApplication = newValue
            case .serverApplication: serverApplication = newValue
            }
        }
    }

    func handshake(_ direction: Direction) -> [UInt8]? {
        direction == .toServer ? clientHandshake : serverHandshake
    }

    func application(_ direction: Direction) -> [UInt8]? {
        direction == .toServer ? clientApplication : serverApplication
    }

    /// Any secret that only TLS 1.3 has.
    var isTLS13: Bool {
        [clientEarly, clientHandshake, serverHandshake, clientApplication, serverApplication].contains { $0 != nil }
    }
}
