/// What both directions of a connection agreed on, and the keys that follow from it.
struct TLSConnection: Sendable {
    private let store: SecretStore
    private(set) var clientHello: ClientHello?
    private(set) var serverHello: ServerHello?
    private(set) var facts = TLSFacts()
    private(set) var earlyData = EarlyData.undecided
    /// The server asked for a second ClientHello.
    private(set) var isRetried = false
    /// A hello that has not come will not come: the capture lacks it.
    var isHelloLost = false
    private var secrets: ConnectionSecrets?
    private var premasterSecret: [UInt8]?
    private var transcript: [UInt8] = []
    /// The handshake up to the ClientKeyExchange.
    private var sessionTranscript: [UInt8] = []

    /// What became of the data that the client sent before the server answered.
    enum EarlyData: Sendable {
        case undecided, accepted, rejected
    }

    /// The stages of TLS 1.3 that have keys of their own.
    enum Stage: Sendable {
        case early, handshake, application
    }

    init(secrets store: SecretStore) {
        self.store = store
    }

    /// Without a copy of the hello, for each packet asks.
    var hasClientHello: Bool { if case .some = clientHello { true } else { false } }
    var hasServerHello: Bool { if case .some = serverHello { true } else { false } }

    var isTLS13: Bool {
        if let serverHello { return serverHello.version >= .tls13 }
        return isHelloLost && secrets?.isTLS13 == true
    }

    /// Only master secrets of `RSA` lines may need the hash over the handshake.
    var wantsTranscript: Bool { store.hasPremasterSecrets }

    // MARK: What the handshake says

    mutating func take(_ hello: ClientHello) {
        if let serverHello, serverHello.version >= .tls13 { return }
        if serverHello != nil {
            // Renegotiation.
            serverHello = nil
            premasterSecret = nil
            transcript = []
        }
        clientHello = hello
        secrets = store.secrets(clientRandom: hello.random)
        facts.serverName = hello.serverName ?? facts.serverName
        facts.offeredProtocols = hello.applicationProtocols
        facts.offersEarlyData = facts.offersEarlyData || hello.offersEarlyData
        facts.hasEncryptedClientHello = hello.hasEncryptedClientHello
    }

    mutating func take(_ hello: ServerHello) {
        guard serverHello == nil else { return }
        guard !hello.isRetryRequest else {
            isRetried = true
            earlyData = .rejected
            return
        }
        serverHello = hello
        facts.version = hello.version
        facts.cipherSuite = hello.cipherSuite
        facts.applicationProtocol = hello.applicationProtocol
        if hello.version >= .tls13 {
            facts.isResumed = hello.selectsPreSharedKey
            if !hello.selectsPreSharedKey { earlyData = .rejected }
        } else {
            earlyData = .rejected
            facts.isResumed = clientHello.map { !$0.sessionID.isEmpty && $0.sessionID == hello.sessionID }
        }
    }

    mutating func take(_ extensions: EncryptedExtensions) {
        facts.applicationProtocol = extensions.applicationProtocol
        if earlyData == .undecided { earlyData = extensions.acceptsEarlyData ? .accepted : .rejected }
    }

    /// The client ends its early data in so many words only when the server took it.
    mutating func takeEndOfEarlyData() {
        earlyData = .accepted
    }

    /// The client went on to the next keys: it was refused, unless its last words may be among lost bytes.
    mutating func leaveEarlyData(isEndSeen: Bool) {
        earlyData = isEndSeen ? .rejected : .accepted
    }

    /// `RSA` key exchange (RFC 5246 section 7.4.7.1): names the premaster secret.
    mutating func takeClientKeyExchange(_ body: ArraySlice<UInt8>) {
        premasterSecret = store.premasterSecret(encrypted: body.dropFirst(2))
        sessionTranscript = transcript
    }

    mutating func record(_ message: ArraySlice<UInt8>) {
        guard wantsTranscript, transcript.count + message.count <= 1 << 20 else { return }
        transcript += message
    }

    // MARK: Keys

    /// The keys of one direction at one stage of TLS 1.3: one candidate when the suite is known, else one for each that
    /// the client offers and the secret's length allows.
    func protections(_ stage: Stage, _ direction: Direction) -> [RecordProtection] {
        guard let secret = secret(stage, direction) else { return [] }
        return suites(stage, secret).compactMap { RecordProtection(trafficSecret: secret, suite: $0) }
    }

    func secret(_ stage: Stage, _ direction: Direction) -> [UInt8]? {
        switch stage {
        case .early: direction == .toServer ? secrets?[.clientEarly] : nil
        case .handshake: secrets?.handshake(direction)
        case .application: secrets?.application(direction)
        }
    }

    /// The suites that a secret may be for.
    func suites(_ stage: Stage, _ secret: [UInt8]) -> [CipherSuite] {
        suites(stage).filter { $0.hash.length == secret.count }
    }

    private func suites(_ stage: Stage) -> [CipherSuite] {
        // Early data uses the suite of the earlier session.
        if stage != .early, let serverHello { return [serverHello.cipherSuite] }
        return CipherSuite.tls13.filter { clientHello?.cipherSuites.contains($0) == true }
    }

    /// The keys of TLS 1.2 and before that ChangeCipherSpec switches to.
    func legacyProtection(_ direction: Direction) -> RecordProtection? {
        guard let clientHello, let serverHello, serverHello.version < .tls13,
            let master = secrets?[.master] ?? masterSecret(clientHello, serverHello)
        else { return nil }
        return RecordProtection(
            master: master, clientRandom: clientHello.random, server: serverHello, direction: direction)
    }

    private func masterSecret(_ client: ClientHello, _ server: ServerHello) -> [UInt8]? {
        guard let premasterSecret else { return nil }
        let hash = server.cipherSuite.hash
        return KeySchedule.masterSecret(
            premaster: premasterSecret, clientRandom: client.random, serverRandom: server.random,
            sessionHash: server.usesExtendedMasterSecret
                ? KeySchedule.sessionHash(sessionTranscript, version: server.version, hash: hash) : nil,
            version: server.version, hash: hash)
    }

    /// Why there are no keys.
    func reasonWithoutKeys(hasGap: Bool) -> Undecrypted {
        guard clientHello != nil, let serverHello else { return hasGap ? .bytesMissing : .handshakeUnseen }
        return serverHello.cipherSuite.encryption == nil ? .cipherUnsupported : .secretMissing
    }
}
