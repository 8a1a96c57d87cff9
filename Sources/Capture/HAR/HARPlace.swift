/// Where in the document a ``HARReader`` stands between two tokens.
enum HARPlace: Sendable, Hashable {
    case start
    /// Before a key or the closing brace.
    case key(Level)
    /// After a colon.
    case value(Member)
    /// After a value: before a comma or the closing brace.
    case separator(Level)
    /// Before an entry or the closing bracket.
    case entry
    case entrySeparator
    /// Inside a value that is stepped over.
    case skipping(AfterSkip)
    /// Behind the root object.
    case trailing
    /// Nothing that follows is read.
    case over

    enum Level: Sendable, Hashable {
        case root, log
    }

    enum Member: Sendable, Hashable {
        case log, entries, creator, browser, version, refusals, origin
        case other(Level)
    }

    /// What holds the value that is stepped over.
    enum AfterSkip: Sendable, Hashable {
        case root, log, entries

        var place: HARPlace {
            switch self {
            case .root: .separator(.root)
            case .log: .separator(.log)
            case .entries: .entrySeparator
            }
        }
    }
}
