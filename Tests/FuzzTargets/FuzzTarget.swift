/// One reader or decoder as hostile input meets it: where its seeds come from, and the contract it must hold for any bytes.
///
/// The same list drives the mutation tests (`Tests/FuzzTests`) and the libFuzzer program (`Tests/Fuzz`).
public struct FuzzTarget: Sendable, CustomStringConvertible {
    public let name: String
    /// Words of the format, for libFuzzer: `Tests/Fuzz/dictionaries/<name>.dict`.
    public let dictionary: String?
    /// Inputs that reach deep: vectors, or conversations made of them.
    public let seeds: @Sendable () throws -> [Seed]
    /// Reads the bytes; a trap, a hang or a thrown ``BrokenContract`` is a fault of ours.
    public let exercise: @Sendable (_ bytes: [UInt8]) throws -> Void

    public var description: String { name }

    init(
        _ name: String, dictionary: String? = nil, seeds: @escaping @Sendable () throws -> [Seed],
        exercise: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        self.name = name
        self.dictionary = dictionary
        self.seeds = seeds
        self.exercise = exercise
    }

    public struct Seed: Sendable, CustomStringConvertible {
        public let name: String
        public let bytes: [UInt8]

        public var description: String { name }

        init(_ name: String, _ bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }

        init(_ name: String, _ text: String) {
            self.init(name, Array(text.utf8))
        }
    }

    /// Every door through which bytes of strangers come in.
    public static let all: [FuzzTarget] = captureFiles + conversations + connections + documents + declarations

    public static func named(_ name: String) -> FuzzTarget? {
        all.first { $0.name == name }
    }
}

/// What a reader owes for any input and did not give.
public struct BrokenContract: Error, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
