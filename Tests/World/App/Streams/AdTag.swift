/// The request that IMA makes of Google's ad server (seed 001, GAM-P).
struct AdTag: Sendable {
    /// What the app says of the person's choice.
    enum Privacy: String, Choice, CaseIterable {
        case none, californian, optedOut, european
    }

    var fields: [(name: String, value: String)]

    /// - Parameter correlator: the same for all requests of one view.
    init(privacy: Privacy, correlator: String, midroll: Bool, from stream: inout Randomness) {
        let page = "https%3A%2F%2Fwww.vtv-demo.no%2Fvideo%2F1"
        fields = [
            ("sz", "640x480"), ("iu", "%2F124319096%2Fexternal%2Fsingle_ad_samples"),
            ("ciu_szs", "300x250%2C728x90"), ("impl", "s"), ("gdfp_req", "1"), ("env", "vp"), ("output", "vast"),
            ("unviewed_position_start", "1"), ("cust_params", "deployment%3Ddevsite%26sample_ct%3Dlinear"),
            ("correlator", correlator), ("vid", "short_onecue"), ("cmsid", "496"), ("url", page),
            ("description_url", page), ("sdkv", "h.3.672.0"), ("hl", "no"), ("ptt", "20"),
            ("adk", stream.digits(10)), ("sdk_apis", "2%2C7%2C8"), ("omid_p", "Google1%2Fh.3.672.0"),
            ("sid", stream.hex(8).uppercased()), ("scor", stream.digits(16)),
        ]
        if midroll { fields.append(("vpos", "midroll")) }
        switch privacy {
        case .none: break
        case .californian: fields.append(("us_privacy", "1YNN"))
        case .optedOut: fields += [("us_privacy", "1YYN"), ("rdp", "1")]
        case .european: fields += [("gdpr", "1"), ("gdpr_consent", "CQAAAAAQAAAAAAGABCENAdEgAAAAAAAAAAAAAAAAAAAA")]
        }
    }

    var url: String {
        "https://pubads.g.doubleclick.net/gampad/ads?"
            + fields.map { $0.name + "=" + $0.value }.joined(separator: "&")
    }
}
