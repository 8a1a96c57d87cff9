/// A part of a YAML document with the place where it begins.
///
/// Scalars are text as written: no type is guessed from a word (YAML 1.1's `no` and `1.10`).
public indirect enum Node: Sendable, Hashable {
    case scalar(Scalar)
    case sequence(Sequence)
    case mapping(Mapping)

    /// A text with its place.
    public struct Scalar: Sendable, Hashable {
        public var string: String
        /// `|` or `>`: the text begins on the line after the indicator.
        public var isBlock: Bool
        public var mark: Mark
    }

    /// A list.
    public struct Sequence: Sendable, Hashable {
        public var items: [Node]
        public var mark: Mark
    }

    /// Keys with values, in the order written.
    public struct Mapping: Sendable, Hashable {
        /// In the order of the file. No scalar key comes twice.
        public var pairs: [Pair]
        public var mark: Mark
    }

    /// A key with its value.
    public struct Pair: Sendable, Hashable {
        public var key: Node
        public var value: Node
    }

    public var mark: Mark {
        switch self {
        case .scalar(let scalar): scalar.mark
        case .sequence(let sequence): sequence.mark
        case .mapping(let mapping): mapping.mark
        }
    }
}

/// A place in a YAML text; lines and columns count from 1, columns in characters.
public struct Mark: Sendable, Hashable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// Why a text is not YAML, or not YAML that is read here, and where.
public struct YAMLFailure: Error, Sendable, Hashable {
    public var message: String
    public var mark: Mark
}
