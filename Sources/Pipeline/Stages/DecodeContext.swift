import Model

/// What stays the same while one input is decoded: what was asked for, where the bytes come from, and where what they
/// hold goes.
struct DecodeContext {
    let stage: DecodeStage
    let clock: DecodeStage.Clock
    let source: ByteSource

    var options: DecodeStage.Options { stage.options }

    /// An input that is not what it was taken for.
    func refusal(_ message: String) -> PipelineFailure { .input(path: source.path, message: message) }
}
