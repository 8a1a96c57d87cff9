import Foundation
import TestSupport
import Testing

/// What captures may hold to break an output, in every field that a capture fills, through every command that prints it.
struct HostileCaptureTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path + "/run.db"
        try folder.write(try Self.capture(), to: "run.har")
        let result = try Tool.run("certify", "run.har", "--no-config", "--db", database, "-q", in: folder.path)
        #expect(result.code == 1, "\(result.errors)")
    }

    /// The looping player with all tricks in addresses, headers, ads and trackers.
    private static func capture() throws -> [UInt8] {
        let text = try String(contentsOfFile: Repository.path("Examples/captures/looping-player.har"), encoding: .utf8)
        let log = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        return [UInt8](try JSONSerialization.data(withJSONObject: poisoned(log), options: [.sortedKeys]))
    }

    private static let tricks = HostileText.corpus.filter { $0.name != "very long" }.map(\.text).joined(separator: " ")

    /// Free text gets the tricks as they are; names and addresses that must go on being recognised get them at their end.
    private static func poisoned(_ value: Any, _ key: String = "") -> Any {
        if let object = value as? [String: Any] {
            var result = object
            for (key, value) in object { result[key] = poisoned(value, key) }
            // One header that no dialect knows.
            if object["name"] != nil, object["value"] != nil { result["comment"] = tricks }
            return result
        }
        if let array = value as? [Any] { return array.map { poisoned($0, key) } }
        guard let text = value as? String else { return value }
        switch key {
        case "url": return text.contains("tracker.example") ? text + "&x=" + tricks : text
        case "statusText", "comment", "pageref", "connection", "title": return text + tricks
        case "text" where text.contains("<VAST"):
            let cdata = tricks.replacing("]]>", with: "").unicodeScalars.filter {
                $0.value >= 0x20 && $0.value < 0xFFF0
            }
            let words = String(String.UnicodeScalarView(cdata))
            return text.replacing("Lab spot", with: "<![CDATA[\(words)]]>Lab spot")
                .replacing("LabServer", with: "<![CDATA[\(words)]]>")
        default: return text
        }
    }

    /// Nothing that a terminal, a reader or a later tool would take for a command.
    private func expectHarmless(_ output: String, _ name: String) {
        let forbidden = output.unicodeScalars.first { scalar in
            (scalar.value < 0x20 && scalar != "\n" && scalar != "\r" && scalar != "\t") || scalar.value == 0x7F
                || (0x80...0x9F).contains(scalar.value) || (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
        }
        #expect(forbidden == nil, "\(name): U+\(String(forbidden?.value ?? 0, radix: 16))")
    }

    @Test(arguments: ["text", "json", "markdown", "html", "junit", "sarif", "github"])
    func reports(format: String) throws {
        let report = try Tool.run("report", database, "--format", format, "--reveal", "--verbose")
        #expect(report.code == 0 && report.output.contains("vast."))
        expectHarmless(report.output, format)
        if format == "json" || format == "sarif" { _ = try report.json() }
        if format == "html" {
            #expect(report.output.matches(of: /<script/).count == 1 && !report.output.contains("<img"))
        }
        if format == "github" {
            for line in report.output.split(separator: "\n") { #expect(line.hasPrefix("::"), "\(line)") }
        }
    }

    /// Every row has as many cells as the heading, whatever stands in them, and none is a formula.
    @Test func tables() throws {
        let sql = "SELECT method, url, host FROM exchange UNION ALL SELECT title, label, label FROM ad_play"
        let rows = try Tool.run("query", database, sql, "--format", "ndjson").output.split(separator: "\n")
        #expect(rows.count > 30)
        for row in rows { #expect(try JSONSerialization.jsonObject(with: Data(row.utf8)) is [String: Any]) }
        for format in ["table", "markdown"] {
            expectHarmless(try Tool.run("query", database, sql, "--format", format).output, format)
        }
        let csv = try Tool.run("query", database, sql, "--format", "csv").output
        let table = Self.csv(csv)
        #expect(table.count == rows.count + 1)
        for cells in table {
            #expect(cells.count == 3, "\(cells)")
            for cell in cells { #expect(cell.unicodeScalars.first.map { !"=+-@".unicodeScalars.contains($0) } ?? true) }
        }
    }

    /// RFC 4180, scalar by scalar, as spreadsheets read it.
    private static func csv(_ text: String) -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        for scalar in text.unicodeScalars {
            switch (scalar, isQuoted) {
            case ("\"", _): isQuoted.toggle()
            case (",", false):
                row.append(String(cell))
                cell = String.UnicodeScalarView()
            case ("\n", false):
                rows.append(row + [String(cell)])
                row = []
                cell = String.UnicodeScalarView()
            default: cell.append(scalar)
            }
        }
        return rows
    }

    @Test func waivers() throws {
        let drafts = try Tool.run(
            "waivers", "write", database, "--owner", HostileCaptureTests.tricks, "--reason", "r", "--expires",
            "2099-01-31", "--no-config")
        #expect(drafts.code == 0, "\(drafts.errors)")
        expectHarmless(drafts.output, "waivers")
        let path = try folder.write(drafts.output, to: "waivers.yaml")
        let checked = try Tool.run("waivers", "check", path)
        #expect(checked.code == 0, "\(checked.errors)")
        let accepted = try Tool.run(
            "certify", "run.har", "--waivers", path, "--no-config", "--format", "text", in: folder.path)
        #expect(accepted.code != 1, "\(accepted.output)")
        expectHarmless(accepted.output, "accepted")
    }

    @Test func comparison() throws {
        let clean = Repository.path("Examples/captures/clean-play.har")
        for format in ["text", "json", "markdown"] {
            let result = try Tool.run("compare", clean, "run.har", "--format", format, "--no-config", in: folder.path)
            #expect(result.code == 1, "\(result.errors)")
            expectHarmless(result.output, "compare \(format)")
        }
    }

    @Test func certificate() throws {
        let key = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
            -----END PRIVATE KEY-----

            """
        let path = try folder.write(key, to: "secret.pem")
        let signed = try Tool.run(
            "sign", "run.har", "--key", path, "--signer", Self.tricks, "--no-config", in: folder.path)
        #expect(signed.code == 0, "\(signed.errors)")
        let envelope = try signed.json()
        expectHarmless(signed.output, "envelope")
        let payload = try #require(envelope["payload"] as? String)
        let statement = try #require(Data(base64Encoded: payload))
        #expect(try JSONSerialization.jsonObject(with: statement) is [String: Any])
        expectHarmless(String(decoding: statement, as: UTF8.self), "statement")
    }

    @Test(arguments: ["text", "json", "markdown", "html", "junit", "sarif"])
    func batches(format: String) throws {
        let result = try Tool.run("batch", "run.har", "--format", format, "--no-config", in: folder.path)
        #expect(result.code == 1, "\(result.errors)")
        expectHarmless(result.output, "batch \(format)")
    }
}

/// A database is no capture, whatever it is called, and what a stranger put into one does not run.
struct HostileDatabaseTests {
    private static let attack = """
        import sqlite3, sys
        database = sqlite3.connect(sys.argv[1], isolation_level=None)
        database.execute('CREATE VIEW "x""; ATTACH \\'evil.db\\' AS e; CREATE TABLE e.t(x); --" AS SELECT 1')
        database.execute("CREATE TRIGGER t AFTER INSERT ON run_row BEGIN DELETE FROM finding_row; END")
        database.execute("PRAGMA user_version = %s" % sys.argv[2])
        """

    @Test(.enabled(if: PythonTool.has("sqlite3")), arguments: [0, 1, 3, 4])
    func isRefusedByEveryCommand(version: Int) throws {
        let samples = try Samples()
        let folder = try TemporaryFolder()
        let path = folder.path + "/run.har"
        #expect(try Tool.run("certify", samples.clean, "--facts", samples.facts, "--db", path).code == 0)
        let key = try samples.folder.write("", to: "key.pem")
        for command in [["certify"], ["decode"], ["sign", "--key", key], ["certify", samples.clean]] {
            let result = try Tool.run(command + [path], in: folder.path)
            #expect(result.code == 2 && result.output.isEmpty)
            #expect(
                result.errors.hasSuffix(
                    "\(path): is a database and no capture; 'certify --database FILE' judges a kept one again, and report, query, compare and export read one\n"
                ))
            #expect(result.errors.filter { $0 == "\n" }.count == 1)
        }
        #expect(try Tool.run("batch", path, in: folder.path).output.contains("is a database and no capture"))

        #expect(PythonTool.run(Self.attack, path, "\(version)")?.code == 0)
        let before = try Data(contentsOf: URL(filePath: path))
        for command in [
            ["certify", "--database", path], ["certify", "--database", path, "--db", path], ["report", path],
            ["query", path, "SELECT 1"], ["query", path, path, "SELECT 1"], ["compare", path, samples.clean],
            ["export", "har", path], ["export", "ndjson", path], ["waivers", "write", path],
        ] {
            let result = try Tool.run(command, in: folder.path)
            #expect(result.code == 2 && result.output.isEmpty, "\(command)")
            #expect(result.errors.filter { $0 == "\n" }.count == 1, "\(command): \(result.errors)")
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.har"])
    }
}
