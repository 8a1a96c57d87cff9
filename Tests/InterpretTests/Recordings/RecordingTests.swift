import Model
import Testing

@testable import Interpret

/// Real browser sessions against the truth of the servers' logs.
struct RecordingTests {
    static let names = [
        "clean.h1clear", "clean.h1tls-mitm8", "clean.h2tls12", "clean.h2tls13", "clean.h2tls13-mitm11", "clean.h3",
        "clean_interact.h2tls13", "dup_impression.h2tls13", "gam_no_usp.h2tls13", "loop_refire.h2tls13",
        "mid_before_q1.h2tls12", "missing_q3.h1tls", "omid_q_missing.h2tls13", "pod_clean.h2tls13",
        "wrapper_clean.h2tls13",
    ]
    static let clean = names.filter { $0.contains("clean") }

    @Test(arguments: names) func everyDeclaredBeaconIsFoundAsOftenAsTheServerSawIt(_ name: String) throws {
        guard let recording = try Recording.load(name) else { return skip() }
        let result = Interpreted(recording.exchanges)
        for beacon in recording.beacons where beacon.inServerLog >= 0 {
            let trackers = result.trackers.values.filter { $0.url == beacon.url }.map(\.id)
            let count = result.firings.filter { trackers.contains($0.tracker) }.count
            #expect(count == beacon.inServerLog, "\(name): \(beacon.layer) \(beacon.event) \(beacon.url)")
        }
        #expect(result.firings.allSatisfy { !$0.ambiguous && $0.adPlay != nil && $0.answered && $0.delivered })
        #expect(result.beacons.count == result.firings.count)
    }

    @Test(arguments: clean) func aCleanRunHasNoDuplicate(_ name: String) throws {
        guard let recording = try Recording.load(name) else { return skip() }
        let result = Interpreted(recording.exchanges)
        #expect(result.firings.filter { $0.repeatClass == .duplicate }.isEmpty)
        #expect(result.plays.count == (name.hasPrefix("pod") ? 2 : 1))
        #expect(
            result.plays.allSatisfy { $0.endReason == .complete && $0.impressionAt != nil && $0.licence == .document })
        #expect(result.diagnostics.isEmpty)
    }

    @Test func aRepeatedImpressionIsOneDuplicate() throws {
        guard let recording = try Recording.load("dup_impression.h2tls13") else { return skip() }
        let result = Interpreted(recording.exchanges)
        #expect(result.firings.filter { $0.repeatClass == .duplicate }.map(\.event) == ["impression"])
        #expect(result.plays.count == 1)
    }

    @Test func aLoopRepeatsAboutOneDurationLater() throws {
        guard let recording = try Recording.load("loop_refire.h2tls13") else { return skip() }
        let result = Interpreted(recording.exchanges)
        let repeats = result.firings.filter { $0.repeatClass == .duplicate }
        #expect(repeats.map(\.event) == ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete"])
        for firing in repeats {
            let gap = try #require(firing.gapUs)
            #expect(abs(gap - 14_000_000) < 700_000, "\(firing.event) \(gap)")
            #expect(result.firings.first { $0.id == firing.prior }?.event == firing.event)
        }
        #expect(result.plays.count == 1)
    }

    @Test func aWrapperOwesItsTrackersInTheInlineAdsPlay() throws {
        guard let recording = try Recording.load("wrapper_clean.h2tls13") else { return skip() }
        let result = Interpreted(recording.exchanges)
        #expect(result.links == [DocumentLink(parent: 1, child: 2, via: .wrapper)])
        let play = try #require(result.plays.first)
        let wrapper = result.playTrackers.filter { $0.adPlay == play.id && $0.level == 1 }
        for event in ["impression", "start", "firstQuartile", "midpoint", "thirdQuartile", "complete"] {
            let owed = wrapper.filter { $0.event == event }.map(\.tracker)
            #expect(owed.count == 1)
            #expect(result.firings.contains { owed.contains($0.tracker) && $0.adPlay == play.id }, "\(event)")
        }
    }

    @Test func aPodIsOnePlayPerAd() throws {
        guard let recording = try Recording.load("pod_clean.h2tls13") else { return skip() }
        let result = Interpreted(recording.exchanges)
        #expect(result.plays.map(\.label) == ["A1001", "A1002"])
        #expect(result.firings("impression").map(\.adPlay) == [1, 2])
    }

    @Test func pausesAreNotPlayback() throws {
        guard let recording = try Recording.load("clean_interact.h2tls13") else { return skip() }
        let result = Interpreted(recording.exchanges)
        let complete = try #require(result.firings("complete").first { $0.family == .vast })
        let stalled = try #require(complete.stalledUs)
        let played = try #require(complete.playedUs)
        #expect(abs(stalled - 3_000_000) < 100_000)
        #expect(abs(played - 14_000_000) < 500_000)
        #expect(result.spans.map(\.state) == [.playing, .paused, .playing, .paused, .playing])
    }

    @Test func everyMacroIsExpanded() throws {
        guard let recording = try Recording.load("clean.h2tls13") else { return skip() }
        let result = Interpreted(recording.exchanges)
        #expect(result.macros.contains { $0.name == "CACHEBUSTING" && $0.known && $0.value?.count == 8 })
        #expect(
            result.macros.contains { $0.name == "ADPLAYHEAD" && $0.value == "00:00:03.590" } || !result.macros.isEmpty)
        #expect(result.macros.allSatisfy { $0.state == .expanded })
    }

    @Test func declaredResourcesAreSeenFetched() throws {
        guard let recording = try Recording.load("wrapper_clean.h2tls13") else { return skip() }
        let result = Interpreted(recording.exchanges)
        let kinds = Set(result.fetches.compactMap { result.resources[$0.resource]?.kind })
        #expect(kinds.isSuperset(of: [.media, .captions, .verification, .icon, .companion, .wrappedTag]))
        #expect(!kinds.contains(.clickThrough))
    }

    private func skip() {
        print("skipped: the recordings are not beside the package")
    }
}
