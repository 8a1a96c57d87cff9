/// A request of the Nielsen SDK, its fields as they stand in the URL.
struct NielsenPing: Sendable {
    enum Kind: String, Sendable { case config, session, emm, view, duration, optOutPage }

    var id = 0
    var kind: Kind
    var host: String
    var scheme = "https"
    var path: String
    var fields: [(name: String, value: String)]
    /// When the SDK made it, and when it left; the device's clock is added where it is written.
    var created: Microseconds
    var sent: Microseconds
    /// The asset it counts.
    var owner: String
    /// The viewing of the asset: one per launch and play.
    var viewing: String
    var isAd = false
    /// Closes its segment: the ad is over, or the content.
    var isFinal = false
    var launch: Int
    var instance: String
    /// The network's answer, where it is not the usual one.
    var status = 200
    var isBlocked = false

    /// The value of a field; of `c27` the part behind the sub-key.
    subscript(_ name: String) -> String {
        get {
            let value = fields.first { $0.name == name }?.value ?? ""
            guard Self.hasSubkey(name), let comma = value.firstIndex(of: ",") else { return value }
            return String(value[value.index(after: comma)...])
        }
        set {
            guard let place = fields.firstIndex(where: { $0.name == name }) else { return }
            let old = fields[place].value
            if Self.hasSubkey(name), let comma = old.firstIndex(of: ",") {
                fields[place].value = String(old[...comma]) + newValue
            } else {
                fields[place].value = newValue
            }
        }
    }

    func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    var url: String {
        let query = fields.map { $0.name + "=" + $0.value }.joined(separator: "&")
        return scheme + "://" + host + path + (query.isEmpty ? "" : "?" + query)
    }

    /// `c27`, not `cr`: the parameters whose value begins with a name of its own.
    private static func hasSubkey(_ name: String) -> Bool {
        name.first == "c" && name.count > 1 && name.dropFirst().allSatisfy(\.isNumber)
    }
}

/// What a device is and keeps between launches.
struct NielsenDevice: Sendable {
    var advertisingId: String
    var vendorId: String
    var system: String
    var model: String
    /// The stored first-party id: its name and when it was made (seconds since 1970).
    var fpid: (name: String, made: Int)?
    var lastEMM: Int?
    /// The device's clock is ahead by this much.
    var skew: Microseconds
}

/// A publisher and its app, as Nielsen knows them.
struct NielsenPublisher: Sendable {
    var app: String
    var bundle: String
    var version: String
    var channel: String
    var appid: String
    var client: String
    var brand: String
    var api: String
    var media: String

    static let all = [
        NielsenPublisher(
            app: "Nordvisning", bundle: "se.nordvisning.play", version: "6.14.0", channel: "Nordvisning Play",
            appid: "P6C1D02E7-41AB-4C35-9E10-77C0A2B8D913", client: "se-910701", brand: "c01",
            api: "api.nordvisning.example", media: "vod.nordvisning.example"),
        NielsenPublisher(
            app: "Kustkanalen", bundle: "se.kustkanalen.tv", version: "3.2.118", channel: "Kust 1",
            appid: "PA93E5C0F-02D8-4B7C-8C55-1E64F0D3B7A2", client: "se-810344", brand: "c04",
            api: "app.kustkanalen.example", media: "cdn.kustkanalen.example"),
        NielsenPublisher(
            app: "Fjällnytt", bundle: "com.fjallnytt.ios", version: "11.0.3.2201", channel: "Fjällnytt Direkt",
            appid: "P0B7F1A68-D3C9-41E2-A7F4-5590CE2167DB", client: "se-700219", brand: "c02",
            api: "mobil.fjallnytt.example", media: "video.fjallnytt.example"),
    ]
}
