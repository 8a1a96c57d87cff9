import Model

extension DiagnosticCode {
    static let inputUnpackDamaged = DiagnosticCode(
        "input.unpack-damaged", .warning, stage: "capture",
        meaning: "A compressed input could not be unpacked to its end.",
        remedy: "Copy the file again, or raise the limit named in the message with --limit.")
    static let inputTimeLimit = DiagnosticCode(
        "input.time-limit", .warning, stage: "capture",
        meaning: "The limit on processor time was reached while this input was read; the rest of it was not.",
        remedy: "Raise the limit cpu-seconds with --limit, or certify a shorter recording.")
    static let interpretTimeLimit = DiagnosticCode(
        "interpret.time-limit", .warning, stage: "interpret",
        meaning: "The limit on processor time was reached; what was sent later was read, but not understood.",
        remedy: "Raise the limit cpu-seconds with --limit, or certify a shorter recording.")
    static let recordingPaused = DiagnosticCode(
        "recording.paused", .warning, stage: "interpret",
        meaning:
            "Recording stood still while the app went on: no request of any host, and a stream that had been played meanwhile.",
        remedy: "Record without a break.")
    static let inputNotJoined = DiagnosticCode(
        "input.not-joined", .info, stage: "capture",
        meaning: "No request of this input was seen in another input of the run: their clocks could not be compared.",
        remedy: "Name only inputs of one run, or declare the offset as capture.clockOffsetMs in the facts file.")
    static let inputOtherTime = DiagnosticCode(
        "input.other-time", .warning, stage: "capture",
        meaning: "This input was recorded at another time than the others and shares no host with them: "
            + "whether they are one run cannot be told.",
        remedy: "Name only inputs of one run, or declare the offset as capture.clockOffsetMs in the facts file.")
    static let inputClockGuessed = DiagnosticCode(
        "input.clock-guessed", .warning, stage: "capture",
        meaning: "The clock offset of this input rests on fewer than three requests that another input saw too.",
        remedy: "Declare the offset as capture.clockOffsetMs in the facts file.")
    static let inputClockUnknown = DiagnosticCode(
        "input.clock-unknown", .warning, stage: "capture",
        meaning: "Requests that this input shares with others suggest offsets that contradict each other.",
        remedy: "Name only inputs of one run, or declare the offset as capture.clockOffsetMs in the facts file.")
    static let inputRelayed = DiagnosticCode(
        "input.relayed", .info, stage: "capture",
        meaning: "The packets show both sides of a proxy; exchanges seen on both are counted once.",
        remedy: "Nothing; to capture one side only, give a --filter.")
    static let inputTwice = DiagnosticCode(
        "input.twice", .info, stage: "capture",
        meaning: "A file holds its recording twice, each request beside its equal; the two are counted once.",
        remedy: "None is needed; export the recording once.")
    static let inputProtocolHides = DiagnosticCode(
        "input.protocol-hides", .warning, stage: "capture",
        meaning:
            "Bytes of an unknown protocol were sent to a server that a host was asked at; it may have read requests in them.",
        remedy: "Look at what the app sends there; beacons are read over HTTP only.")
    static let inputHostLearned = DiagnosticCode(
        "input.host-learned", .info, stage: "capture",
        meaning: "A log names no host; the host was taken from other inputs that saw the same targets.",
        remedy: "Let the server log the host as well, where it serves several.")
    static let inputHostUnknown = DiagnosticCode(
        "input.host-unknown", .warning, stage: "capture",
        meaning: "A log names no host, so that its lines match no tracker.",
        remedy: "Give a capture of the device as well, or let the server log the host.")
    static let inputCallsShared = DiagnosticCode(
        "input.calls-shared", .info, stage: "capture",
        meaning: "A call log holds lines that another input holds too, as file and system log do; they count once.",
        remedy: "None is needed.")
    static let inputOtherClients = DiagnosticCode(
        "input.other-clients", .info, stage: "capture",
        meaning:
            "Requests in a server's log came from addresses that made none of the run's requests, and were left out.",
        remedy: "Nothing, unless the device changed its address during the run; then cut the log to the device's lines."
    )
}

/// Diagnostics that reading inputs itself can raise.
package enum PipelineDiagnostics {
    package static let all: [DiagnosticCode] = [
        .inputUnpackDamaged, .inputNotJoined, .inputOtherTime, .inputClockGuessed, .inputClockUnknown, .inputRelayed,
        .inputTwice, .inputProtocolHides,
        .inputHostLearned, .inputHostUnknown,
        .inputOtherClients, .inputCallsShared, .inputTimeLimit, .interpretTimeLimit,
        .recordingPaused,
    ]
}
