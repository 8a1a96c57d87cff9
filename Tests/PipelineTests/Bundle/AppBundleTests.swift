import Capture
import Foundation
import Store
import TestSupport
import Testing

@testable import Pipeline

struct AppBundleTests {
    /// An app folder with an Info.plist, a manifest of its own and one of a framework.
    private func app(
        tracking: [String] = [], info: [String: Any]? = nil, format: PropertyListSerialization.PropertyListFormat = .xml
    ) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        func write(_ list: Any, _ name: String) throws {
            let data = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0)
            try folder.write(Array(data), to: "App.app/\(name)")
        }
        try write(
            info ?? [
                "CFBundleIdentifier": "test.app", "CFBundleExecutable": "App", "MinimumOSVersion": "15.0",
                "DTPlatformVersion": "17.5", "NSUserTrackingUsageDescription": "why",
                "SKAdNetworkItems": [["SKAdNetworkIdentifier": "a.skadnetwork"]],
                "NSAppTransportSecurity": ["NSAllowsArbitraryLoads": true],
            ] as [String: Any], "Info.plist")
        try write(
            ["NSPrivacyTracking": !tracking.isEmpty, "NSPrivacyTrackingDomains": tracking] as [String: Any],
            "PrivacyInfo.xcprivacy")
        try write(["CFBundleShortVersionString": "9.2.0.0"], "Frameworks/NielsenAppApi.framework/Info.plist")
        try write(
            ["NSPrivacyTracking": true, "NSPrivacyTrackingDomains": ["vtwenty.com"]] as [String: Any],
            "Frameworks/NielsenAppApi.framework/PrivacyInfo.xcprivacy")
        try folder.write(Array("\u{0}nol_devDebug\u{0}".utf8), to: "App.app/App")
        return folder
    }

    private func lines(_ bundle: AppBundle) -> [String] {
        bundle.rows.map { row in row.name + " " + row.values.map(\.value).joined(separator: " ") }
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func bothFormsOfPropertyListsGiveTheSameRows(format: PropertyListSerialization.PropertyListFormat) throws {
        let folder = try app(tracking: ["imrworldwide.com"], format: format)
        let bundle = AppBundle(try AppFiles(folder.path + "/App.app", limits: EntryLimits()))
        #expect(bundle.diagnostics.isEmpty)
        let lines = lines(bundle)
        for line in [
            "info MinimumOSVersion 15.0", "info SKAdNetworkItems.count 1", "framework NielsenAppApi 9.2.0.0",
            "info NSAppTransportSecurity.NSAllowsArbitraryLoads 1",
            "privacy PrivacyInfo.xcprivacy app NSPrivacyTracking 1",
            "privacy PrivacyInfo.xcprivacy app NSPrivacyTrackingDomains imrworldwide.com", "text App nol_devDebug",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(
            lines.contains {
                $0.hasSuffix("NielsenAppApi NSPrivacyTrackingDomains vtwenty.com") && $0.hasPrefix("privacy Frameworks")
            })
    }

    /// The folder that holds the app, as Xcode's archives do, is as good as the app.
    @Test func theAppInsideAnArchiveIsFound() throws {
        let folder = try app()
        let archive = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: archive.path + "/A.xcarchive/Products/Applications", withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: folder.path + "/App.app", toPath: archive.path + "/A.xcarchive/Products/Applications/App.app")
        let bundle = AppBundle(try AppFiles(archive.path + "/A.xcarchive", limits: EntryLimits()))
        #expect(lines(bundle).contains("info CFBundleIdentifier test.app"))
    }

    @Test func damagedListsAreDiagnostics() throws {
        let depth = 5_000
        let deep = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
        let damaged: [[UInt8]] = [
            [], Array("no list".utf8), Array("bplist00".utf8), Array("<plist>\(deep)</plist>".utf8),
            Array("<plist><dict><key>a</key></dict>".utf8),
            Array("bplist00".utf8) + [UInt8](repeating: 0xFF, count: 64),
        ]
        for bytes in damaged {
            let folder = try app()
            try folder.write(bytes, to: "App.app/PrivacyInfo.xcprivacy")
            let bundle = AppBundle(try AppFiles(folder.path + "/App.app", limits: EntryLimits()))
            #expect(bundle.diagnostics.map(\.code) == [.bundleFileUnreadable], "\(bytes.prefix(20))")
        }
    }

    /// A list that holds itself, and every cut and every changed byte of a real one, end.
    @Test func hostileBinaryListsEnd() throws {
        let own =
            Array("bplist00".utf8) + [0xA1, 0x00, 0x08]
            + [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10]
        #expect(throws: PropertyValue.Fault.self) { try PropertyValue(own) }
        let list = ["a": ["b", "c"], "d": "e"] as [String: Any]
        let whole = Array(
            try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
        for cut in 0..<whole.count {
            #expect(throws: PropertyValue.Fault.self) { try PropertyValue(Array(whole.prefix(cut))) }
        }
        var ended = 0
        for index in 8..<whole.count {
            for byte: UInt8 in [0x00, 0x7F, 0xFF, 0xD3, 0xAF] {
                var changed = whole
                changed[index] = byte
                do { _ = try PropertyValue(changed) } catch {}
                ended += 1
            }
        }
        #expect(ended == (whole.count - 8) * 5)
    }

    @Test func whatIsNoAppIsRefused() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write("no archive", to: "a.ipa")
        for path in [folder.path, text, folder.path + "/none.app"] {
            #expect(throws: PipelineFailure.self) { try AppFiles(path, limits: EntryLimits()) }
        }
    }

    /// What was not looked at may be what matters: an app is read whole or not at all.
    @Test func anAppWithMoreFilesThanTheLimitIsRefused() throws {
        let folder = try app(tracking: [])
        #expect(throws: PipelineFailure.self) {
            try AppFiles(folder.path + "/App.app", limits: EntryLimits(members: 1))
        }
    }

    /// The rules of Nielsen's family read the app; without it they say that they need it.
    @Test(arguments: [["imrworldwide.com"], []])
    func aDeclaredTrackingDomainIsFound(tracking: [String]) throws {
        let folder = try app(tracking: tracking)
        let log = try folder.write(
            """
            {"v":1,"kind":"header","clock":"epoch_ms","build":"release"}
            {"v":1,"kind":"call","t":1760000000000,"inst":"A","api":"init","args":{"appid":"P00000000-0000-0000-0000-000000000000"}}
            {"v":1,"kind":"call","t":1760000001000,"inst":"A","api":"play","args":{"channelName":"c"}}

            """, to: "run.nielsen.jsonl")
        var request = Certify.Request(inputs: [log], toolVersion: "0")
        func found() throws -> [String] {
            let outcome = try Certify(request, rules: ShippedRules()).certify()
            return try outcome.database.rows("SELECT rule FROM finding WHERE severity = 'error' ORDER BY rule")
                .compactMap { $0.text("rule") }
        }
        #expect(try found().isEmpty)
        request.bundlePath = folder.path + "/App.app"
        let flag = ["nielsen.app-debug-flag"]
        #expect(try found() == (tracking.isEmpty ? flag : flag + ["nielsen.privacy-manifest"]))
    }
}
