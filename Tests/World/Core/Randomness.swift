/// SplitMix64 (Steele, Lea, Flood 2014): small, and good enough for choices.
struct Randomness: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

    /// At least 0 and below 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    mutating func double(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + fraction() * (range.upperBound - range.lowerBound)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[int(0...elements.count - 1)] }

    mutating func weighted<Element>(_ elements: [(Element, Int)]) -> Element {
        var left = int(0...elements.reduce(0) { $0 + $1.1 } - 1)
        for (element, weight) in elements {
            if left < weight { return element }
            left -= weight
        }
        return elements[elements.count - 1].0
    }

    /// Digits such as a cache buster has.
    mutating func digits(_ count: Int) -> String { (0..<count).map { _ in String(int(0...9)) }.joined() }

    mutating func hex(_ count: Int) -> String {
        String((0..<count).map { _ in Character(String(int(0...15), radix: 16)) })
    }

    /// An identifier in the form 8-4-4-4-12.
    mutating func uuid() -> String {
        [8, 4, 4, 4, 12].map { hex($0) }.joined(separator: "-").uppercased()
    }
}

/// Where chance comes from. Each thing that is drawn has a stream of its own name, so that leaving one part out of a
/// script does not redraw the others.
struct Dice: Sendable {
    var seed: UInt64

    func stream(_ name: String) -> Randomness {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        var mixed = Randomness(seed: seed ^ hash)
        return Randomness(seed: mixed.next())
    }
}
