import Foundation
import Store
import TestSupport
import Testing

@testable import Pipeline

/// Real ad beacons over plain HTTP, with packets that the recorder lost.
@Suite(.enabled(if: SharedMaterial.isPresent, "no ../shared beside the package"))
struct LossyCaptureTests {
    /// What was not seen may have been in the holes: it is not observed, and never said not to have been fired.
    @Test(arguments: [nil, "capture: { complete: true }"])
    func nothingIsSaidNotToHaveBeenFired(facts: String?) throws {
        let folder = try #require(SharedMaterial.folder)
        let scratch = try TemporaryFolder()
        var request = Certify.Request(
            inputs: [folder.appending(path: "captures/pcap/zeek__zero-length-bodies-with-drops.pcap").path],
            toolVersion: "0")
        if let facts { request.factsPath = try scratch.write(facts, to: "facts.yaml") }
        let outcome = try Certify(request, rules: ShippedRules()).certify()
        #expect(try outcome.verdict() == "inconclusive")
        #expect(try outcome.errors().isEmpty)
        let holes = try outcome.database.rows(
            """
            SELECT b.host, b.hides FROM blind b JOIN diagnostic d ON d.id = b.diagnostic
            WHERE d.code = 'tcp.gap' AND b.to_us > b.from_us
            """)
        #expect(holes.contains { $0.text("host") == "140cc.v.fwmrm.net" && $0.text("hides") == "requests" })
    }
}
