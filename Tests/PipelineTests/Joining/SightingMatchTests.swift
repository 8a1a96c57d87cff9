import TestSupport
import Testing

@testable import Pipeline

struct SightingMatchTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var left: [Int64]
        var right: [Int64]
        var pairs: [[Int]]
    }

    static let cases: [Case] = [
        Case(testDescription: "nothing", left: [], right: [5], pairs: []),
        Case(testDescription: "one each", left: [0], right: [20], pairs: [[0, 0]]),
        Case(testDescription: "too far", left: [0], right: [21], pairs: []),
        Case(testDescription: "the nearer of two", left: [0, 10], right: [9], pairs: [[1, 0]]),
        Case(testDescription: "two each", left: [0, 10], right: [9, 19], pairs: [[0, 0], [1, 1]]),
        Case(testDescription: "as many as possible", left: [0, 10], right: [9, 29], pairs: [[0, 0], [1, 1]]),
        Case(
            testDescription: "separate stretches", left: [0, 100, 200], right: [101, 199], pairs: [[1, 0], [2, 1]]),
        Case(testDescription: "absurd times", left: [.min, .max], right: [.min, .max], pairs: [[0, 0], [1, 1]]),
    ]

    @Test(arguments: cases)
    func pairs(example: Case) {
        let pairs = SightingMatch.pairs(example.left, example.right, tolerance: 20)
        #expect(pairs.map { [$0.left, $0.right] } == example.pairs)
    }

    /// Each place is used once, and order is kept.
    @Test func random() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            let lists = (0..<2).map { _ in
                (0..<Int.random(in: 0...12, using: &random)).map { _ in Int64.random(in: 0...200, using: &random) }
                    .sorted()
            }
            let pairs = SightingMatch.pairs(lists[0], lists[1], tolerance: 20)
            #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.left < $1.left && $0.right < $1.right })
            #expect(pairs.allSatisfy { abs(lists[0][$0.left] - lists[1][$0.right]) <= 20 })
            let mirrored = SightingMatch.pairs(lists[1], lists[0], tolerance: 20)
            #expect(mirrored.count == pairs.count)
        }
    }
}

struct ClockEstimateTests {
    @Test func theMedianOfWhatAgrees() throws {
        let estimate = try #require(ClockEstimate([7_300_000, 7_301_000, 7_299_000, 7_300_500, -90_000_000]))
        #expect(estimate.offset == 7_300_000)
        #expect(estimate.samples == 4)
        #expect(estimate.uncertainty == 1_000)
    }

    @Test func fewSamplesAreUncertain() throws {
        #expect(try #require(ClockEstimate([5])).uncertainty == 1_000_000)
    }

    @Test func noMajority() {
        #expect(ClockEstimate([0, 10_000_000, 20_000_000, 30_000_000]) == nil)
        #expect(ClockEstimate(unmoved: [0, 10_000_000, 20_000_000, 30_000_000]) == nil)
        #expect(ClockEstimate(unmoved: [0, 10_000_000])?.offset == 0)
        #expect(ClockEstimate([]) == nil)
    }
}
