/// Who verifies the ads of a player, and how much of it can be read on the wire.
enum Measurement: String, Sendable {
    case none
    /// A vendor whose script is fetched and whose messages nobody can read.
    case vendor
    /// IAB's compliance script: each event of the session is a request.
    case iab
    /// Criteo's script: a beacon for each event, as its parameters have it.
    case criteo

    /// Whether a vendor's verification is sold with the ad.
    static let isVerified = Knob("verification.vendor", usual: false, [(false, 4), (true, 1)])
    static let startsMuted = Knob("omid.startsMuted", usual: true, [(true, 1), (false, 1)])
    /// How many seconds the media is shorter than its document says.
    static let reportedLength = Knob("omid.shorterBy", usual: 0, [(0, 6), (2, 1)])
    /// A display ad beside the video, with a session of its own.
    static let banner = Knob("omid.banner", usual: false, [(false, 5), (true, 1)])

    static func of(_ script: Script) -> Measurement {
        switch script.kind {
        case "omid": .iab
        case "criteo": .criteo
        default: script[isVerified] ? .vendor : .none
        }
    }

    static let iabScript = "https://cdn.iabtechlab.example/omsdk/compliance-verification-script-v1.js"

    /// The `Verification` element that the ad's document has.
    func verification(for ad: String, by server: AdServer) -> AdSpec.Verification? {
        let notExecuted = server.tracker("verificationNotExecuted", ad: ad)
        switch self {
        case .none: return nil
        case .vendor:
            return .init(
                vendor: "doubleverify.com-omid", script: "https://pub.doubleverify.example/dvtp_src.js",
                parameters: "{\"ctx\":\"13337\",\"cmp\":\"DV\(ad)\"}", notExecuted: notExecuted)
        case .iab:
            return .init(
                vendor: "iabtechlab.com-omid", script: Self.iabScript, parameters: "iabtechlab-Shopmarket",
                notExecuted: notExecuted)
        case .criteo:
            return .init(
                vendor: "criteo.com-omid",
                script: "https://static.criteo.net/banners/js/omidjs/stable/"
                    + "omid-validation-verification-script-for-retail-media.js",
                parameters: CriteoBeacons.parameters(ad), notExecuted: notExecuted)
        }
    }
}
