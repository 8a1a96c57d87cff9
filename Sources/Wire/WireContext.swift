import Model

/// What the layers over one capture share: what opens it, what following it may cost, and where it is given out.
struct WireContext: Emitter, Sendable {
    var outbox = Outbox<WireEvent>()
    /// For connections whose handshake is still to come.
    var secrets: SecretStore
    let limits: WireLimits
    /// The number of the next flow.
    private(set) var nextFlow = 1
    /// What one segment lets its connection give out; here for its storage, which serves all of them.
    var scratch = Outbox<StreamEvent>()
    /// The same of a layer above TCP. Where one stands above another of its kind, it finds none and makes one.
    var plaintext = Outbox<TLSEvent>()
    var messages = Outbox<HTTPEvent>()
    var exchanges = Outbox<Exchange>()

    init(secrets: SecretStore, limits: WireLimits) {
        self.secrets = secrets
        self.limits = limits
    }

    mutating func takeFlowNumber() -> Int {
        defer { nextFlow += 1 }
        return nextFlow
    }
}
