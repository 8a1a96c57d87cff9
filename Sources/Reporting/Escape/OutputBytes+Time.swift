import Encodings
import Model

/// Times and lengths as people read them. A page holds thousands, so that they are written where they stand.
extension OutputBytes {
    /// `04:21:18.673`.
    mutating func clock(_ microseconds: Int64) {
        let rest = microseconds % CalendarDate.microseconds
        let milliseconds = (rest < 0 ? rest + CalendarDate.microseconds : rest) / 1_000
        number(milliseconds / 3_600_000, width: 2)
        literal(":")
        number(milliseconds / 60_000 % 60, width: 2)
        literal(":")
        number(milliseconds / 1_000 % 60, width: 2)
        literal(".")
        number(milliseconds % 1_000, width: 3)
    }

    /// `2026-11-21 04:21:18.673 UTC`.
    mutating func time(_ microseconds: Int64) {
        let date = CalendarDate(of: Timestamp(microseconds: microseconds))
        number(Int64(date.year), width: 4)
        literal("-")
        number(Int64(date.month), width: 2)
        literal("-")
        number(Int64(date.day), width: 2)
        literal(" ")
        clock(microseconds)
        literal(" UTC")
    }

    /// `+3.613 s`: seconds from a zero, to the millisecond. What is nearer to it than that is the zero.
    mutating func offset(_ microseconds: Int64) {
        literal(microseconds <= -1_000 ? "-" : "+")
        seconds(microseconds)
    }

    /// `3.613 s`: how far from a zero, on whichever side.
    mutating func seconds(_ microseconds: Int64) {
        let milliseconds = Int64(microseconds.magnitude / 1_000)
        number(milliseconds / 1_000)
        literal(".")
        number(milliseconds % 1_000, width: 3)
        literal(" s")
    }

    /// What the body writes, as a text of its own.
    static func text(_ body: (inout OutputBytes) -> Void) -> String {
        var output = OutputBytes()
        body(&output)
        return String(decoding: output.bytes, as: UTF8.self)
    }
}
