/// Steps over one value of any size in pieces, without holding it: brackets are counted, strings are followed.
///
/// It checks less than ``JSONScanner/skipValue(depth:)``, but a quote out of step (which would swallow what comes after)
/// shows at the next string and is a fault.
public struct JSONSkipper: Sendable, Hashable {
    /// What became of a value that is passed over.
    public enum Outcome: Sendable, Hashable {
        /// Everything was taken and the value goes on.
        case more
        /// The position is behind the value.
        case ended
    }

    private enum State: Sendable, Hashable {
        case outside, inString, afterBackslash, afterString
    }

    private var depth = 0
    private var state = State.outside

    public init() {}

    /// Passes over one value, however deep.
    ///
    /// - Throws: ``JSONFault`` where the text is not JSON.
    public mutating func skip(_ scanner: inout JSONScanner) throws(JSONFault) -> Outcome {
        while scanner.position < scanner.end {
            switch state {
            case .inString:
                try skipString(&scanner)
                if state == .afterString, depth == 0 { return .ended }
            case .afterBackslash:
                scanner.position += 1
                state = .inString
            case .afterString, .outside:
                if try skipToken(&scanner) { return .ended }
            }
        }
        return .more
    }

    private mutating func skipString(_ scanner: inout JSONScanner) throws(JSONFault) {
        var control = false
        do {
            let stop = try scanner.quoteOrBackslash(from: scanner.position, &control)
            state = try scanner.byte(at: stop) == UInt8(ascii: "\"") ? .afterString : .afterBackslash
            scanner.position = stop + 1
        } catch {
            guard error == .incomplete else { throw error }
            scanner.position = scanner.end
        }
    }

    /// Takes one byte outside strings; `true` when the value ended before or with it.
    private mutating func skipToken(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        let byte = try scanner.byte(at: scanner.position)
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09:
            scanner.position += 1
            return false
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            // At depth 0 the bracket closes what holds a bare number or word.
            guard depth > 0 else { return true }
            depth -= 1
            state = .outside
            scanner.position += 1
            return depth == 0
        case UInt8(ascii: ","), UInt8(ascii: ":"):
            guard depth > 0 else { return true }
            state = .outside
        default:
            guard state != .afterString else {
                throw .unexpected(.afterString, at: scanner.position)
            }
            if byte == UInt8(ascii: "\"") { state = .inString }
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { depth += 1 }
        }
        scanner.position += 1
        return false
    }
}
