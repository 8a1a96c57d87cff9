import Model

/// A reader of what a debugging proxy saved.
public protocol ProxyReader: WindowDecoder where Event == ProxyEvent {
    /// Set for good when the input cannot be read as this format.
    var failure: ReadFailure? { get }
}

/// What a ``ProxyReader`` gives out.
public enum ProxyEvent: Sendable, Hashable {
    /// One HTTP exchange, in file order.
    case exchange(Exchange)
    /// What the file holds, once and last.
    case source(ProxySource)
}

/// The origin of a proxy's file, and the account of it by kinds of flow.
public struct ProxySource: Sendable, Hashable {
    /// The proxy: `mitmproxy`, `Charles`, `Fiddler`.
    public var product: String
    /// The newest format version met, as it is written; `nil` where the format has none.
    public var version: String?
    /// HTTP flows, whatever became of them.
    public var httpFlows = 0
    /// HTTP flows that ended with an error of the proxy, such as a reset or a name that was not resolved.
    public var failedFlows = 0
    /// HTTP flows that opened a WebSocket.
    public var webSocketFlows = 0
    public var webSocketMessages = 0
    /// Flows of WebSocket messages beside the flow of their opening request, as mitmproxy wrote them before version 12.
    public var webSocketMessageFlows = 0
    public var tcpFlows = 0
    public var udpFlows = 0
    public var dnsFlows = 0

    public init(product: String) {
        self.product = product
    }

    /// - Parameter hasFailed: where the file says more of it than how the exchange ended.
    mutating func count(_ exchange: Exchange, hasFailed: Bool? = nil) {
        httpFlows += 1
        failedFlows += hasFailed ?? (exchange.ending == .failed) ? 1 : 0
        webSocketFlows += exchange.notes.contains("websocket") ? 1 : 0
    }
}
