import Testing

@testable import World

@Suite("The world")
struct WorldTests {
    @Test("The same seed gives the same story and the same recording, byte for byte")
    func isDeterministic() {
        for seed in UInt64(0)..<20 {
            let script = World.draw(seed: seed)
            #expect(script == World.draw(seed: seed))
            let (one, other) = (World.record(World.play(script)), World.record(World.play(script)))
            #expect(one.files.map(\.bytes) == other.files.map(\.bytes))
        }
    }
}
