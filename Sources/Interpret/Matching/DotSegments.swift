import Encodings
import Model

extension URLFields {
    /// The path decoded, without its dot segments; `/` where there is none.
    var decodedPath: [UInt8] {
        path.isEmpty ? [UInt8(ascii: "/")] : PercentCoding.decodePath(resolvedPath().flatMap { bytes[$0] })
    }

    /// The stretches of the path that are left once `.` and `..`, encoded or not, are resolved (RFC 3986 section 5.2.4):
    /// clients do that before they send, so what was declared and what was sent differ by it.
    ///
    /// - Parameter literal: `false` at bytes that may not delimit segments, such as the inside of a macro.
    func resolvedPath(literal: [Bool]? = nil) -> [Range<Int>] {
        guard mayHoldDots else { return [path] }
        let slashes = path.filter { bytes[$0] == UInt8(ascii: "/") && (literal?[$0] ?? true) }
        let segments = slashes.enumerated().map { place, slash in
            slash..<(place + 1 < slashes.count ? slashes[place + 1] : path.upperBound)
        }
        guard segments.contains(where: { dots(in: $0) > 0 }) else { return [path] }
        var left: [Range<Int>] = []
        for segment in segments {
            let dots = dots(in: segment)
            if dots == 2 { _ = left.popLast() }
            if dots == 0 {
                left.append(segment)
            } else if segment.upperBound == path.upperBound {
                left.append(segment.lowerBound..<(segment.lowerBound + 1))
            }
        }
        return left
    }

    /// Spares nearly every path the split.
    private var mayHoldDots: Bool {
        path.dropLast().contains { place in
            bytes[place] == UInt8(ascii: "/")
                && (bytes[place + 1] == UInt8(ascii: ".") || bytes[place + 1] == UInt8(ascii: "%"))
        }
    }

    /// 1 for `/.`, 2 for `/..`, 0 for any other segment.
    private func dots(in segment: Range<Int>) -> Int {
        // Two encoded dots behind the slash are the longest.
        guard (2...7).contains(segment.count) else { return 0 }
        var rest = bytes[segment].dropFirst()
        var dots = 0
        while !rest.isEmpty {
            if rest.first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
            } else if bytes.matches(Self.encodedDot, at: rest.startIndex), rest.count >= Self.encodedDot.count {
                rest = rest.dropFirst(Self.encodedDot.count)
            } else {
                return 0
            }
            dots += 1
        }
        return dots > 2 ? 0 : dots
    }

    private static let encodedDot = Array("%2e".utf8)
}
