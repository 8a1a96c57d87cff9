/// Why a JSON value could not be read.
public typealias JSONFault = ScanFault<JSONExpectation>

/// What the grammar demands at a place; the raw value is the words a person reads.
public enum JSONExpectation: String, Sendable, Hashable {
    case value = "a value"
    case string = "a string"
    case object = "a JSON object"
    case array = "an array"
    case colon = "`:` after a key"
    case nextMember = "`,` or `}`"
    case nextElement = "`,` or `]`"
    case afterString = "`,`, `:`, `}` or `]` after a string"
    case logObject = "an object as value of `log`"
    case entriesArray = "an array as value of `log.entries`"
    case shorterKey = "a shorter key"
}
