/// What the SDK sends: its requests with their fields, as nielsen.md and the configuration's template have them.
extension NielsenSDK {
    func seconds(_ moment: Microseconds) -> Int { (moment + device.skew) / 1_000_000 }

    mutating func name() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<29).map { _ in random.pick(letters) })
    }

    private var deviceId: String {
        isOptedOut || flavour != .global || !isTracked ? "" : device.advertisingId
    }

    private var build: String {
        "ai." + settings.version + (flavour == .global ? "_gsxaoni" : flavour == .noad ? "_gsnaoni" : "_gsidoni")
    }

    private var short: String { "ai." + settings.version.split(separator: ".").prefix(3).joined(separator: ".") }

    func leave(_ ping: inout NielsenPing, at now: Microseconds) {
        ping.sent = now
        if ping.has("c62") { ping["c62"] = String(seconds(now)) }
    }

    mutating func config(at now: Microseconds) -> NielsenPing {
        NielsenPing(
            kind: .config, host: settings.host, scheme: settings.scheme, path: "/cgi-bin/cfg",
            fields: [
                ("cfgv", "100"), ("longitude", ""), ("latitude", ""), ("apid", appid), ("apv", publisher.version),
                ("apn", URLText.escaped(publisher.app)), ("sdkv", short), ("nuid", deviceId), ("uoo", uoo),
                ("fp", isFPIDEnabled ? "true" : "false"),
            ], created: now, sent: now, owner: "app", viewing: "", launch: launch, instance: instance)
    }

    mutating func session(at now: Microseconds) -> NielsenPing {
        NielsenPing(
            kind: .session, host: settings.host, scheme: settings.scheme, path: "/cgi-bin/gn",
            fields: [
                ("prd", "session"), ("c9", "devid," + deviceId), ("c13", "asid," + appid), ("sessionId", sessionId),
                ("c16", "sdkv," + short), ("uoo", uoo), ("fp_id", device.fpid?.name ?? ""), ("c30", "bldv," + build),
                ("enc", "true"), ("c61", "createtm,\(seconds(now))"), ("rnd", String((now + device.skew) / 1_000)),
            ], created: now, sent: now, owner: "app", viewing: "", launch: launch, instance: instance)
    }

    mutating func ping(
        _ kind: NielsenPing.Kind, of segment: Segment, at now: Microseconds, cln: Int, davty: Int
    ) -> NielsenPing {
        let value = { (key: String) in URLText.escaped(Self.text(segment.metadata, key)) }
        let asset = value("assetid")
        let start = segment.start ?? now
        let fpid = device.fpid
        let vendor = flavour == .noid || isOptedOut ? "" : device.vendorId
        let letter = kind == .view ? "V1" : "D\(Swift.max(1, segment.index))"
        let adidx = segment.place.map { "\($0.0)%2F\($0.1)" } ?? ""
        let model = URLText.escaped(device.model)
        let fields: [(name: String, value: String)] = [
            ("prd", "dcr"), ("ci", publisher.client), ("ch", "\(publisher.client)_\(publisher.brand)_P"),
            ("asn", "defChnAsset"), ("fp_id", fpid?.name ?? ""), ("fp_cr_tm", fpid.map { String($0.made) } ?? ""),
            ("fp_acc_tm", fpid == nil ? "" : String(opened)),
            ("fp_emm_tm", fpid == nil ? "" : device.lastEMM.map { String($0) } ?? ""), ("ve_id", vendor),
            ("sessionId", sessionId), ("tl", value("title")), ("prv", "1"), ("c6", "vc," + publisher.brand),
            ("ca", "\(publisher.client)_\(publisher.brand)_\(asset)"), ("cg", value("program")),
            ("c13", "asid," + appid), ("c32", "segA,NA"), ("c33", "segB,NA"), ("c34", "segC,NA"),
            ("c15", "apn," + URLText.escaped(publisher.app)), ("plugv", ""), ("playerv", ""), ("sup", "1"),
            ("segment2", ""), ("segment1", ""), ("forward", "0"), ("ad", "1"), ("cr", "4_00_99_\(letter)_00000"),
            ("c9", "devid," + deviceId), ("enc", "true"), ("c1", "nuid," + deviceId),
            ("at", kind == .view ? "view" : "timer"), ("rt", "video"), ("c16", "sdkv," + short),
            ("c27", "cln,\(cln)"), ("crs", ""), ("lat", ""), ("lon", ""), ("c29", "plid," + plid),
            ("c30", "bldv," + build), ("st", "dcr"), ("c7", "osgrp,"), ("c8", "devgrp,"), ("c10", "plt,"),
            ("c40", "adbid,"), ("c14", "osver,iOS" + device.system), ("c26", "dmap,1"), ("dd", ""), ("hrd", ""),
            ("wkd", ""), ("c35", "adrsid,"), ("c36", "cref1,"), ("c37", "cref2,"), ("c11", "agg,1"),
            ("c12", "apv," + publisher.version), ("c51", "adl,\(segment.isAd ? cln : 0)"), ("c52", "noad,\(ads)"),
            ("sd", value("length")), ("pc", "NA"), ("c53", "fef,n"), ("c54", "oad," + value("airdate")),
            ("c55", "cref3,"), ("c57", "adldf,2"), ("ai", asset), ("c3", segment.isAd ? "st,a" : "st,c"),
            ("c64", "starttm,\(seconds(start))"), ("adid", asset),
            ("c58", "isLive,\(segment.isLive ? "true" : "false")"), ("c59", "sesid," + segment.sesid),
            ("c61", "createtm,\(seconds(now))"), ("c63", "pipMode,"), ("ci_userid", value("userid")),
            ("is_auto_play", value("isautoplay")), ("pl_title", ""), ("is_prem", value("ispremiumcontent")),
            ("is_prog", ""), ("ad_origin", ""), ("adidx", adidx), ("is_tpad", ""),
            ("ci_passthr", value("clientpassparam")), ("c62", "sendTime,\(seconds(now))"),
            ("c68", "bndlid," + publisher.bundle), ("c69", "cvw,"), ("nodeTM", ""), ("logTM", ""),
            ("c73", "phtype,"), ("c74", "dvcnm,"), ("c76", "adbsnid,"), ("uoo", uoo), ("c44", "progen,"),
            ("davty", String(davty)), ("si", ""), ("c66", "mediaurl,"),
            (
                "sdd",
                "retry,0~~retryreason,~~devmodel,\(model)~~devtypid,\(model)~~sysname,iOS"
                    + "~~sysversion,\(device.system)~~manuf,Apple"
            ), ("cat_id", random.uuid().lowercased()), ("vtoff", "0"), ("rnd", String((now + device.skew) / 1_000)),
        ]
        return NielsenPing(
            kind: kind, host: settings.pingHost ?? settings.host, scheme: settings.scheme, path: "/cgi-bin/gn",
            fields: fields, created: now, sent: now + random.int(15_000...180_000),
            owner: Self.text(segment.metadata, "assetid"), viewing: segment.viewing, isAd: segment.isAd,
            launch: launch, instance: instance)
    }
}
