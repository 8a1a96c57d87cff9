import Testing

@testable import Audit

struct FingerprintTests {
    private func fingerprints(shift: Double = 0, before: Int = 0) throws -> [String] {
        var scene = Scene()
        for place in 0..<before { scene.exchange("other.test", at: Double(place)) }
        for label in ["A1", "A1"] {
            let play = scene.adPlay(label, at: shift)
            scene.fired("start", of: play, at: shift + 1, 5 + shift)
        }
        return try scene.judged(SampleRules.rule(SampleRules.once)).fingerprints
    }

    @Test func theSameInEveryRun() throws {
        let plain = try fingerprints()
        #expect(plain.count == 2)
        #expect(try fingerprints(shift: 1_000, before: 7) == plain)
    }

    /// Ad plays with one label still get one name each.
    @Test func uniqueInOneRun() throws {
        let names = try fingerprints()
        #expect(names.last == "\(names[0])-2")
    }

    /// People keep these in waiver files: the value itself is an interface.
    @Test func theValueIsFixed() {
        #expect(Fingerprint.of(rule: "vast.quartile-once", subject: "A1", item: "start").count == 16)
        #expect(
            Fingerprint.of(rule: "a", subject: "b", item: "c") != Fingerprint.of(rule: "a", subject: "bc", item: ""))
        #expect(Fingerprint.of(rule: "", subject: "", item: "") == "d94d12186c0f2fb7")
    }
}
