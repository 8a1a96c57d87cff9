#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A child process that takes lines on standard input and answers each with a line on standard output.
struct WorkerProcess {
    let identifier: pid_t
    /// The answers come here; `poll` waits for it.
    let output: Int32
    private let input: Int32
    private var unread: [UInt8] = []

    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - interruption: children start without the signals that are held back, and in a group of their own: what a
    ///     person's control-C means for them is decided here.
    init(
        _ command: [String], _ environment: [String: String], _ interruption: Interruption
    ) throws(PipelineFailure) {
        let toChild = try WorkerProcess.pipe()
        let fromChild = try WorkerProcess.pipe()
        defer {
            close(toChild.read)
            close(fromChild.write)
        }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, toChild.read, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, fromChild.write, STDOUT_FILENO)
        var mask = interruption.mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))
        var identifier: pid_t = 0
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let code = posix_spawn(&identifier, command.first ?? "", &actions, &attributes, arguments, variables)
        guard code == 0 else {
            close(toChild.write)
            close(fromChild.read)
            throw .usage("a worker process cannot be started: \(String(cString: strerror(code)))")
        }
        self.identifier = identifier
        input = toChild.write
        output = fromChild.read
    }

    /// Gives the child a line. A child that is gone shows when its answer is read.
    func send(_ line: [UInt8]) {
        var start = 0
        while start < line.count {
            let written = line[start...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            if written < 0 && errno != EINTR { return }
            start += max(0, written)
        }
    }

    enum Reading {
        /// Nothing complete yet.
        case part
        case line([UInt8])
        case ended
    }

    /// Reads what is there; blocks when nothing is.
    mutating func read() -> Reading {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var count = -1
        repeat {
            count = bytes.withUnsafeMutableBytes { platformRead(output, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        guard count > 0 else { return .ended }
        unread += bytes[..<count]
        guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return .part }
        defer { unread.removeSubrange(...end) }
        return .line(Array(unread[..<end]))
    }

    /// Ends the child and says how it ended.
    ///
    /// - Parameter signal: sent first; without one the child ends because its input does.
    @discardableResult
    func end(signal: Int32? = nil) -> String {
        close(input)
        close(output)
        if let signal { kill(identifier, signal) }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        // The low seven bits are the signal, the byte above them the exit code (wait(2)).
        let killer = status & 0x7F
        return killer != 0 ? "was killed by signal \(killer)" : "ended with exit code \(status >> 8 & 0xFF)"
    }

    /// Both ends are closed in children that are started later.
    private static func pipe() throws(PipelineFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        let code = Darwin.pipe(&ends)
        #else
        let code = Glibc.pipe(&ends)
        #endif
        guard code == 0 else { throw .usage("a pipe cannot be made: \(String(cString: strerror(errno)))") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

private func platformRead(_ descriptor: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    Darwin.read(descriptor, base, count)
    #else
    Glibc.read(descriptor, base, count)
    #endif
}
