import Testing

@testable import YAML

struct NodeTests {
    @Test func everyKindHasItsPlace() throws {
        let root = try #require(
            try Node(
                yaml: """
                    name: one
                    list: [a, 'b c']
                    block: |
                      first
                        second
                    """))
        guard case .mapping(let map) = root else { return #expect(Bool(false), "\(root)") }
        #expect(map.pairs.map(\.key).compactMap(text) == ["name", "list", "block"])
        #expect(
            map.pairs.map(\.value.mark) == [
                Mark(line: 1, column: 7), .init(line: 2, column: 7), .init(line: 3, column: 8),
            ])
        guard case .sequence(let list) = map.pairs[1].value else { return #expect(Bool(false), "\(map.pairs[1])") }
        #expect(list.items.compactMap(text) == ["a", "b c"])
        guard case .scalar(let block) = map.pairs[2].value else { return #expect(Bool(false), "\(map.pairs[2])") }
        #expect(block.isBlock)
        #expect(block.string == "first\n  second")
    }

    @Test(arguments: ["no", "1.10", "2026-11-21", "~", "null", "0x10", ""])
    func scalarsAreTakenAsWritten(word: String) throws {
        let root = try #require(try Node(yaml: "key: \(word)"))
        guard case .mapping(let map) = root else { return #expect(Bool(false), "\(root)") }
        #expect(map.pairs.map(\.value).compactMap(text) == [word])
    }

    @Test(arguments: ["", "# nothing\n", "\n\n"])
    func aTextWithoutAValueIsNone(yaml: String) throws {
        #expect(try Node(yaml: yaml) == nil)
    }

    @Test func aByteOrderMarkIsNoText() throws {
        #expect(try Node(yaml: "\u{FEFF}a").flatMap(text) == "a")
    }

    @Test func anAliasStandsForItsAnchor() throws {
        let root = try #require(try Node(yaml: "one: &x [1, 2]\ntwo: *x"))
        guard case .mapping(let map) = root else { return #expect(Bool(false), "\(root)") }
        #expect(map.pairs[0].value == map.pairs[1].value)
    }

    @Test(arguments: [
        ("a: [1\nb: 2", "expected ',' or ']'", 2),
        ("a: 1\nb: 2\na: 3", "the key 'a' is given twice", 3),
        ("a: *nobody", "anchor", 1),
        ("--- 1\n--- 2", "expected one document, found another", 2),
        ("a: \u{1}", "control characters are not allowed", 1),
    ])
    func mistakesNameTheirPlace(yaml: String, words: String, line: Int) {
        let failure = #expect(throws: YAMLFailure.self) { try Node(yaml: yaml) }
        #expect(failure?.message.contains(words) == true, "\(String(describing: failure))")
        #expect(failure?.mark.line == line)
    }

    @Test func depthIsBounded() {
        let failure = #expect(throws: YAMLFailure.self) {
            try Node(yaml: String(repeating: "[", count: 500) + String(repeating: "]", count: 500))
        }
        #expect(failure?.message == "nested more than 64 levels deep")
    }

    /// Each level names the one before nine times: a billion values out of ten lines.
    @Test func aliasesOfAliasesAreCountedInFull() {
        var yaml = "a0: &a0 x\n"
        for level in 1...9 {
            yaml += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
        }
        let failure = #expect(throws: YAMLFailure.self) { try Node(yaml: yaml) }
        #expect(failure?.message == "more than 1000000 values")
    }

    private func text(_ node: Node) -> String? {
        guard case .scalar(let scalar) = node else { return nil }
        return scalar.string
    }
}
