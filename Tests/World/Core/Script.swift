/// Everything that was chosen for one story, and nothing else: what is not named has its default. It fits on a screen,
/// and leaving parts out of it is how a disagreement is shrunk.
struct Script: Codable, Equatable, Sendable {
    /// From it comes what is not worth choosing: latencies, identifiers, cache busters.
    var seed: UInt64
    /// The app, by the name of its kind.
    var kind: String
    /// The one fault in it, by its id.
    var fault: String?
    /// Choices by the names of their knobs.
    var choices: [String: String] = [:]
    /// What the viewer did, in seconds since the story began.
    var acts: [Act] = []

    subscript<Value: Choice>(_ knob: Knob<Value>) -> Value {
        get { choices[knob.name].flatMap(Value.init(chosen:)) ?? knob.usual }
        set { choices[knob.name] = newValue == knob.usual ? nil : newValue.chosen }
    }

    var dice: Dice { Dice(seed: seed) }

    func without(fault: Bool) -> Script {
        var script = self
        if fault { script.fault = nil }
        return script
    }
}

/// One thing that the viewer, the device or the network did.
struct Act: Codable, Equatable, Sendable {
    enum Kind: String, Codable, Sendable, CaseIterable {
        case pause, resume, seek, skip, mute, unmute, tap, leave, background, foreground, scrollAway, scrollBack, stall
        case rate, close, expand, collapse, networkLost, networkBack, consent, replay
    }
    var at: Double
    var kind: Kind
    /// Where to (seek), how fast (rate), how long (stall), what (consent).
    var value: Double?

    init(_ kind: Kind, at: Double, value: Double? = nil) {
        self.kind = kind
        self.at = at
        self.value = value
    }
}

/// What a knob can be set to: written as text, so that a script stays readable.
protocol Choice: Equatable, Sendable {
    init?(chosen: String)
    var chosen: String { get }
}

extension Int: Choice {
    init?(chosen: String) { self.init(chosen) }
    var chosen: String { String(self) }
}
extension Double: Choice {
    init?(chosen: String) { self.init(chosen) }
    var chosen: String { String(self) }
}
extension Bool: Choice {
    init?(chosen: String) { self.init(chosen) }
    var chosen: String { String(self) }
}
extension String: Choice {
    init?(chosen: String) { self = chosen }
    var chosen: String { self }
}
extension Choice where Self: RawRepresentable, RawValue == String {
    init?(chosen: String) { self.init(rawValue: chosen) }
    var chosen: String { rawValue }
}

/// Something that can be chosen: its name, what it usually is, and how it is drawn.
struct Knob<Value: Choice>: Drawable {
    var name: String
    var usual: Value
    var values: @Sendable (inout Randomness) -> Value

    init(_ name: String, usual: Value, draw: @escaping @Sendable (inout Randomness) -> Value) {
        self.name = name
        self.usual = usual
        self.values = draw
    }

    /// - Parameter values: with their weights.
    init(_ name: String, usual: Value, _ values: [(Value, Int)]) {
        self.init(name, usual: usual) { $0.weighted(values) }
    }

    func draw(into script: inout Script) {
        var stream = script.dice.stream("knob " + name)
        script[self] = values(&stream)
    }
}

protocol Drawable: Sendable {
    var name: String { get }
    func draw(into script: inout Script)
}
