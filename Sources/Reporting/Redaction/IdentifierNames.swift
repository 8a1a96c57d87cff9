import Model

/// Which names carry identifiers: of parameters, headers, fields, log values.
///
/// The Nielsen names are those of its ping templates (docs/nielsen-pings.md, "What parameters mean"), the
/// others are the names
/// that IMA, GAM, DAI, OMID, MediaTailor, VAST macros, OpenRTB, proxies and the SDKs of measurement vendors use.
enum IdentifierNames {
    /// What a value must be like to be taken for an identifier: some names mean several things.
    enum Demand: Sendable {
        /// Whatever it is.
        case any
        /// Ten characters with three digits: an id, no count and no flag.
        case coded
        /// Sixteen characters: Nielsen's numbered parameters mean an identifier only with its name before the value.
        case long
        /// A UUID, 32 hex digits or a mail address: the name also stands for ads.
        case shaped
        /// Digits that are no flag: `lat` is a latitude, or "limit ad tracking".
        case place
    }

    struct Entry: Sendable {
        var kind: IdentifierKind
        var demand: Demand
        /// What is longer is no count and no flag, whatever it holds; values that are none of a person end before.
        static let longest = 512

        func accepts(_ value: String) -> Bool {
            let bytes = value.utf8
            switch demand {
            case .any: return true
            case .coded: return bytes.count >= 10 && IdentifierText.digits(value) >= 3 || bytes.count > Entry.longest
            case .long: return bytes.count >= 16
            case .place:
                return bytes.count > 1 && IdentifierText.digits(value) > 0
                    && bytes.allSatisfy { ASCII.isDigit($0) || IdentifierText.isPlaceMark($0) }
            case .shaped:
                return IdentifierShapes.isUUID(value) || bytes.count >= 32 && IdentifierShapes.isHex(value)
                    || value.contains("@")
            }
        }
    }

    /// Bytes of the longest name that means anything, with room to spare.
    static let longest = 64

    /// Names compare without case, dashes, underscores and a leading `x-`; `device.ifa` is `ifa`, `sha1_idfa` is
    /// `idfa`.
    static func entry(_ name: String) -> Entry? {
        guard (1...longest).contains(name.utf8.count) else { return nil }
        let lower = name.lowercased()
        if let entry = exact[lower] { return entry }
        if let dot = lower.lastIndex(of: "."), let entry = entry(String(lower[lower.index(after: dot)...])) {
            return entry
        }
        if isImpersonal(name) { return nil }
        let folded = folded(lower)
        if let entry = byFolded[folded] { return entry }
        let bare = withoutHash(folded)
        if bare != folded, let entry = byFolded[bare] ?? exact[bare] { return Entry(kind: entry.kind, demand: .coded) }
        if let suffix = suffixes.first(where: { folded.hasSuffix($0.name) }) {
            return Entry(kind: suffix.kind, demand: .coded)
        }
        return lower.hasPrefix("hem_") ? Entry(kind: .mail, demand: .any) : nil
    }

    /// The kind of a value under a name; `nil` when the value is none or says nothing.
    static func kind(of value: String, named name: String) -> IdentifierKind? {
        // Nielsen's inner name stands before the value: `c9=devid,12b9…`.
        if let comma = value.firstIndex(of: ","), let inner = entry(String(value[..<comma])) {
            return IdentifierText.saysNothing(String(value[value.index(after: comma)...])) ? nil : inner.kind
        }
        guard let entry = entry(name), !IdentifierText.saysNothing(value), entry.accepts(value) else { return nil }
        return entry.kind
    }

    /// Apps, ads, assets, cache busters and consent: random as these look, they are nobody's, and rules join by them.
    static func isImpersonal(_ name: String) -> Bool {
        impersonal.contains(folded(name.lowercased()))
    }

    /// Names that say that their value names something: random values under them are replaced in JSON too.
    static func isLikeAnID(_ name: String) -> Bool {
        let folded = folded(name.lowercased())
        return ["id", "ids", "token", "hash", "key", "code"].contains { folded.hasSuffix($0) }
    }

    /// Header fields whose whole line is private.
    static func isPrivateLine(_ name: String) -> Bool {
        privateLines.contains(name.lowercased())
    }

    private static func folded(_ lower: String) -> String {
        let separators = [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")]
        let bytes = lower.utf8.dropFirst(lower.hasPrefix("x-") ? 2 : 0)
        return String(decoding: bytes.filter { !separators.contains($0) }, as: UTF8.self)
    }

    private static func withoutHash(_ folded: String) -> String {
        var name = folded[...]
        for mark in hashMarks where name.hasPrefix(mark) { name = name.dropFirst(mark.count) }
        for mark in hashMarks where name.hasSuffix(mark) { name = name.dropLast(mark.count) }
        return String(name)
    }

    private static let hashMarks = ["hashed", "hash", "sha512", "sha256", "sha1", "md5", "raw"]

    private static let privateLines: Set<String> = [
        "cookie", "set-cookie", "authorization", "proxy-authorization", "forwarded", "x-forwarded-for",
    ]

    private static let impersonal: Set<String> = [
        "apid", "appid", "asid", "ai", "assetid", "ca", "civcai", "creativeid", "crid", "universaladid", "adservingid",
        "transactionid", "campaignid", "lineitemid", "placementid", "advertiserid", "contentid", "videoid", "bundleid",
        "cb", "cachebuster", "cachebusting", "nocache", "ord", "rnd", "rand", "random", "correlator", "timestamp", "ts",
        "gdprconsent", "consentstring", "tcstring", "gpp", "gppstring", "addtlconsent", "usprivacy",
    ]

    /// Ends of longer names: `hashedDeviceId`, `player_user_id`.
    private static let suffixes: [(name: String, kind: IdentifierKind)] = [
        ("deviceid", .devid), ("advertisingid", .advertisingID), ("idfa", .advertisingID), ("gaid", .advertisingID),
        ("idfv", .vendorID), ("userid", .user), ("visitorid", .user), ("viewerid", .user), ("sessionid", .session),
        ("email", .mail), ("msisdn", .phone), ("phonenumber", .phone), ("ipaddress", .ip), ("latitude", .location),
        ("longitude", .location), ("androidid", .devid), ("imei", .devid), ("accesstoken", .authorization),
    ]

    private static let groups: [(kind: IdentifierKind, demand: Demand, names: String)] = [
        (.advertisingID, .any, "idfa gaid aaid ifa rdid dc_rdid advertisingid advertising_id google_ad_id googleadid"),
        (.advertisingID, .any, "adid_raw tvid rida afai lgudid msai vida roku_ad_id fire_ad_id oaid"),
        (.advertisingID, .shaped, "ad_id adid"),
        (.devid, .any, "devid deviceid device_id udid android_id androidid hwid serialno imei imei1 meid machineid"),
        (.devid, .coded, "did dpid serial"), (.devid, .long, "c9"),
        (.mac, .coded, "mac macaddress mac_address wifimac ethmac"),
        (.nuid, .any, "nuid"), (.nuid, .long, "c1"),
        (.session, .any, "sesid sessionid session_id adsessionid aws.sessionid sess_id jsessionid phpsessid"),
        (.session, .coded, "sid psid vsid"), (.session, .long, "c59"),
        (.firstPartyID, .any, "fp_id fpid"), (.vendorID, .any, "ve_id idfv ifv"), (.vendorID, .shaped, "vendorid"),
        (.user, .any, "uid2 uid2_token ci_userid userid user_id ppid uid euid rampid id5 username puid"),
        (.user, .coded, "visitorid viewerid customerid memberid subscriberid accountid profileid guid login plid"),
        (.user, .coded, "muid tuid external_id"),
        (.stream, .any, "stream_id streamid dai_stream_id x-stream-id"),
        (.mail, .any, "email mail e-mail hem hashed_email emailhash hmail emailaddress"), (.mail, .shaped, "em eml"),
        (.phone, .any, "phone msisdn tel phonenumber mobile_number"), (.phone, .shaped, "ph"),
        (.location, .place, "lat lon lng long latitude longitude latlong latlng latlon ll loc"),
        (.location, .any, "geo zip postcode zipcode"),
        (.ip, .any, "ip ipv4 ipv6 uip ipaddress ip_address client_ip clientip user_ip userip remote_addr"),
        (.ip, .any, "x-forwarded-for forwarded x-real-ip true-client-ip cf-connecting-ip x-cluster-client-ip realip"),
        (.ip, .any, "fastly-client-ip x-device-ip deviceip x-original-forwarded-for connectingip"),
        (.click, .any, "gclid fbclid msclkid dclid clickid gbraid wbraid ttclid twclid"),
        (.cookie, .any, "cookie set-cookie cookies gpid_cookie __gads __gpi _ga _gid _fbp _fbc"),
        (.authorization, .any, "authorization proxy-authorization auth-token auth_token access_token x-auth-token"),
        (
            .authorization, .any,
            "token api_key apikey password passwd x-api-key secret signature refresh_token id_token"
        ),
        (.authorization, .any, "x-csrf-token x-amz-security-token client_secret jwt bearer"),
    ]

    private static let exact: [String: Entry] = {
        var entries: [String: Entry] = [:]
        for group in groups {
            for name in group.names.split(separator: " ") {
                entries[String(name)] = Entry(kind: group.kind, demand: group.demand)
            }
        }
        return entries
    }()

    /// Names of three letters and less mean too much to be looked for in other spellings.
    private static let byFolded: [String: Entry] = {
        var entries: [String: Entry] = [:]
        for (name, entry) in exact.sorted(by: { $0.key < $1.key }) {
            let folded = folded(name)
            if folded.utf8.count > 3 { entries[folded] = entry }
        }
        return entries
    }()
}

/// What names mean, looked up once: captures have a few names many times.
struct NameMeanings: Sendable {
    struct Meaning: Sendable {
        var entry: IdentifierNames.Entry?
        var isImpersonal: Bool
        var isLikeAnID: Bool
        var isPrivateLine: Bool
    }

    private var known: [String: Meaning] = [:]
    private static let most = 16_384

    mutating func meaning(of name: String) -> Meaning {
        if let meaning = known[name] { return meaning }
        let entry = IdentifierNames.entry(name)
        let meaning = Meaning(
            entry: entry, isImpersonal: entry == nil && IdentifierNames.isImpersonal(name),
            isLikeAnID: IdentifierNames.isLikeAnID(name), isPrivateLine: IdentifierNames.isPrivateLine(name))
        if known.count < NameMeanings.most { known[name] = meaning }
        return meaning
    }
}
