import Encodings
import Model
import Store

/// Recognises an input of another run: while both were recording, the two asked the same paths with other values, such as
/// cache busters, far more often than with the same.
struct OtherRuns {
    /// Two captures that cannot be of one run.
    struct Pair {
        var paths: (String, String)
        var shared: Int
        var other: Int

        var failure: PipelineFailure {
            .input(
                path: paths.1,
                message: """
                    holds another run than \(paths.0): \(other) requests of each went to paths that both asked, with other \
                    values, and \(shared) are the same; 'beaconproof audit' judges each file by itself \
                    (if they are one run, say how the clocks differ: capture.clockOffsetMs in the facts)
                    """)
        }
    }

    private struct Seen {
        var targets: [String: Set<[UInt8]>] = [:]
        var requests: [(exchange: ID<Exchange>, path: String, target: [UInt8], at: Int64)] = []
    }

    /// Fewer are chance: a retry, a request that one of two recorders missed.
    private static let fewest = 3

    let run: ID<RunRecord>
    let database: Database

    /// - Parameter captures: aligned, those of clients alone.
    func find(among captures: [RunCapture]) throws(StoreFailure) -> Pair? {
        let captures = captures.filter { $0.side == .client && $0.exchanges > 0 && !$0.isDeclared }
        guard captures.count > 1 else { return nil }
        var seen: [ID<CaptureRecord>: Seen] = [:]
        try database.forEachRow(JoiningSQL.requestsWithQuery, ["run": SQLValue(run)]) { (row) throws(StoreFailure) in
            guard let capture: ID<CaptureRecord> = row.id("capture"), let exchange: ID<Exchange> = row.id("id"),
                let target = row.text("target"), let at = row.integer("at_us"),
                let question = target.utf8.firstIndex(of: UInt8(ascii: "?"))
            else { return }
            let path = "\(row.text("method") ?? "") \(row.text("host") ?? "")\(target[..<question])"
            // Recorders differ in what they percent-encode.
            let decoded = PercentCoding.decode(Array(target.utf8), plusIsSpace: true)
            seen[capture, default: Seen()].targets[path, default: []].insert(decoded)
            seen[capture]?.requests.append((exchange, path, decoded, at))
        }
        for (place, one) in captures.enumerated() {
            for other in captures[(place + 1)...] {
                if let pair = compare(one, seen[one.id], other, seen[other.id]) { return pair }
            }
        }
        return nil
    }

    private func compare(_ one: RunCapture, _ left: Seen?, _ other: RunCapture, _ right: Seen?) -> Pair? {
        guard let left, let right else { return nil }
        let shared = Set(left.requests.map(\.exchange)).intersection(right.requests.map(\.exchange))
        func others(_ own: Seen, _ rest: Seen, recording: RunCapture) -> Int {
            own.requests.count { request in
                !shared.contains(request.exchange) && recording.isRecording(at: request.at)
                    && rest.targets[request.path].map { !$0.contains(request.target) } ?? false
            }
        }
        let least = min(others(left, right, recording: other), others(right, left, recording: one))
        guard least >= Self.fewest, least > shared.count else { return nil }
        return Pair(paths: (one.path, other.path), shared: shared.count, other: least)
    }
}
