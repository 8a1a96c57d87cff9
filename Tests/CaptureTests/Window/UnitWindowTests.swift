import Capture
import TestSupport
import Testing

/// What is passed over is read in pieces: where the pieces end changes nothing.
struct UnitWindowTests {
    /// Deeper than anything is read, with a backslash before a blank: whoever drops the blank sees another end of the text.
    private static let tooDeep =
        #"{"a":"# + String(repeating: "[", count: 600) + #""b\ ","c":1"# + String(repeating: "]", count: 600) + "}"

    @Test func aBlankInATextOfWhatIsPassedOver() {
        let session = Array("[\(Self.tooDeep),\(Self.tooDeep)]".utf8)
        DecoderVerifier.verify({ CharlesReader() }, on: session)
        let archive = Array(#"{"log":{"entries":[\#(Self.tooDeep),\#(Self.tooDeep)]}}"#.utf8)
        DecoderVerifier.verify({ HARReader() }, on: archive)
        let log = Array(#"{"constants":{},"events":[\#(Self.tooDeep),\#(Self.tooDeep)]}"#.utf8)
        DecoderVerifier.verify({ NetLogReader() }, on: log)
    }
}
