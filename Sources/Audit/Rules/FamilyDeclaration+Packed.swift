import Derive
import Model

extension FamilyDeclaration: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self.init(
            name: try pack.next(), title: try pack.next(), hosts: try pack.next(), carries: try pack.next(),
            requests: try pack.next())
        for _ in 0..<(try pack.next(Int.self)) { identifiers[try pack.next()] = try pack.word(Identifier.self) }
        isJudgedWhenExpected = try pack.next()
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        pack.put(name)
        pack.put(title)
        pack.put(hosts)
        pack.put(carries)
        pack.put(requests)
        pack.put(identifiers.mapValues(\.rawValue))
        pack.put(isJudgedWhenExpected)
    }
}

extension RequestForm: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self.init(kind: try pack.next(), methods: try pack.next(), paths: try pack.next(), places: [])
        for _ in 0..<(try pack.next(Int.self)) { places.append(try pack.word()) }
        each = try pack.next()
        event = try pack.next()
        eventNames = try pack.next()
        session = try pack.next()
        for _ in 0..<(try pack.next(Int.self)) { subjects[try pack.word()] = try pack.next([String].self) }
        position = try pack.next()
        sentAt = try pack.next()
        mandatory = try pack.next()
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        pack.put(kind)
        pack.put(methods)
        pack.put(paths)
        pack.put(places.map(\.rawValue))
        pack.put(each)
        pack.put(event)
        pack.put(eventNames)
        pack.put(session)
        pack.put(Dictionary(uniqueKeysWithValues: subjects.map { ($0.rawValue, $1) }))
        pack.put(position)
        pack.put(sentAt)
        pack.put(mandatory)
    }
}

extension RequestForm.Measure: Packed {
    package init(from pack: inout PackReader) throws(PackFailure) {
        self.init(names: try pack.next(), unit: try pack.word())
    }

    /// Puts down what `init(from:)` takes up, in the same order.
    package func write(to pack: inout PackWriter) {
        pack.put(names)
        pack.put(unit.rawValue)
    }
}
