import Store
import TestSupport
import Testing

@testable import Pipeline

/// What a browser answered from memory was asked for by the page, and reached no server: nobody may call it missing.
struct CachedBeaconTests {
    private static func har(_ change: (SampleHAR.Entry) -> SampleHAR.Entry?) -> SampleHAR {
        SampleHAR(SampleHAR.clean.entries.compactMap(change))
    }

    @Test(arguments: ["impression", "start", "midpoint", "complete"])
    func anEventFromMemoryIsOpen(event: String) throws {
        let outcome = try KeptRun(
            Self.har { entry in
                var entry = entry
                entry.isFromMemory = entry.url.contains("/\(event)?")
                return entry
            }
        ).outcome
        #expect(try outcome.errors().isEmpty)
        #expect(try outcome.verdict() == "inconclusive")
    }

    @Test(arguments: ["impression", "start", "midpoint"])
    func anEventThatNobodyAskedForIsMissing(event: String) throws {
        let outcome = try KeptRun(Self.har { $0.url.contains("/\(event)?") ? nil : $0 }).outcome
        #expect(try outcome.verdict() == "fail")
    }
}
