import Audit
import Encodings
import Foundation
import Reporting
import Store
import TestSupport
import Testing

@testable import Pipeline

/// No identifier leaves in a report or a redacted export, in whatever place and spelling the capture holds it.
struct PrivateCaptureTests {
    private static let key = Redaction.keyed(RedactionKey(Array("a key of the tests".utf8)))

    private func outcome(_ capture: PrivateCapture) throws -> Certify.Outcome {
        try Certify(capture.request, rules: ShippedRules()).certify()
    }

    private func expectNothing(in output: some Sequence<UInt8>, _ name: String) {
        let text = String(decoding: Array(output), as: UTF8.self).lowercased()
        for value in PrivateCapture.all {
            for spelling in PrivateCapture.spellings(of: value) {
                guard let place = text.range(of: spelling) else { continue }
                let from = text.index(place.lowerBound, offsetBy: -80, limitedBy: text.startIndex) ?? text.startIndex
                Issue.record("\(name) shows \(spelling): \(text[from..<place.upperBound])")
            }
        }
    }

    @Test func thereAreThirtyPlaces() {
        #expect(PrivateCapture.carriers.count >= 30)
        let text = PrivateCapture.urls.joined(separator: "\n").lowercased()
        for value in PrivateCapture.all {
            #expect(PrivateCapture.spellings(of: value).contains { text.contains($0) }, "\(value)")
        }
    }

    @Test(arguments: [Redaction.bare, key]) func reports(redaction: Redaction) throws {
        let capture = try PrivateCapture()
        let outcome = try outcome(capture)
        #expect(try outcome.verdict() == "fail")
        var options = ReportOptions()
        options.redaction = redaction
        options.verbose = true
        for format in ReportFormat.all {
            let report = try Report.render(run: outcome.run, in: outcome.database, as: format.name, options: options)
            expectNothing(in: report, format.name)
        }
        let model = try ReportModel(reading: outcome.database, run: outcome.run)
        for format in BatchFormat.all {
            expectNothing(in: format.part(of: model, options: options), "batch \(format.name)")
        }
        let json = String(
            decoding: try Report.render(run: outcome.run, in: outcome.database, as: "json", options: options),
            as: UTF8.self)
        for kind in ["adid", "devid", "mail", "ip", "phone", "mac", "auth", "location"] {
            let isThere = json.contains("\(kind):")
            #expect(isThere, "\(kind)")
        }
        // What a reader needs stays.
        let app = "P3D8D326A-2DBC-486A-8FD8-9AF4452B2A41"
        for word in ["tracker.test", "vast.impression-once", "impression", "uoo=true", "is_lat=0", "ord=1", app] {
            let isThere = json.contains(word)
            #expect(isThere, "\(word)")
        }
    }

    @Test func comparisons() throws {
        let outcome = try outcome(PrivateCapture())
        let other = try KeptRun(SampleHAR.clean).outcome
        for (left, right) in [(outcome, other), (other, outcome)] {
            let comparison = try Compare.compare(left, right, names: ("a", "b"), redaction: Self.key)
            for format in ComparisonFormat.allCases {
                expectNothing(in: format.render(comparison), "compare \(format)")
            }
        }
    }

    @Test func redactedExports() throws {
        let capture = try PrivateCapture()
        var request = capture.request
        let database = capture.folder.path + "/kept.db"
        request.databasePath = database
        let outcome = try Certify(request, rules: ShippedRules()).certify()
        var har: [UInt8] = []
        try HARExport(run: outcome.run, of: outcome.database, toolVersion: "0", redaction: Self.key).write { har += $0 }
        expectNothing(in: har, "har")
        #expect(try JSONSerialization.jsonObject(with: Data(har)) is [String: Any])
        for records in RecordKind.all {
            for format in Export.Format.allCases {
                var export = Export([database], records: records, reading: request)
                export.redaction = Self.key
                var bytes: [UInt8] = []
                try export.write(format, compression: "none") { bytes += $0 }
                // Lines there are only of what the capture has: no ad was played in it.
                #expect(!bytes.isEmpty || format == .ndjson && records.name != "exchanges")
                expectNothing(in: bytes, "\(format) of \(records.name)")
            }
        }
    }

    /// What the signed statement says is the same for whoever verifies it, and names nobody.
    @Test func statements() throws {
        let outcome = try outcome(PrivateCapture())
        let statements = try (0..<2).map { _ in
            try Statement(run: outcome.run, in: outcome.database, signer: nil, libraries: Doctor.libraries).payload()
        }
        #expect(statements[0] == statements[1])
        expectNothing(in: statements[0], "statement")
    }

    /// A waiver holds whatever the key; who signed it stays readable.
    @Test func waivers() throws {
        let capture = try PrivateCapture()
        let drafts = try Waivers(run: 1, in: outcome(capture).database, rules: ShippedRules().pack().pack).drafts(
            owner: "qa@vendor.example", reason: "seen with \(PrivateCapture.device)", expires: "2027-01-31")
        var request = capture.request
        request.waiversPath = try capture.folder.write(WaiverFile.text(of: drafts, heading: true), to: "waivers.yaml")
        request.today = CalendarDate("2026-02-01")
        let waived = try Certify(request, rules: ShippedRules()).certify()
        let model = try ReportModel(reading: waived.database, run: waived.run).redacted(Self.key)
        #expect(!model.accepted.isEmpty && model.accepted.count == model.findings.count)
        #expect(model.accepted.allSatisfy { $0.waived?.owner == "qa@vendor.example" })
        var options = ReportOptions()
        options.redaction = Self.key
        for format in ReportFormat.all {
            expectNothing(
                in: format.render(try ReportModel(reading: waived.database, run: waived.run), options: options),
                format.name)
        }
    }
}
