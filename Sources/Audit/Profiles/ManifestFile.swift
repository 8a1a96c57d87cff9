/// A manifest as written: which key logs and which facts belong to which capture of a batch.
package struct ManifestFile: Sendable, Hashable {
    /// One run of the manifest.
    package struct Entry: Sendable, Hashable {
        /// As written, relative to the folder of the manifest.
        package var path: String
        package var keyLogs: [String]
        package var facts: String?
    }

    /// In file order.
    package var captures: [Entry]

    package init(_ text: String, file: String) throws(RuleFileFailure) {
        let yaml = try YAMLMap.parse(text, file: file)
        try yaml.allow(["captures"])
        var captures: [Entry] = []
        for entry in try yaml.maps("captures") {
            try entry.allow(["path", "keylog", "facts"])
            captures.append(
                Entry(
                    path: try entry.text("path"), keyLogs: try entry.list("keylog"),
                    facts: try entry.optionalText("facts")))
        }
        self.captures = captures
    }
}
