/// The version of the serialisation that each flow carries: `0.10` to `0.19` and `1.0` to `3.0` are those of the program
/// (written as lists), from `4` on the format counts for itself.
struct FlowVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    var major: Int
    var minor: Int

    init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// Versions that are read.
    static let known = FlowVersion(0, 10)...FlowVersion(21)

    init?(_ value: TNetstring) throws(TNetstringFault) {
        if let number = value.integer {
            self.init(number)
            return
        }
        guard value.kind == .list else { return nil }
        let parts = try value.elements(2).map(\.integer)
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        self.init(major, minor)
    }

    static func < (left: FlowVersion, right: FlowVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    var description: String {
        major < 4 ? "\(major).\(minor)" : "\(major)"
    }
}
