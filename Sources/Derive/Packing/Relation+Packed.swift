extension Relation: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self.init(
            name: try pack.next(), package: try pack.next(), meaning: try pack.next(), columns: try pack.next(),
            key: try pack.next(), indexes: try pack.next(), parts: try pack.next(), isShipped: true)
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        pack.put(name)
        pack.put(package)
        pack.put(meaning)
        pack.put(columns)
        pack.put(key)
        pack.put(indexes)
        pack.put(parts)
    }
}

extension Relation.Part: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self.init(
            package: try pack.next(), meaning: try pack.next(), needs: try pack.next(), select: try pack.next(),
            precondition: try pack.next())
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        pack.put(package)
        pack.put(meaning)
        pack.put(needs)
        pack.put(select)
        pack.put(precondition)
    }
}

extension Relation.Column: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self.init(
            name: try pack.next(), kind: try pack.word(), isRequired: try pack.next(), references: try pack.next(),
            meaning: try pack.next())
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        pack.put(name)
        pack.put(kind.rawValue)
        pack.put(isRequired)
        pack.put(references)
        pack.put(meaning)
    }
}

extension Precondition: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) { self.init(try pack.next([[Need]].self)) }
    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) { pack.put(alternatives) }
}

/// In order of need, as a library was written.
extension RelationLibrary: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) { self.init(ordered: try pack.next()) }
    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) { pack.put(relations) }
}
