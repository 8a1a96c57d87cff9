/// What kind of identifier a parameter, header or field carries, judged by its name alone. The kind's raw value is the
/// first part of the pseudonym: `devid:7f3a`.
public enum IdentifierKind: String, Sendable, Hashable, CaseIterable {
    case advertisingID = "adid"
    case authorization = "auth"
    case click
    case cookie
    case devid
    case firstPartyID = "fpid"
    case ip
    case location
    case mail
    case nuid
    /// Not named as an identifier, but long and random.
    case opaque
    case phone
    case session
    case stream
    case user
    case vendorID = "vendorid"

    /// The kind that a name stands for; `nil` for names that carry no identifier. Names compare without case.
    ///
    /// The Nielsen names are those of its ping templates (specification nielsen.md section 1), the others are the names
    /// that IMA, GAM, DAI, OMID, MediaTailor and VAST macros use.
    static func of(name: String) -> IdentifierKind? {
        guard name.utf8.count <= IdentifierText.longestName else { return nil }
        let name = name.lowercased()
        if let kind = names[name] { return kind }
        return name.hasPrefix("hem_") ? .mail : nil
    }

    /// Positional names that mean an identifier only with the inner key that Nielsen puts before the value.
    static func isPositional(_ name: String) -> Bool {
        ["c1", "c9", "c59"].contains(name.lowercased())
    }

    /// Apps, assets and creatives: random as these look, they are nobody's, and rules join by them.
    static func isImpersonal(_ name: String) -> Bool {
        impersonal.contains(name.lowercased())
    }

    private static let impersonal: Set<String> = ["apid", "appid", "asid", "ai", "assetid", "ca"]

    /// All names, for a statement that looks for them.
    static var namesAsJSON: String {
        "[" + names.keys.sorted().map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }

    private static let names: [String: IdentifierKind] = {
        let groups: [(IdentifierKind, [String])] = [
            (.advertisingID, ["idfa", "gaid", "aaid", "ifa", "rdid", "dc_rdid", "advertisingid", "advertising_id"]),
            (.advertisingID, ["ad_id", "adid_raw", "google_ad_id", "googleadid", "tvid", "rida", "afai", "lgudid"]),
            (.devid, ["devid", "c9", "deviceid", "device_id", "udid", "android_id", "androidid"]),
            (.nuid, ["nuid", "c1"]),
            (.session, ["sesid", "c59", "sessionid", "session_id", "adsessionid", "aws.sessionid", "sess_id"]),
            (.firstPartyID, ["fp_id", "fpid"]),
            (.vendorID, ["ve_id", "vendorid", "idfv", "ifv"]),
            (.user, ["uid2", "uid2_token", "ci_userid", "userid", "user_id", "ppid", "uid", "euid", "rampid", "id5"]),
            (.stream, ["stream_id", "streamid", "dai_stream_id", "x-stream-id"]),
            (.mail, ["email", "mail", "e-mail", "hem", "hashed_email", "emailhash", "hmail"]),
            (.phone, ["phone", "msisdn", "tel"]),
            (.location, ["lat", "lon", "lng", "long", "latitude", "longitude", "latlong", "latlon", "geo", "zip"]),
            (.ip, ["ip", "uip", "ipaddress", "ip_address", "client_ip", "clientip", "x-forwarded-for"]),
            (.click, ["gclid", "fbclid", "msclkid", "dclid", "clickid"]),
            (.cookie, ["cookie", "set-cookie", "cookies", "gpid_cookie", "__gads", "__gpi", "_ga"]),
            (.authorization, ["authorization", "proxy-authorization", "auth-token", "auth_token", "access_token"]),
            (.authorization, ["token", "api_key", "apikey", "password", "x-api-key", "secret", "signature"]),
        ]
        var names: [String: IdentifierKind] = [:]
        for (kind, group) in groups {
            for name in group { names[name] = kind }
        }
        return names
    }()

    /// Header fields whose whole value is private.
    static let privateHeaders: Set<String> = ["cookie", "set-cookie", "authorization", "proxy-authorization"]
}
