/// What was recorded of one run: captures, and what is needed to read them.
public struct Inputs: Sendable, Hashable {
    /// Paths of captures: pcap, pcapng, HAR, flows of debugging proxies, access logs. They are told apart by content and
    /// belong to one run, however many they are.
    public var captures: [String]
    /// Paths of TLS key logs, for captured packets.
    public var keyLogs: [String] = []
    /// Paths of logs of SDK and player calls.
    public var callLogs: [String] = []
    /// The app that the traffic came from: an .app folder, an .ipa or an .xcarchive.
    public var app: String?
    /// Which packets are read, in the language of tcpdump.
    public var filter: String?
    /// Caps on what reading may cost, by the names that `beaconproof doctor` lists.
    public var limits: [String: Int] = [:]

    /// - Parameter captures: paths of captures of one run.
    public init(_ captures: [String]) {
        self.captures = captures
    }
}
