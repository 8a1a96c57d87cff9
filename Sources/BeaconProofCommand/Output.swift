import ArgumentParser
import Pipeline
import Reporting
import Store

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The process's ends: results to standard output, everything else to standard error.
enum Output {
    static func write(_ bytes: [UInt8]) throws {
        var start = 0
        while start < bytes.count {
            let written = bytes[start...].withUnsafeBytes { posixWrite(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                // Whoever read the result has seen enough.
                if errno == EPIPE { throw ExitCode(0) }
                note("beaconproof: standard output: cannot be written: \(String(cString: strerror(errno)))")
                throw ExitCode(2)
            }
            start += written
        }
    }

    static func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// One line for a person. Names of files and captured values are in it: what would move the cursor, hide text or look
    /// like a line of ours is shown and not sent.
    static func note(_ text: String) {
        let line = Array((EscapedText.terminal(text) + "\n").utf8)
        _ = line.withUnsafeBytes { posixWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// A text of ours that has several lines.
    static func note(lines: String) {
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) { note(String(line)) }
    }

    /// Behind what was written with people's identifiers in it; where nothing was, the error is the one line.
    static func noteIdentifiers() {
        note("beaconproof: the output is not redacted")
    }

    /// Text of an input without the controls that would move a terminal's cursor.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{B7}" : $0 }))
    }

    /// How far a long command is, on one line that the next call replaces.
    static func progress(_ text: String, isLast: Bool) {
        let line = Array("\r\(text)\u{1B}[K\(isLast ? "\n" : "")".utf8)
        _ = line.withUnsafeBytes { posixWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    static func showsProgress(_ choice: ColourChoice) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto: isatty(STDERR_FILENO) == 1
        }
    }

    /// A list or an SQL text that a person gives as a file; `-` is standard input.
    static func text(of path: String) throws -> String {
        guard path == "-" else { return try TextInput.read(path) }
        var text = ""
        while let line = readLine(strippingNewline: false) { text += line }
        return text
    }

    /// The file of this program.
    static var executable: String {
        var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        #if canImport(Darwin)
        var size = UInt32(name.count)
        let isKnown = _NSGetExecutablePath(&name, &size) == 0
        #else
        let isKnown = readlink("/proc/self/exe", &name, name.count - 1) > 0
        #endif
        return isKnown
            ? String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            : CommandLine.arguments[0]
    }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Columns of the terminal; 80 when there is none.
    static var width: Int {
        var size = winsize()
        guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 40 else { return 80 }
        return Int(size.ws_col)
    }

    /// NO_COLOR wins over everything but `--color always`; colour goes to terminals only.
    static func usesColour(_ choice: ColourChoice) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto: getenv("NO_COLOR") == nil && (getenv("CLICOLOR_FORCE") != nil || isTerminal)
        }
    }

    private static func posixWrite(_ descriptor: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, base, count)
        #else
        Glibc.write(descriptor, base, count)
        #endif
    }
}

enum ColourChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}

/// Runs a command's body; a failure is one line on standard error and exit code 2.
func reporting(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch {
        // A process that ends with an exit code releases nothing: what it did not publish would stay.
        Database.discardUnpublished()
        guard let failure = error as? PipelineFailure else { throw error }
        let text = "beaconproof: \(failure.description)"
        // SQLite's own messages come with the line of the query and a mark below it.
        if case .store(.sql) = failure { Output.note(lines: text) } else { Output.note(text) }
        throw ExitCode(2)
    }
}
