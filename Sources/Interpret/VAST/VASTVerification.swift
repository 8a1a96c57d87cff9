import Model

/// The `<Verification>` elements of an ad: their scripts, their `verificationNotExecuted` trackers, and the vendors whose
/// beacons can be read from their parameters.
enum VASTVerification {
    private struct Measurement: Equatable {
        let vendor: String
        let parameters: String?
    }

    /// A vendor listed twice with the same parameters, as in `<AdVerifications>` and in the extension for older players, is
    /// one verification.
    static func read(_ verifications: [XMLNode], into ad: inout AdDeclaration) {
        var known: [Measurement] = []
        for node in verifications {
            let measurement = Measurement(
                vendor: node.attributes["vendor"] ?? "",
                parameters: node.first("verificationparameters").map(\.trimmedText))
            let place = known.firstIndex(of: measurement) ?? known.count
            if place == known.count { known.append(measurement) }
            read(node, measurement, number: place + 1, into: &ad)
        }
    }

    private static func read(
        _ verification: XMLNode, _ measurement: Measurement, number: Int, into ad: inout AdDeclaration
    ) {
        let scripts = verification.all("javascriptresource") + verification.all("executableresource")
        for url in scripts.flatMap(VASTReader.urls) {
            ad.resources.append(
                ResourceDeclaration(
                    kind: .verification, url: url, type: measurement.vendor, parameters: measurement.parameters,
                    verification: number))
        }
        var trackers: [TrackerDeclaration] = []
        for events in verification.all("trackingevents") {
            trackers += VASTCreatives.trackingEvents(events, element: "Verification/Tracking", duration: nil)
        }
        if CriteoBeacons.isVendor(measurement.vendor), let parameters = measurement.parameters {
            trackers += CriteoBeacons.trackers(
                in: parameters, line: verification.first("verificationparameters")?.line)
        }
        for index in trackers.indices { trackers[index].verification = number }
        ad.trackers += trackers
    }
}
