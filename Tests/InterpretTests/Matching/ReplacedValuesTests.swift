import Testing

@testable import Interpret

/// A whole recording whose values were replaced says nothing of what was sent; one value is what an app sent.
struct ReplacedValuesTests {
    private func values(_ queries: [(host: String, query: String)]) -> ReplacedValues {
        var values = ReplacedValues()
        for (host, query) in queries { values.note(query, host: host) }
        return values
    }

    @Test(arguments: [
        ["", "", "", ""], ["[REDACTED]", "[REDACTED]", "", "[REDACTED]"], ["%5BREDACTED%5D", "redacted", "***", "*"],
        ["x", "xxx", "xxxxxxxxxx", "xx"],
        ["3e8cd1ada256309b", "876c9b16254e157d", "6b86b273ff34fce1", "7cd99da618d47af5"],
    ])
    func aRecordingOfStandIns(_ given: [String]) {
        let replaced = values([
            ("app.test", "session=\(given[0])&v=\(given[1])"), ("t.test", "event=\(given[2])&v=\(given[3])"),
        ])
        #expect(replaced.areCertain)
    }

    /// One value that was sent is enough; so is a hash of another length, or beside a mask.
    @Test(arguments: ["start", "12345678", "0", "3e8cd1ada256309b"])
    func aValueThatWasSent(value: String) {
        let replaced = values([("app.test", "session=[REDACTED]&v=***&a="), ("t.test", "event=\(value)")])
        #expect(replaced.areRefuted && !replaced.areCertain)
    }

    @Test func hashesOfSeveralLengths() {
        let replaced = values([
            ("app.test", "a=3e8cd1ada256309b&b=3e8cd1ada256309b"), ("t.test", "c=3e8cd1ada256309b0"),
        ])
        #expect(replaced.areRefuted)
    }

    /// An app may itself leave one parameter empty, and one server may name everything by hashes.
    @Test func tooFewToTell() {
        #expect(!values([("a.test", "x=&y=&z="), ("a.test", "w=")]).areCertain)
        #expect(!values([("a.test", "cb=***"), ("b.test", "cb=***")]).areCertain)
        #expect(!values([("a.test", "page"), ("b.test", "")]).areCertain)
    }
}
