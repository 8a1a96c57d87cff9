import Capture
import Model

/// What an app says about itself before it runs: one row for each thing that rules ask for.
///
/// Rows are calls of the source `bundle`, so that rules read them from `call` and `argument` and findings point at them:
/// `info` (key, value) of Info.plist, `privacy` (path, owner, key, value) of each privacy manifest, `framework` (name,
/// version), and `text` (path, value) for texts found in the app's executable.
struct AppBundle {
    struct Row: Sendable, Hashable {
        var name: String
        /// Members in order.
        var values: [(key: String, value: String)]

        static func == (left: Row, right: Row) -> Bool {
            left.name == right.name && left.values.elementsEqual(right.values, by: ==)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            for (key, value) in values {
                hasher.combine(key)
                hasher.combine(value)
            }
        }
    }

    private(set) var rows: [Row] = []
    private(set) var diagnostics: [Diagnostic] = []

    private static let mostManifests = 500
    private static let mostExecutableBytes = 512 << 20
    /// Texts that mean something in an executable.
    private static let marks = ["nol_devDebug", "nol_sdkDebug", "UIWebView", "nielsenappsdk://"]

    init(_ files: AppFiles) {
        let info = list("Info.plist", in: files)
        if let info { describe(info) }
        for name in files.names.filter({ $0.hasSuffix("PrivacyInfo.xcprivacy") }).prefix(Self.mostManifests) {
            if let manifest = list(name, in: files) { describe(manifest, at: name) }
        }
        for name in files.names where Self.isInfoOfFramework(name) {
            guard let framework = list(name, in: files) else { continue }
            let version = framework["CFBundleShortVersionString"]?.text ?? framework["CFBundleVersion"]?.text ?? ""
            add("framework", ("name", Self.owner(of: name)), ("version", version))
        }
        if let executable = info?["CFBundleExecutable"]?.text { scan(executable, in: files) }
    }

    private mutating func describe(_ info: PropertyValue) {
        guard case .dictionary(let map) = info else {
            return fault("Info.plist", "no dictionary")
        }
        for key in map.keys.sorted() {
            switch map[key] {
            case .scalar(let text): add("info", ("key", key), ("value", text))
            case .array(let items):
                // A list of dictionaries, such as SKAdNetworkItems, counts.
                add("info", ("key", key), ("value", items.compactMap(\.text).joined(separator: ",")))
                add("info", ("key", "\(key).count"), ("value", "\(items.count)"))
            case .dictionary(let inner):
                for name in inner.keys.sorted() {
                    if let text = inner[name]?.text { add("info", ("key", "\(key).\(name)"), ("value", text)) }
                }
            case nil: break
            }
        }
    }

    private mutating func describe(_ manifest: PropertyValue, at name: String) {
        let owner = Self.owner(of: name)
        func entry(_ key: String, _ value: String) -> Row {
            Row(name: "privacy", values: [("path", name), ("owner", owner), ("key", key), ("value", value)])
        }
        rows.append(entry("NSPrivacyTracking", manifest["NSPrivacyTracking"]?.text ?? ""))
        for domain in manifest["NSPrivacyTrackingDomains"]?.items ?? [] {
            rows.append(entry("NSPrivacyTrackingDomains", domain.text ?? ""))
        }
        for type in manifest["NSPrivacyCollectedDataTypes"]?.items ?? [] {
            rows.append(entry("NSPrivacyCollectedDataTypes", type["NSPrivacyCollectedDataType"]?.text ?? ""))
        }
    }

    private mutating func scan(_ executable: String, in files: AppFiles) {
        guard let bytes = content(executable, in: files, limit: Self.mostExecutableBytes) else { return }
        add("executable", ("path", executable), ("bytes", "\(bytes.count)"))
        for mark in Self.marks where bytes.contains(Array(mark.utf8)) {
            add("text", ("path", executable), ("value", mark))
        }
    }

    // MARK: Files

    private mutating func list(_ name: String, in files: AppFiles) -> PropertyValue? {
        guard let bytes = content(name, in: files, limit: PropertyValue.mostBytes) else { return nil }
        do {
            return try PropertyValue(bytes)
        } catch {
            fault(name, error.message)
            return nil
        }
    }

    private mutating func content(_ name: String, in files: AppFiles, limit: Int) -> [UInt8]? {
        do {
            if let bytes = try files.content(name, limit: limit) { return bytes }
            fault(name, "the app has no such file")
        } catch {
            fault(name, error.message)
        }
        return nil
    }

    private mutating func fault(_ name: String, _ detail: String) {
        diagnostics.append(Diagnostic(.bundleFileUnreadable, subject: name, detail: "\(name): \(detail)"))
    }

    private mutating func add(_ name: String, _ values: (key: String, value: String)...) {
        rows.append(Row(name: name, values: values))
    }

    /// `app` for the app's own file, else the name of the innermost framework or bundle that holds it.
    private static func owner(of name: String) -> String {
        let holder = name.split(separator: "/").dropLast().last {
            $0.hasSuffix(".framework") || $0.hasSuffix(".bundle") || $0.hasSuffix(".appex")
        }
        guard let holder, let dot = holder.lastIndex(of: ".") else { return "app" }
        return String(holder[..<dot])
    }

    private static func isInfoOfFramework(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        return parts.count == 3 && parts[0] == "Frameworks" && parts[1].hasSuffix(".framework")
            && parts[2] == "Info.plist"
    }
}

/// Everything that reading an app reports.
package enum BundleDiagnostics {
    package static let all: [DiagnosticCode] = [.bundleFileUnreadable]
}

extension DiagnosticCode {
    /// A file of the app that rules ask for.
    static let bundleFileUnreadable = DiagnosticCode(
        "bundle.file-unreadable", .warning, stage: "capture",
        meaning: "A property list, a privacy manifest or the executable of the app could not be read.",
        remedy: "Give the app as it was built: an .app folder, an .ipa or an .xcarchive.")
}
