import Testing

@testable import Wire

@Suite struct MessageStateTests {
    /// The whole table, written out a second time: rows are states, columns inputs.
    @Test func everyPair() {
        let expected: [MessageState: [MessageInput: (MessageState, MessageAction)]] = [
            .idle: [
                .head: (.open, .begin), .headAndEnd: (.ended, .beginAndEnd), .interim: (.idle, .noteInterim),
                .content: (.idle, .contentOfUnseen), .contentAndEnd: (.ended, .endOfUnseen), .abort: (.ended, .giveUp),
            ],
            .open: [
                .head: (.open, .trailers), .headAndEnd: (.ended, .trailersAndEnd), .interim: (.open, .trailers),
                .content: (.open, .content), .contentAndEnd: (.ended, .contentAndEnd), .abort: (.ended, .cut),
            ],
            .ended: [
                .head: (.ended, .ignore), .headAndEnd: (.ended, .ignore), .interim: (.ended, .ignore),
                .content: (.ended, .ignore), .contentAndEnd: (.ended, .ignore), .abort: (.ended, .ignore),
            ],
        ]
        for state in MessageState.allCases {
            for input in MessageInput.allCases {
                let (next, action) = state.transition(input)
                #expect(expected[state]?[input]?.0 == next && expected[state]?[input]?.1 == action, "\(state) \(input)")
            }
        }
    }
}
