/// Mistakes in requests to Google's ad server: parameters and consent.
enum AdTagFaults {
    private static func fault(
        _ id: String, _ title: String, breaks requirement: String, severity: Fault.Severity = .error,
        prepare: @escaping @Sendable (inout Script, inout Randomness) -> Void = { _, _ in },
        each change: @escaping @Sendable (_ url: String, _ place: Int) -> String
    ) -> Fault {
        Fault(
            "gam." + id, title, family: "ima", breaks: requirement, severity: severity, kinds: ["ima"],
            edit: { stage, _ in
                let tags = stage.reports(of: "ad request")
                for (place, intent) in tags.enumerated() {
                    let url = change(intent.url, place)
                    guard url != intent.url else { continue }
                    stage.alter(intent, title) { $0.url = url }
                    stage.compare(with: tags.filter { $0.id != intent.id })
                }
            },
            prepare: { script, stream in
                script[StreamActs.viewer] = .stays
                prepare(&script, &stream)
            })
    }

    private static let twoBreaks = BreaksText([.init(at: 0, ads: [15_000]), .init(at: 36_000, ads: [15_000])])

    static let all: [Fault] = [
        fault("no-query", "The tag has no question mark", breaks: "S1, R-001-06, R-001-90: /gampad/ads?") { url, _ in
            url.replacing("/gampad/ads?", with: "/gampad/ads")
        },
        fault("no-size", "sz is left out", breaks: "GAM-P: required parameters", severity: .warning) { url, _ in
            url.replacingField("sz", with: nil)
        },
        fault("no-unit", "iu is left out", breaks: "GAM-P: required parameters", severity: .warning) { url, _ in
            url.replacingField("iu", with: nil)
        },
        fault(
            "no-environment", "env and gdfp_req are left out", breaks: "GAM-P: required parameters", severity: .warning
        ) { url, _ in
            url.replacingField("env", with: nil).replacingField("gdfp_req", with: nil)
        },
        fault(
            "correlator-empty", "correlator is empty on the wire", breaks: "GAM-P: correlator is filled",
            severity: .warning
        ) { url, _ in
            url.replacingField("correlator", with: "")
        },
        fault(
            "correlator-changes", "Each request of a view has a correlator of its own",
            breaks: "GAM-P: one correlator in a view",
            severity: .warning, prepare: { script, _ in script[StreamKnobs.breaks(isLive: false)] = twoBreaks }
        ) { url, place in
            place == 0 ? url : url.replacingField("correlator", with: "77120044\(place)8812345")
        },
        fault(
            "cust-params-twice", "cust_params are escaped twice", breaks: "R-001-15: encoded once", severity: .warning
        ) { url, _ in
            url.replacingField("cust_params", with: "deployment%253Ddevsite%2526sample_ct%253Dlinear")
        },
        fault(
            "usp-malformed", "us_privacy is no consent string", breaks: "USP format: 1 and three of Y N -",
            prepare: californian
        ) { url, _ in
            url.replacingField("us_privacy", with: "1YX")
        },
        fault("usp-boolean", "us_privacy is true", breaks: "USP format: 1 and three of Y N -", prepare: californian) {
            url, _ in
            url.replacingField("us_privacy", with: "true")
        },
        fault(
            "usp-lower-case", "us_privacy is in lower case", breaks: "USP format", severity: .warning,
            prepare: californian
        ) { url, _ in
            url.replacingField("us_privacy", with: "1ynn")
        },
        fault(
            "usp-twice", "us_privacy stands twice, with other values", breaks: "USP format: one signal",
            prepare: optedOut
        ) { url, _ in
            url.replacingField("us_privacy", with: "1YNN") + "&us_privacy=1YYN"
        },
        fault(
            "usp-lost-at-midroll", "us_privacy is missing on the mid-roll's request",
            breaks: "R-001-89: on all ad requests of a session",
            prepare: { script, stream in
                optedOut(&script, &stream)
                script[StreamKnobs.breaks(isLive: false)] = twoBreaks
            }
        ) { url, place in
            place == 0 ? url : url.replacingField("us_privacy", with: nil).replacingField("rdp", with: nil)
        },
        fault(
            "usp-changes", "us_privacy says something else on the mid-roll's request",
            breaks: "R-001-89: the same on all ad requests of a session",
            prepare: { script, stream in
                optedOut(&script, &stream)
                script[StreamKnobs.breaks(isLive: false)] = twoBreaks
            }
        ) { url, place in
            place == 0 ? url : url.replacingField("us_privacy", with: "1YNN").replacingField("rdp", with: nil)
        },
        fault(
            "usp-absent", "us_privacy is never sent although the CCPA applies",
            breaks: "R-001-87: consent is sent as us_privacy",
            prepare: { script, stream in
                californian(&script, &stream)
                script[IMAApp.declares] = true
            }
        ) { url, _ in url.replacingField("us_privacy", with: nil) },
        fault(
            "opt-out-ignored", "The opt-out of the person is not in the request",
            breaks: "S1, IMA-CCPA: rdp=1 or Y in third place",
            prepare: { script, stream in
                optedOut(&script, &stream)
                script[IMAApp.declares] = true
            }
        ) { url, _ in url.replacingField("us_privacy", with: "1YNN").replacingField("rdp", with: nil) },
        fault(
            "gdpr-lost-at-midroll", "gdpr_consent is missing on the mid-roll's request",
            breaks: "IMA-CCPA: equal on all ad requests of a session",
            prepare: { script, _ in
                script[IMAApp.privacy] = .european
                script[StreamKnobs.breaks(isLive: false)] = twoBreaks
            }
        ) { url, place in
            place == 0 ? url : url.replacingField("gdpr_consent", with: nil)
        },
    ]

    private static func californian(_ script: inout Script, _ stream: inout Randomness) {
        script[IMAApp.privacy] = .californian
    }
    private static func optedOut(_ script: inout Script, _ stream: inout Randomness) {
        script[IMAApp.privacy] = .optedOut
    }
}

extension Stage {
    /// The last breach shows only beside these.
    fileprivate mutating func compare(with others: [Intent]) {
        guard let last = breaches.indices.last else { return }
        breaches[last].evidence += others.map { .intent($0.id) }
    }
}
