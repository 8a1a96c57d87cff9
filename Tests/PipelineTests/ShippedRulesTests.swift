import Testing

@testable import Pipeline

struct ShippedRulesTests {
    /// The hash of the stored pack is that of the pack: a person's own copy of all rules would have the same.
    @Test func theStoredPackHasTheHashOfItsContent() throws {
        let stored = try ShippedRules().pack()
        #expect(try LoadedPack(stored.pack).sha256 == stored.sha256)
    }
}
