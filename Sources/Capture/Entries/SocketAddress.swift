/// `address:port` as ``Exchange/Connection`` has it.
enum SocketAddress {
    /// IPv6 addresses are bracketed; `nil` when the address is empty.
    static func text(_ address: String, port: Int) -> String? {
        guard !address.isEmpty else { return nil }
        let isIPv6 = address.utf8.contains(UInt8(ascii: ":")) && !address.hasPrefix("[")
        return isIPv6 ? "[\(address)]:\(port)" : "\(address):\(port)"
    }
}
