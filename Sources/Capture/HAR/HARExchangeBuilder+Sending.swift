import Encodings
import Model

// What an entry says of whether its request left the browser.
extension HARExchangeBuilder {
    /// The browser kept the request to itself, by what Chrome writes as `_error` and Playwright as `_failureText`: the names of
    /// Chromium's net_error_list.h, the reasons of DevTools' `BlockedReason` that hold before anything is sent, Firefox's
    /// nsresult names.
    ///
    /// What a blocker or a lack of network did is nobody's fault, and hides what the app would have sent.
    var unsent: EntryFlaws? {
        if entry.isAborted { return .stopped }
        guard let error = entry.response.error else { return isUnmeasured ? .stopped : nil }
        var repaired = false
        var name = scanner.text(of: error, repaired: &repaired)[...]
        if name.hasPrefix("net::") { name = name.dropFirst(5) }
        if Self.stopped.contains(where: { name.hasPrefix($0) }) || name == "inspector" { return .stopped }
        if Self.refused.contains(where: { name.hasPrefix($0) }) || Self.refusals.contains(name) { return .unsent }
        // A denied preflight, or a failure behind it: fields that the network stack adds tell that the request itself left.
        let left = ["accept-encoding", "host", ":authority"].contains { entry.request.headers[$0] != nil }
        return name == "ERR_FAILED" && !left ? .unsent : nil
    }

    private static let stopped = [
        "ERR_BLOCKED_BY_CLIENT", "ERR_BLOCKED_BY_ADMINISTRATOR", "ERR_BLOCKED_ENROLLMENT_CHECK_PENDING",
        "ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_ACCESS_DENIED", "NS_ERROR_OFFLINE", "NS_ERROR_CONTENT_BLOCKED",
        "The Internet connection appears to be offline", "The URL was blocked by ",
    ]
    private static let refused = [
        "ERR_BLOCKED_BY_CSP", "ERR_UNSAFE_PORT", "ERR_DISALLOWED_URL_SCHEME", "NS_ERROR_BLOCKED_BY_POLICY",
        "Not allowed to use restricted network port",
    ]
    private static let refusals: Set<Substring> = ["csp", "mixed-content", "subresource-filter", "origin"]

    /// Firefox says of what it never sent neither a reason nor anything it measured.
    private var isUnmeasured: Bool {
        dialect == .firefox && entry.response.headers.isEmpty && hasTakenNoTime && !hasServerAddress
    }

    var hasServerAddress: Bool { entry.serverAddress.map { $0.count > 0 } ?? false }

    /// No phase lasted, nor all of them together.
    private var hasTakenNoTime: Bool {
        let timings = entry.timings
        guard let total = integer(entry.duration, scale: 3), total <= 0 else { return false }
        let phases = [
            timings.blocked, timings.dns, timings.connect, timings.ssl, timings.send, timings.wait, timings.receive,
        ]
        return phases.allSatisfy { ($0 ?? 0) == 0 }
    }

    /// Chrome and Safari say it; Playwright shows it by sizes no answer from the network has; Firebug, Firefox until 2022 and
    /// chrome-har by a `cache` member; Firefox since by an answer that took no time and came from no address. A 304 was
    /// answered by the server.
    func isFromCache(_ status: Int) -> Bool {
        if entry.isFromCache || entry.isAnsweredByWorker { return true }
        guard status != 304 else { return false }
        if entry.hasOnlyCacheAfter || entry.hasCacheBefore && dialect == .chromeHAR { return true }
        // -1 says that the time is not known (HAR 1.2, timings).
        if dialect == .firefox, hasTakenNoTime, integer(entry.duration, scale: 3) == 0, !hasServerAddress {
            return true
        }
        guard integer(entry.response.transferSize) == 0, let size = integer(entry.response.bodySize) else {
            return false
        }
        return size < -1
    }
}
