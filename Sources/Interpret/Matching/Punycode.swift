/// Text beyond ASCII in letters, digits and hyphens, for one label of a host name (RFC 3492).
enum Punycode {
    private static let base = 36
    private static let smallest = 1
    private static let largest = 26
    /// No label is longer (RFC 1035 section 2.3.4), which also bounds every number below.
    private static let mostScalars = 63

    /// `nil` for what is longer than a label.
    static func encode(_ label: [UInt32]) -> [UInt8]? {
        guard label.count <= mostScalars else { return nil }
        let scalars = label.map(Int.init)
        var output = scalars.filter { $0 < 0x80 }.map { UInt8($0) }
        let basic = output.count
        if basic > 0 { output.append(UInt8(ascii: "-")) }
        var handled = basic
        var delta = 0
        var bias = 72
        var next = 0x80
        while handled < scalars.count, let lowest = scalars.lazy.filter({ $0 >= next }).min() {
            delta += (lowest - next) * (handled + 1)
            next = lowest
            for scalar in scalars {
                if scalar < next { delta += 1 }
                guard scalar == next else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return output
    }

    /// A number of variable length, the least significant digit first (section 3.3).
    private static func append(_ number: Int, bias: Int, to output: inout [UInt8]) {
        var rest = number
        var place = base
        while true {
            let threshold = min(max(place - bias, smallest), largest)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(value < 26 ? Int(UInt8(ascii: "a")) + value : Int(UInt8(ascii: "0")) + value - 26)
    }

    /// Section 6.1.
    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? delta / 700 : delta / 2
        rest += rest / count
        var places = 0
        while rest > (base - smallest) * largest / 2 {
            rest /= base - smallest
            places += base
        }
        return places + (base - smallest + 1) * rest / (rest + 38)
    }
}
