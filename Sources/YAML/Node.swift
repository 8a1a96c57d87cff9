/// A part of a YAML document with the place where it begins.
///
/// Scalars are text as written: no type is guessed from a word (YAML 1.1's `no` and `1.10`).
package indirect enum Node: Sendable, Hashable {
    case scalar(Scalar)
    case sequence(Sequence)
    case mapping(Mapping)

    /// A text with its place.
    package struct Scalar: Sendable, Hashable {
        package var string: String
        /// `|` or `>`: the text begins on the line after the indicator.
        package var isBlock: Bool
        package var mark: Mark
    }

    /// A list.
    package struct Sequence: Sendable, Hashable {
        package var items: [Node]
        package var mark: Mark
    }

    /// Keys with values, in the order written.
    package struct Mapping: Sendable, Hashable {
        /// In the order of the file. No scalar key comes twice.
        package var pairs: [Pair]
        package var mark: Mark
    }

    /// A key with its value.
    package struct Pair: Sendable, Hashable {
        package var key: Node
        package var value: Node
    }

    /// The text of a scalar.
    var string: String? {
        guard case .scalar(let scalar) = self else { return nil }
        return scalar.string
    }

    package var mark: Mark {
        switch self {
        case .scalar(let scalar): scalar.mark
        case .sequence(let sequence): sequence.mark
        case .mapping(let mapping): mapping.mark
        }
    }
}

/// A place in a YAML text; lines and columns count from 1, columns in characters.
package struct Mark: Sendable, Hashable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// Why a text is not YAML, or not YAML that is read here, and where.
package struct YAMLFailure: Error, Sendable, Hashable {
    package var message: String
    package var mark: Mark
}
