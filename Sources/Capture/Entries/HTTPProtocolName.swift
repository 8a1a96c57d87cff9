/// The names proxies give HTTP versions → as ``Exchange/Connection/protocolName`` has them.
enum HTTPProtocolName {
    /// `nil` when the name is none of HTTP.
    static func canonical(_ name: String) -> String? {
        switch name.lowercased() {
        case "http/1.0": "http/1.0"
        case "http/1.1": "http/1.1"
        case "http/2", "http/2.0", "h2": "h2"
        case "http/3", "http/3.0", "h3", "h3-29": "h3"
        default: nil
        }
    }
}
