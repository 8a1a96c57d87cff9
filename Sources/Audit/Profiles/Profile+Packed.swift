import Derive

extension Profile: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        id = try pack.next()
        title = try pack.next()
        dated = try pack.next()
        include = try pack.next()
        without = try pack.next()
        settings = try pack.next()
        assume = try pack.next()
        requiredFamilies = try pack.next()
        requiredRules = try pack.next()
        requiredInputs = try pack.next()
        attestations = try pack.next()
        sources = try pack.next()
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        for text in [id, title, dated] { pack.put(text) }
        pack.put(include)
        pack.put(without)
        pack.put(settings)
        pack.put(assume)
        for list in [requiredFamilies, requiredRules, requiredInputs, attestations] { pack.put(list) }
        pack.put(sources)
    }
}

extension SettingDefault: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self.init(
            key: try pack.next(), value: try pack.next(), unit: try pack.next(), meaning: try pack.next(),
            source: try pack.next())
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        for text in [key, value, unit, meaning, source] { pack.put(text) }
    }
}
