import Model
import Testing

struct TimestampTests {
    private func at(_ microseconds: Int64) -> Timestamp {
        Timestamp(microseconds: microseconds)
    }

    @Test func order() {
        #expect(at(-1) < at(0) && at(0) < at(1))
    }

    /// Captured times may be absurd; arithmetic on them never traps.
    @Test func saturates() {
        #expect(at(5).microseconds(since: at(3)) == 2)
        #expect(at(.max).microseconds(since: at(.min)) == .max)
        #expect(at(.min).microseconds(since: at(.max)) == .min)
        #expect(at(.max).advanced(byMicroseconds: 1) == at(.max))
        #expect(at(.min).advanced(byMicroseconds: -1) == at(.min))
        #expect(at(7).advanced(byMicroseconds: -10) == at(-3))
    }
}

struct LocatorTests {
    @Test(arguments: [
        (Locator.frames(3...3), "frames", "3"), (.frames(3...7), "frames", "3-7"), (.entry(0), "entry", "0"),
        (.line(12), "line", "12"), (.bytes(100..<220), "bytes", "100-220"),
    ])
    func text(locator: Locator, kind: String, value: String) {
        #expect(locator.kind == kind && locator.value == value)
    }
}

struct RequestHostTests {
    @Test(arguments: [
        ("Tracker.TEST", "tracker.test"), ("tracker.test:8443", "tracker.test"), ("[2001:DB8::1]:443", "[2001:db8::1]"),
        ("[2001:db8::1]", "[2001:db8::1]"), ("", ""), (":443", ""), ("a.test:", "a.test"),
    ])
    func host(authority: String, host: String) {
        let request = Exchange.Request(method: "GET", scheme: "https", authority: authority, target: "/")
        #expect(request.host == host)
    }
}

struct SeverityTests {
    @Test func anErrorIsWorst() {
        #expect(Severity.error > .warning)
        #expect(Severity.warning > .info)
        #expect([Severity.info, .error, .warning].max() == .error)
    }
}

struct DoubtTests {
    /// Only what was hidden or cannot be attributed lowers a run's verdict.
    @Test(arguments: Doubt.allCases)
    func lowersRun(doubt: Doubt) {
        #expect(doubt.lowersRun == [.blind, .ambiguous].contains(doubt))
    }
}

struct LedgerTests {
    @Test func balance() {
        var ledger = Ledger(unit: "entries", input: 3, output: 2)
        #expect(!ledger.isBalanced)
        ledger.diagnosed = 1
        #expect(ledger.isBalanced)
    }
}

struct OutboxTests {
    @Test func keepsTheOrder() {
        var outbox = Outbox<Int>()
        let code = DiagnosticCode("sample.code", .info, stage: "capture", meaning: "m", remedy: "r")
        outbox.emit(1)
        outbox.report(Diagnostic(code, detail: "d"))
        outbox.emit(2)
        #expect(outbox.events == [1, 2])
        #expect(outbox.diagnostics.map(\.detail) == ["d"])
        #expect(outbox.items.count == 3)
        guard case .diagnostic = outbox.items[1] else {
            Issue.record("the diagnostic is not between the events")
            return
        }
        outbox.removeAll()
        #expect(outbox.items.isEmpty)
    }
}
