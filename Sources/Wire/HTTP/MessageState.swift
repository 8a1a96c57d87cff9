/// The states of one direction of an HTTP/2 or HTTP/3 request stream, as an onlooker sees them (RFC 9113 section 5.1).
enum MessageState: Sendable, Hashable, CaseIterable {
    /// No head so far, or only interim ones.
    case idle
    /// The head was seen; content and trailers may follow.
    case open
    case ended
}

/// What arrives for one direction of a stream.
enum MessageInput: Sendable, Hashable, CaseIterable {
    case head
    /// A head that also ends the message.
    case headAndEnd
    /// A head with a 1xx status.
    case interim
    case content
    case contentAndEnd
    /// The stream was reset, or its connection ended.
    case abort
}

/// What to do about it.
enum MessageAction: Sendable, Hashable, CaseIterable {
    case begin
    case beginAndEnd
    case noteInterim
    case content
    case contentAndEnd
    /// Fields after content.
    case trailersAndEnd
    /// Fields after content that do not end the stream, against the rules.
    case trailers
    /// The message began out of sight.
    case contentOfUnseen
    case endOfUnseen
    case cut
    /// Nothing was begun.
    case giveUp
    /// Comes after the end: not part of any message.
    case ignore
}

extension MessageState {
    /// The whole table: every state with every input.
    func transition(_ input: MessageInput) -> (state: MessageState, action: MessageAction) {
        switch (self, input) {
        case (.idle, .head): (.open, .begin)
        case (.idle, .headAndEnd): (.ended, .beginAndEnd)
        case (.idle, .interim): (.idle, .noteInterim)
        case (.idle, .content): (.idle, .contentOfUnseen)
        case (.idle, .contentAndEnd): (.ended, .endOfUnseen)
        case (.idle, .abort): (.ended, .giveUp)
        case (.open, .head): (.open, .trailers)
        case (.open, .headAndEnd): (.ended, .trailersAndEnd)
        case (.open, .interim): (.open, .trailers)
        case (.open, .content): (.open, .content)
        case (.open, .contentAndEnd): (.ended, .contentAndEnd)
        case (.open, .abort): (.ended, .cut)
        case (.ended, _): (.ended, .ignore)
        }
    }
}
