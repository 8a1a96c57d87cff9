import Capture
import Model

/// TLS secrets from key log files. They stay in memory: nothing writes them anywhere.
enum KeyLogs {
    static func read(_ paths: [String], limits: Limits) throws(PipelineFailure) -> [TLSSecret] {
        var secrets: [TLSSecret] = []
        for path in paths {
            var window = try SlidingWindow(over: ByteSource(path: path), limits: limits.unpacking)
            var reader = KeyLogReader()
            var unreadable = 0
            try window.run(&reader) { (outbox, _) throws(PipelineFailure) in
                secrets += outbox.events
                unreadable += outbox.diagnostics.count
            }
            guard !secrets.isEmpty || unreadable == 0 else {
                throw .input(path: path, message: "is no TLS key log: no line of the NSS key log format was found")
            }
        }
        return secrets
    }
}
