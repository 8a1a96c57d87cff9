import Encodings
import Model

/// NCSA common and combined log lines: `client ident user [time] "request" status bytes "referer" "user agent"`, also with
/// `host:port` in front (Apache's `vhost_combined`), and with further fields behind, of which a host's name alone is read.
enum CombinedLine {
    static func read(_ line: ArraySlice<UInt8>) -> LogLine {
        guard let open = line.firstIndex(of: UInt8(ascii: "[")),
            let close = line[open...].firstIndex(of: UInt8(ascii: "]"))
        else { return .unreadable("a time in brackets") }
        guard let time = LogTime.ncsa(line[(open + 1)..<close]) else {
            return .unreadable("a time such as 10/Oct/2000:13:55:36 -0700")
        }
        let front = line[..<open].split(separator: 0x20)
        guard front.count == 3 || front.count == 4 else {
            return .unreadable("client, identity and user before the time")
        }
        var rest = line[(close + 1)...]
        guard let requestLine = quoted(&rest) else { return .unreadable("the request in quotes behind the time") }
        guard var request = LoggedRequest(at: time.at, requestLine: requestLine) else { return .noRequest(time.at) }
        request.hasOffset = time.hasOffset
        if front.count == 4, request.authority.isEmpty { request.authority = authority(front[0]) }
        request.client = text(front[front.count - 3])
        let numbers = rest.prefix { $0 != UInt8(ascii: "\"") }.split(separator: 0x20)
        guard let status = numbers.first.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }) else {
            return .unreadable("a status behind the request")
        }
        request.status = status
        request.responseBytes = numbers.dropFirst().first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        request.referer = quoted(&rest).map { text($0[...]) } ?? ""
        request.userAgent = quoted(&rest).map { text($0[...]) } ?? ""
        while request.authority.isEmpty, let field = quoted(&rest) {
            if isHostName(field) { request.authority = text(field[...]) }
        }
        return .request(request)
    }

    /// Two labels at least, the last of letters alone: no address, number, list or word.
    private static func isHostName(_ field: [UInt8]) -> Bool {
        let labels = field.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, last.allSatisfy(ASCII.isLetter) else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty && label.allSatisfy { ASCII.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    /// The next text in quotes, with the escapes of Apache and nginx undone (`\"`, `\\`, `\x22`); takes it from the front.
    static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        guard let open = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        var bytes: [UInt8] = []
        var index = open + 1
        while index < rest.endIndex, rest[index] != UInt8(ascii: "\"") {
            guard rest[index] == UInt8(ascii: "\\"), index + 1 < rest.endIndex else {
                bytes.append(rest[index])
                index += 1
                continue
            }
            if rest[index + 1] == UInt8(ascii: "x"), let byte = Hexadecimal.byte(in: rest, at: index + 2) {
                bytes.append(byte)
                index += 4
            } else {
                bytes.append(rest[index + 1])
                index += 2
            }
        }
        guard index < rest.endIndex else { return nil }
        rest = rest[(index + 1)...]
        return bytes
    }

    /// A `-` stands for nothing.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.elementsEqual([UInt8(ascii: "-")]) ? "" : WireText.decode(bytes).text
    }

    /// Without a port that goes without saying.
    private static func authority(_ bytes: ArraySlice<UInt8>) -> String {
        var text = text(bytes)
        for port in [":443", ":80"] where text.hasSuffix(port) { text.removeLast(port.utf8.count) }
        return text
    }
}
