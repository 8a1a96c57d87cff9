import Foundation
import Model

/// A recorded browser session with its ground truth, as far as these tests read it.
struct Recording {
    /// One declared tracker and how often the server saw it.
    struct DeclaredBeacon {
        var family: String
        var layer: String
        var event: String
        var url: String
        var inServerLog: Int
    }

    var exchanges: [Exchange]
    var beacons: [DeclaredBeacon]

    /// `nil` where the recordings are not at hand.
    static func load(_ name: String) throws -> Recording? {
        let folder = locate("recordings/\(name)")
        guard let folder, FileManager.default.fileExists(atPath: folder.appendingPathComponent("capture.har").path)
        else {
            return nil
        }
        return Recording(
            exchanges: try HARFile.exchanges(at: folder.appendingPathComponent("capture.har")),
            beacons: try beacons(at: folder.appendingPathComponent("expect.json")))
    }

    /// A path under `shared`, looked for beside the package and one level further out.
    static func locate(_ path: String) -> URL? {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return ["..", "../.."].map { package.appendingPathComponent($0).appendingPathComponent("shared/\(path)") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }

    private static func beacons(at url: URL) throws -> [DeclaredBeacon] {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
        return (object["beacons"] as? [[String: Any]] ?? []).map { beacon in
            DeclaredBeacon(
                family: beacon["family"] as? String ?? "", layer: beacon["layer"] as? String ?? "",
                event: beacon["event"] as? String ?? "", url: beacon["declared_url"] as? String ?? "",
                inServerLog: beacon["in_server_log"] as? Int ?? -1)
        }
    }
}

/// Reads a HAR file without any of the product's readers, so that these tests depend on none.
enum HARFile {
    static func exchanges(at url: URL) throws -> [Exchange] {
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
        let log = object["log"] as? [String: Any] ?? [:]
        let entries = log["entries"] as? [[String: Any]] ?? []
        return entries.enumerated().compactMap { exchange($1, $0) }.sorted { $0.startedAt < $1.startedAt }
    }

    private static func exchange(_ entry: [String: Any], _ index: Int) -> Exchange? {
        guard let request = entry["request"] as? [String: Any], let response = entry["response"] as? [String: Any],
            let text = request["url"] as? String, let parts = URLComponents(string: text),
            let started = microseconds(entry["startedDateTime"] as? String ?? "")
        else { return nil }
        let scheme = parts.scheme ?? "https"
        let afterScheme = text.dropFirst(scheme.count + 3)
        let slash = afterScheme.firstIndex(of: "/") ?? afterScheme.endIndex
        let time = Int64((entry["time"] as? Double ?? 0) * 1_000)
        let status = response["status"] as? Int ?? 0
        return Exchange(
            startedAt: Timestamp(microseconds: started),
            request: Exchange.Request(
                method: request["method"] as? String ?? "GET", scheme: scheme,
                authority: String(afterScheme[..<slash]), target: String(afterScheme[slash...])),
            response: status <= 0
                ? nil
                : Exchange.Response(
                    status: status, headers: headers(response), body: body(response),
                    endedAt: Timestamp(microseconds: started + time)),
            ending: status <= 0 ? .failed : .answered, locator: .entry(index))
    }

    private static func headers(_ message: [String: Any]) -> HeaderFields {
        var fields = HeaderFields()
        for field in message["headers"] as? [[String: Any]] ?? [] {
            fields.append(name: field["name"] as? String ?? "", value: field["value"] as? String ?? "")
        }
        return fields
    }

    private static func body(_ response: [String: Any]) -> Body {
        guard let content = response["content"] as? [String: Any], let text = content["text"] as? String else {
            return Body(size: nil, content: .missing)
        }
        if content["encoding"] as? String == "base64" {
            return .kept(Array(Data(base64Encoded: text) ?? Data()))
        }
        return .kept(Array(text.utf8))
    }

    private static func microseconds(_ text: String) -> Int64? {
        let formatter = ISO8601DateFormatter()
        formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
        return formatter.date(from: text).map { Int64(($0.timeIntervalSince1970 * 1_000_000).rounded()) }
    }
}
