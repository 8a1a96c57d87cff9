import Model

/// One `<Verification>`: its scripts, its `verificationNotExecuted` trackers, and the vendors whose beacons can be read
/// from their parameters.
enum VASTVerification {
    static func read(_ verification: XMLNode, into ad: inout AdDeclaration) {
        let vendor = verification.attributes["vendor"] ?? ""
        let parameters = verification.first("verificationparameters").map(\.trimmedText)
        let scripts = verification.all("javascriptresource") + verification.all("executableresource")
        for url in scripts.flatMap(VASTReader.urls) {
            ad.resources.append(
                ResourceDeclaration(kind: .verification, url: url, type: vendor, parameters: parameters))
        }
        for events in verification.all("trackingevents") {
            ad.trackers += VASTCreatives.trackingEvents(events, element: "Verification/Tracking", duration: nil)
        }
        if CriteoBeacons.isVendor(vendor), let parameters {
            ad.trackers += CriteoBeacons.trackers(
                in: parameters, line: verification.first("verificationparameters")?.line)
        }
    }
}
