/// docs/nielsen-calls.md: the automaton as a drawing and as tables, made from the table that judges.
extension NielsenAutomaton {
    public static var document: String {
        """
        <!-- Generated: RECORD=1 swift test --filter DocumentationTests. Do not edit. -->
        # The order of Nielsen SDK calls

        Legal steps. `load-content`, `load-ad` and `load-postroll` are `loadMetadata` with that type; `play-other` is `play`
        with another channel name; `playhead-elsewhere` is a playhead that does not go on where the ad was. Calls that a
        state does not name change nothing.

        ```mermaid
        stateDiagram-v2
          [*] --> idle: init
          [*] --> unseen: the log begins with a call that goes on
        \(diagram)
        ```

        Broken steps, each one finding at the call that breaks the order.

        | state | call | goes on as | fault | severity |
        |---|---|---|---|---|
        \(faults)

        """
    }

    private static var diagram: String {
        var lines: [String] = []
        for state in State.allCases {
            var targets: [State: [String]] = [:]
            for symbol in Symbol.allCases {
                guard let edge = table[state]?[symbol], edge.fault == nil, symbol != .disable else { continue }
                targets[edge.to, default: []].append(symbol.rawValue)
            }
            for target in State.allCases {
                guard let symbols = targets[target] else { continue }
                lines.append("  \(name(state)) --> \(name(target)): \(symbols.joined(separator: ", "))")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static var faults: String {
        var lines: [String] = []
        for state in State.allCases {
            for symbol in Symbol.allCases {
                guard let edge = table[state]?[symbol], let fault = edge.fault else { continue }
                lines.append(
                    "| \(state.rawValue) | \(symbol.rawValue) | \(edge.to.rawValue) | \(fault.rawValue) | \(fault.severity.rawValue) |"
                )
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Mermaid takes no hyphen in the name of a state.
    private static func name(_ state: State) -> String { state.rawValue.replacing("-", with: "_") }
}
