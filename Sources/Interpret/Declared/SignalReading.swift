import Encodings
import Model

/// The beacons in one request of a declared vendor.
struct SignalReading: Sendable {
    var items: [SignalItem]
    /// Why what the body says is not known, or not all of it.
    var fault: String?
}

/// One value that a beacon carries.
struct SignalField: Sendable, Hashable {
    var name: String
    var raw: String
    var value: String

    init(name: String, raw: String, value: String) {
        self.name = name
        self.raw = raw
        self.value = value
    }

    init(_ field: QueryField) { self.init(name: field.name, raw: field.raw, value: field.value) }

    func parameter(of beacon: ID<Beacon>, ordinal: Int) -> Parameter {
        Parameter(
            beacon: beacon, name: name, ordinal: ordinal, raw: raw, value: value,
            encodedTwice: raw != value && PercentCoding.isEncoded(value))
    }
}

/// One beacon, read by its form.
struct SignalItem: Sendable {
    var fields: [SignalField]
    var event: String
    var session: String?
    var subjects: [RequestForm.Scope: String] = [:]
    var positionUs: Int64?
    var sentAt: Timestamp?
    /// Mandatory parameters that are not there.
    var missing: [String]
    /// Whether a recorder may have taken the end of it.
    var mayBeCut: Bool

    /// - Parameter isWhole: what it was read from has an end of its own, so that nothing was cut off.
    init(_ fields: [SignalField], _ form: RequestForm, isWhole: Bool) {
        self.fields = fields
        func value(_ names: [String]) -> String? {
            for name in names {
                if let field = fields.first(where: { $0.name == name }), !field.value.isEmpty { return field.value }
            }
            return nil
        }
        let named = value(form.event)
        event = named.map { form.eventNames[$0] ?? $0 } ?? form.kind
        session = value(form.session)
        for (scope, names) in form.subjects { subjects[scope] = value(names) }
        positionUs = form.position.flatMap { measure in value(measure.names).flatMap { measure.microseconds($0) } }
        sentAt = form.sentAt.flatMap { measure in
            value(measure.names).flatMap { measure.microseconds($0) }.map { Timestamp(microseconds: $0) }
        }
        missing = form.mandatory.filter { name in !fields.contains { $0.name == name } }
        mayBeCut = !isWhole
        // The event's value at the very end may be the beginning of a longer one.
        if !isWhole, let named, form.eventNames[named] == nil, let last = fields.last, form.event.contains(last.name),
            form.eventNames.keys.contains(where: { $0.hasPrefix(named) })
        {
            missing.append(last.name)
        }
    }
}

extension RequestForm.Measure {
    /// A decimal number of the unit in microseconds; `nil` for other text.
    func microseconds(_ text: String) -> Int64? {
        guard let number = Double(text), number.isFinite else { return nil }
        let factor: Double =
            switch unit {
            case .s: 1_000_000
            case .ms: 1_000
            case .us: 1
            }
        return Int64(exactly: (number * factor).rounded())
    }
}

/// Takes a body apart into beacons.
struct SignalBody {
    /// A body with more of them is damage: no SDK holds so many back.
    private static let mostItems = 10_000
    private static let depth = 16

    private let form: RequestForm
    private let shared: [SignalField]
    private let answers: [SignalField]

    init(_ form: RequestForm, shared: [SignalField], answers: [SignalField]) {
        self.form = form
        self.shared = shared
        self.answers = answers
    }

    func read(_ bytes: [UInt8], as place: RequestForm.Place) -> SignalReading {
        let text = String(decoding: bytes, as: UTF8.self)
        switch place {
        case .query, .form:
            return SignalReading(items: [item(QueryField.read(text).map { SignalField($0) }, isWhole: true)])
        case .queryLines:
            let lines = SignalBody.lines(text)
            return limited(lines.map { line in item(QueryField.read(line).map { SignalField($0) }, isWhole: true) })
        case .json: return json(bytes)
        case .jsonLines:
            var items: [SignalItem] = []
            for line in SignalBody.lines(text) {
                let reading = json(Array(line.utf8))
                guard reading.fault == nil else { return SignalReading(items: items, fault: reading.fault) }
                items += reading.items
            }
            return limited(items)
        case .base64JSON:
            guard let decoded = Base64.decode(bytes.span) else {
                return SignalReading(items: [], fault: "its body is not Base64")
            }
            return json(decoded)
        }
    }

    private func json(_ bytes: [UInt8]) -> SignalReading {
        let value: JSONValue
        do {
            value = try JSONReader.readDocument(bytes)
        } catch {
            return SignalReading(
                items: [], fault: "its body: byte \(error.offset): expected \(error.expected), found \(error.found)")
        }
        guard let each = form.each else { return SignalReading(items: [item(SignalBody.flat(value), isWhole: true)]) }
        var list = value
        for name in each.split(separator: ".") { list = list[String(name)] ?? .null }
        guard case .array(let elements) = list else {
            return SignalReading(items: [], fault: "its body has no list \(each == "." ? "" : "'\(each)' ")of beacons")
        }
        let outer = each == "." ? [] : SignalBody.flat(value, leavingOut: each)
        return limited(elements.map { item(outer + SignalBody.flat($0), isWhole: true) })
    }

    private func item(_ own: [SignalField], isWhole: Bool) -> SignalItem {
        SignalItem(shared + own + answers, form, isWhole: isWhole)
    }

    private func limited(_ items: [SignalItem]) -> SignalReading {
        guard items.count > Self.mostItems else { return SignalReading(items: items) }
        return SignalReading(
            items: Array(items.prefix(Self.mostItems)), fault: "its body holds more than \(Self.mostItems) beacons")
    }

    private static func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Values by their path: `data.view.id`; items of lists by their number.
    private static func flat(_ value: JSONValue, leavingOut: String? = nil) -> [SignalField] {
        var fields: [SignalField] = []
        func add(_ value: JSONValue, _ path: String, _ depth: Int) {
            guard path != leavingOut || path.isEmpty, depth < Self.depth else { return }
            func below(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
            switch value {
            case .object(let members): for member in members { add(member.value, below(member.name), depth + 1) }
            case .array(let items): for (index, item) in items.enumerated() { add(item, below("\(index)"), depth + 1) }
            case .string(let text), .number(let text): fields.append(SignalField(name: path, raw: text, value: text))
            case .bool(let flag): fields.append(SignalField(name: path, raw: "\(flag)", value: "\(flag)"))
            case .null: fields.append(SignalField(name: path, raw: "", value: ""))
            }
        }
        add(value, "", 0)
        return fields
    }
}
