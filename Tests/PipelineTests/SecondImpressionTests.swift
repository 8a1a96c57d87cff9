import Store
import TestSupport
import Testing

@testable import Pipeline

/// A second request for a beacon, as somebody may hide it: it is found, or the run cannot tell; it never passes.
struct SecondImpressionTests {
    private static let midpoint = "https://tracker.test/midpoint?cb=10000003"

    private func outcome(_ change: (inout [SampleHAR.Entry]) -> Void) throws -> Certify.Outcome {
        var sample = SampleHAR.clean
        change(&sample.entries)
        return try KeptRun(sample).outcome
    }

    /// An address of the app's own leads to the tracker.
    @Test func behindARedirectOfNobodys() throws {
        let outcome = try outcome { entries in
            var hop = SampleHAR.Entry(18, "https://app.test/go?n=1", status: 302)
            hop.location = Self.midpoint
            entries += [hop, .init(18.1, Self.midpoint)]
        }
        #expect(try outcome.errors().contains("vast.quartile-once"))
    }

    /// The tracker's own redirect has hops that count for nothing, as before.
    @Test func behindARedirectOfTheTrackers() throws {
        let outcome = try outcome { entries in
            guard let place = entries.firstIndex(where: { $0.url == Self.midpoint }) else { return }
            entries[place].status = 302
            entries[place].location = Self.midpoint + "&hop=1"
            entries.append(.init(entries[place].seconds + 0.1, Self.midpoint + "&hop=1", status: 200))
        }
        #expect(try outcome.verdict() == "pass")
    }

    /// Neither a pass nor a fault rests on a request that names two hosts.
    @Test func underTwoNames() throws {
        let outcome = try outcome { entries in
            entries.append(.init(18, Self.midpoint, headers: ["Host": "other.test"]))
        }
        #expect(try outcome.verdict() == "inconclusive")
        #expect(try outcome.errors().isEmpty)
    }

    /// A disputed request of another host leaves the verdict alone.
    @Test func ofAnotherHost() throws {
        let outcome = try outcome { entries in
            entries.append(.init(18, "https://www.test/a", headers: ["Host": "other.test"]))
        }
        #expect(try outcome.verdict() == "pass")
    }

    @Test func aRequestThatMatchesNothingIsListed() throws {
        let outcome = try outcome { entries in
            entries += [
                .init(18, "https://tracker.test/other?uid=1"), .init(19, "https://tracker.test/other?uid=2"),
                .init(20, "https://b.scorecardresearch.com/p"), .init(21, "https://www.test/page"),
            ]
        }
        #expect(try outcome.verdict() == "pass")
        let listed = try unjudged(outcome)
        #expect(
            listed == [
                "host https://tracker.test/other?uid=1", "host https://tracker.test/other?uid=2",
                "measurement https://b.scorecardresearch.com/p",
            ])
    }

    private func unjudged(_ outcome: Certify.Outcome) throws -> [String] {
        try outcome.database.rows(
            "SELECT u.why, x.url FROM unjudged_request u JOIN exchange x ON x.id = u.exchange ORDER BY u.at_us"
        ).map { "\($0.text("why") ?? "") \($0.text("url") ?? "")" }
    }

    @Test func aCleanRunListsNothing() throws {
        let outcome = try outcome { _ in }
        #expect(try unjudged(outcome).isEmpty)
    }
}
