/// What OMID events say, and how the compliance script flattens it.
enum OMIDFields {
    static func sessionStart(creative: String, on platform: VASTPlayer.Platform) -> [(String, JSON)] {
        [
            ("context", platform == .app ? app : web),
            ("verificationParameters", "iabtechlab-Shopmarket"), ("creativeType", .text(creative)),
            ("mediaType", creative == "video" ? "video" : "display"), ("impressionType", "beginToRender"),
            ("supportsLoadedEvent", true),
        ]
    }

    private static let app: JSON = [
        "apiVersion": "1.0", "environment": "app", "accessMode": "limited", "adSessionType": "native",
        "omidNativeInfo": ["partnerName": "Shopmarket", "partnerVersion": "8.41.0"],
        "omidJsInfo": ["omidImplementer": "omsdk", "serviceVersion": "1.5.2-iab5037"],
        "app": ["libraryVersion": "1.5.2-Shopmarket", "appId": "com.shopmarket.ios"],
        "deviceInfo": ["deviceType": "iPhone15,2", "os": "iOS", "osVersion": "17.5.1"],
        "deviceCategory": "mobile", "supports": ["clid", "vlid"],
    ]

    /// A page has no app and knows no device.
    private static let web: JSON = [
        "apiVersion": "1.0", "environment": "web", "accessMode": "limited", "adSessionType": "javascript",
        "omidJsInfo": [
            "omidImplementer": "omsdk", "serviceVersion": "1.5.2-iab5037", "sessionClientVersion": "1.5.2-iab5037",
            "partnerName": "Shopmarket", "partnerVersion": "8.41.0",
        ],
        "deviceCategory": "desktop", "supports": ["clid", "vlid"],
    ]

    /// - Parameter isPreroll: no content was played before the ad.
    static func loaded(_ ad: AdSpec, isPreroll: Bool) -> [(String, JSON)] {
        var fields: [(String, JSON)] = [("skippable", .flag(ad.skipAfter != nil))]
        if let skip = ad.skipAfter { fields.append(("skipOffset", .number(skip.asSeconds))) }
        return fields + [
            ("autoPlay", true), ("position", isPreroll ? "preroll" : "midroll"), ("creativeType", "video"),
            ("mediaType", "video"),
            ("impressionType", "beginToRender"),
        ]
    }

    static func geometry(percent: Int) -> [(String, JSON)] {
        let box: JSON = ["x": 0, "y": 180, "width": 390, "height": 219, "pixels": 85410]
        return [
            ("viewport", ["width": 390, "height": 844]),
            (
                "adView",
                [
                    "percentageInView": .int(percent), "geometry": box,
                    "onScreenGeometry": [
                        "x": 0, "y": 180, "width": 390, "height": 219, "pixels": 85410, "obstructions": [],
                        "friendlyObstructions": [],
                    ],
                    "measuringElement": false, "reasons": [],
                ]
            ),
        ]
    }

    static let impression: [(String, JSON)] =
        geometry(percent: 100) + [
            ("creativeType", "video"), ("mediaType", "video"), ("impressionType", "beginToRender"),
        ]

    /// The flattened event, then the whole event as JSON.
    static func query(session: String, at moment: Microseconds, type: String, data: [(String, JSON)]?) -> String {
        let stamp = moment / 1_000
        var event: [(String, JSON)] = [
            ("adSessionId", .text(session)), ("timestamp", .int(stamp)), ("type", .text(type)),
        ]
        var fields = [("adSessionId", session), ("timestamp", String(stamp)), ("type", type)]
        if let data {
            event.append(("data", .object(data)))
            flatten(.object(data), name: "data", into: &fields)
        } else {
            fields.append(("data", "undefined"))
        }
        return URLText.query(fields + [("rawJSON", JSON.object(event).written)])
    }

    private static func flatten(_ value: JSON, name: String, into fields: inout [(String, String)]) {
        switch value {
        case .object(let members):
            for (member, value) in members { flatten(value, name: name + "[\(member)]", into: &fields) }
        case .array(let elements) where elements.isEmpty: fields.append((name, "[]"))
        case .array(let elements):
            for (place, value) in elements.enumerated() { flatten(value, name: name + "[\(place)]", into: &fields) }
        case .text(let text): fields.append((name, text))
        default: fields.append((name, value.written))
        }
    }
}
