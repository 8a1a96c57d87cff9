import Model
import Testing

@testable import Interpret

@Suite struct NielsenAutomatonTests {
    @Test func everyStateIsReachedByLegalCalls() {
        var reached: Set<NielsenAutomaton.State> = [.idle, .unseen]
        for _ in NielsenAutomaton.State.allCases {
            for state in reached {
                for symbol in NielsenAutomaton.Symbol.allCases {
                    let edge = NielsenAutomaton.step(state, symbol)
                    if edge.fault == nil { reached.insert(edge.to) }
                }
            }
        }
        #expect(reached == Set(NielsenAutomaton.State.allCases))
    }

    @Test func everyFaultIsInTheTable() {
        let faults = NielsenAutomaton.table.values.flatMap { $0.values.compactMap(\.fault) }
        #expect(Set(faults) == Set(NielsenAutomaton.Fault.allCases))
    }

    /// Anything but a disabled SDK can be disabled, and only that leaves by being enabled.
    @Test func disabling() {
        for state in NielsenAutomaton.State.allCases {
            #expect(NielsenAutomaton.step(state, .disable).to == .disabled)
            #expect(NielsenAutomaton.step(state, .enable).to == (state == .disabled ? .idle : state))
        }
    }
}

@Suite struct NielsenCallLogTests {
    /// One call a second.
    ///
    /// - Parameter wall: seconds that the wall clock shows at each call, where a monotonic clock goes on beside it.
    private func steps(_ calls: [(String, String?)], wall: [Int64]? = nil) -> [CallStep] {
        var interpreter = Interpreter(families: [NielsenFamily()])
        var outbox = Outbox<Interpretation>()
        for (place, entry) in calls.enumerated() {
            let call = Call(
                at: Timestamp(microseconds: 1_700_000_000_000_000 + (wall?[place] ?? Int64(place)) * 1_000_000),
                mono: wall.map { _ in Int64(place) * 1_000_000 }, kind: .call,
                source: "nielsen", name: entry.0, instance: "A", payload: entry.1.map { "{\"args\":\($0)}" },
                locator: .line(place + 1))
            interpreter.interpret(call, id: ID(place + 1), into: &outbox)
        }
        interpreter.finish(into: &outbox)
        return outbox.events.compactMap { event in if case .callStep(let step) = event { step } else { nil } }
    }

    private let content = #"{"type":"content","assetid":"show"}"#
    private let ad = #"{"type":"midroll","assetid":"spot"}"#

    @Test func namesOfEveryPlatform() {
        let seen = steps([
            ("initWithAppInfo:delegate:", nil), ("ggPM:play", #"{"channelName":"c"}"#), ("LOADMETADATA", content),
            ("setPlayheadPosition", "1"), ("trackEvent", #"{"event":"playhead","playheadPosition":"2"}"#),
            ("trackEvent", #"{"event":"complete"}"#),
        ])
        #expect(seen.map(\.api) == ["init", "play", "loadMetadata", "playhead", "playhead", "end"])
        #expect(seen.compactMap(\.brokenEdge).isEmpty)
        #expect(seen.map(\.position) == [nil, nil, nil, 1, 2, nil])
    }

    @Test func aStepIsComparedWithTheOneThatPacedViewingBefore() {
        let seen = steps([
            ("play", nil), ("loadMetadata", content), ("playheadPosition", "7"), ("userOptOutURLString", nil),
            ("playheadPosition", "9"), ("stop", nil), ("play", #"{"channelName":"other"}"#),
        ])
        #expect(seen.map(\.prior?.api) == [nil, "play", "loadMetadata", nil, "playhead", "playhead", "stop"])
        #expect(seen.map(\.prior?.gap) == [nil, 1_000_000, 1_000_000, nil, 2_000_000, 1_000_000, 1_000_000])
        #expect(seen.map(\.prior?.moved) == [nil, nil, nil, nil, 2, nil, nil])
    }

    /// What the wall clock tells of the hour is no gap in viewing, and no proof that there was none.
    @Test func aWallClockThatIsSetLeavesTheGapUnknown() {
        let calls = [("play", nil), ("loadMetadata", content), ("playheadPosition", "0"), ("playheadPosition", "1")]
        #expect(steps(calls, wall: [0, 1, 2, 3_602]).map(\.prior?.gap) == [nil, 1_000_000, 1_000_000, nil])
        #expect(steps(calls, wall: [0, 1, 2, 3]).map(\.prior?.gap) == [nil, 1_000_000, 1_000_000, 1_000_000])
    }

    @Test func metadataAsTheTextOfAJSONObject() {
        let text = content.replacing("\"", with: "\\\"")
        let seen = steps([("play", nil), ("loadMetadata", "\"\(text)\"")])
        #expect(seen.last?.asset == "show")
        #expect(seen.last?.type == "content")
    }

    @Test func aLogThatBeginsInTheMiddleBreaksNothingBeforeItIsKnown() {
        let seen = steps([
            ("playheadPosition", "300"), ("stop", nil), ("loadMetadata", ad), ("playheadPosition", "0"),
            ("loadMetadata", content),
        ])
        #expect(seen.map(\.before) == ["unseen", "unseen", "unseen", "ad-loaded", "ad-playing"])
        #expect(seen.map(\.brokenEdge) == [nil, nil, nil, nil, "stop-after-ad"])
        let created = steps([("init", nil), ("playheadPosition", "300")])
        #expect(created.map(\.brokenEdge) == [nil, "nothing-loaded"])
    }

    @Test func oneBrokenEdgeAtTheCallThatBreaksIt() {
        let seen = steps([
            ("play", nil), ("loadMetadata", content), ("playheadPosition", "0"), ("loadMetadata", ad),
            ("playheadPosition", "0"), ("stop", nil), ("loadMetadata", content), ("playheadPosition", "1"),
        ])
        #expect(seen.map(\.brokenEdge) == [nil, nil, nil, "stop-before-midroll", nil, nil, nil, nil])
        #expect(seen.map(\.stream) == [nil, "c", "c", "a", "a", "a", "c", "c"])
        #expect(Set(seen.map(\.session)).count == 1)
    }

    /// A content is watched over its breaks; an ad that goes on where it was had been interrupted, one that begins again had not.
    @Test func whatIsWatched() {
        let seen = steps([
            ("play", nil), ("loadMetadata", content), ("playheadPosition", "0"), ("stop", nil), ("loadMetadata", ad),
            ("playheadPosition", "0"), ("playheadPosition", "1"), ("stop", nil), ("loadMetadata", ad),
            ("playheadPosition", "1"), ("stop", nil), ("loadMetadata", ad), ("playheadPosition", "0"), ("stop", nil),
            ("loadMetadata", content), ("playheadPosition", "1"),
        ])
        #expect(seen.map(\.watching?.number) == [nil, nil, 3, nil, nil, 6, 6, nil, nil, 6, nil, nil, 13, nil, nil, 3])
    }

    @Test func anotherVideoIsAnotherStream() {
        let seen = steps([
            ("play", #"{"channelName":"a"}"#), ("loadMetadata", content), ("playheadPosition", "0"), ("stop", nil),
            ("play", #"{"channelName":"b"}"#), ("loadMetadata", content), ("playheadPosition", "0"), ("end", nil),
            ("play", #"{"channelName":"b"}"#), ("loadMetadata", content),
        ])
        #expect(seen.compactMap(\.brokenEdge).isEmpty)
        #expect(Set(seen.map(\.session)).count == 3)
    }
}
