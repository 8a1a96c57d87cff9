import ArgumentParser
import Pipeline

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The process's ends: results to standard output, everything else to standard error.
enum Output {
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) throws {
        var start = 0
        while start < bytes.count {
            let written = bytes[start...].withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0 {
                if errno == EINTR { continue }
                // Whoever read the result has seen enough.
                if errno == EPIPE { throw ExitCode(0) }
                throw ExitCode(2)
            }
            start += written
        }
    }

    static func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// One line for a person.
    static func note(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = line.withUnsafeBytes { posixWrite(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Text of an input without the controls that would move a terminal's cursor.
    static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{B7}" : $0 }))
    }

    /// Writes a whole file, replacing it.
    static func write(_ bytes: [UInt8], toFile path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw PipelineFailure.input(path: path, message: "cannot be written: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        try write(bytes, to: descriptor)
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
    } catch let failure as PipelineFailure {
        Output.note("beaconproof: \(failure.description)")
        throw ExitCode(2)
    }
}
