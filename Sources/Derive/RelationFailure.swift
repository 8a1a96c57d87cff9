/// A mistake in a relation file, and where it stands.
package struct RelationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package var file: String
    /// From 1; 0 for the file as a whole.
    package var line: Int
    package var message: String

    package init(file: String, line: Int, message: String) {
        self.file = file
        self.line = line
        self.message = message
    }

    package var description: String { line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)" }
}
