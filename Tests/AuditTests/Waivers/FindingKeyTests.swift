import Model
import Testing

@testable import Audit

struct FindingKeyTests {
    private func key(_ label: String, _ item: String) -> FindingKey {
        FindingKey(rule: "r", subject: .document, label: label, item: item)
    }

    @Test func addressesAreTheirHosts() {
        #expect(
            key("VAST ads.test/tag?cb=1", "impression https://t.test:8443/px?e=i&ts=[TIMESTAMP]")
                == key("VAST ads.test", "impression t.test"))
    }

    @Test func longNumbersAndCodesAreNot() {
        #expect(key("", "ping 1732160009000").item == "ping #")
        #expect(key("", "session iqalabcdefghijklmnopqrstuvwxy1629966240").item == "session #")
        #expect(key("", "interval 12").item == "interval 12")
        #expect(key("", "firstQuartile before thirdQuartile").item == "firstQuartile before thirdQuartile")
    }

    @Test func runsAndSessionsAreNamedForTheirKind() {
        for kind in [SubjectKind.run, .session, .instance] {
            #expect(FindingKey(rule: "r", subject: kind, label: "iqal1629966240", item: "x").label.isEmpty)
        }
    }

    /// What is written into a waivers file must be found again.
    @Test func aKeyOfAKeyIsTheSame() {
        for (label, item) in [
            ("VAST ads.test/tag", "t.test/px 17321600090001"), ("a # b", "#"), ("A1001", "start"), ("x//y", "://"),
        ] {
            let once = key(label, item)
            #expect(key(once.label, once.item) == once)
        }
    }
}
