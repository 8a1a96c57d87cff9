/// A script with all that comes of it, ready to be judged.
struct Trial: Sendable {
    let script: Script
    let recording: Recording
    let expectation: Expectation
    /// The fault made a difference and says what it broke.
    let isBlamed: Bool
    /// Names what is judged by its content: the same files and facts have the same verdict of the same tool.
    let content: String

    var seed: UInt64 { script.seed }

    init(seed: UInt64, only: Selection = .all) { self.init(World.draw(seed: seed, only: only)) }

    init(_ script: Script) {
        self.script = script
        let story = World.play(script)
        isBlamed = !story.breaches.isEmpty
        recording = World.record(story)
        expectation = Oracle.expect(story, recording)
        var hash = ContentHash()
        for file in recording.files {
            hash.add(file.name.utf8)
            hash.add((file.option ?? "").utf8)
            hash.add(file.bytes)
        }
        hash.add(FactsFile.text(recording.facts).utf8)
        content = hash.text
    }
}

/// FNV-1a, of 64 bits.
struct ContentHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    /// What is added ends with a byte that no UTF-8 has.
    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        state = (state ^ 0xff) &* 0x0000_0100_0000_01b3
    }

    var text: String { String(state, radix: 16) }
}
