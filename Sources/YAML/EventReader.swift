import CYAML

/// One of libyaml's events as a value.
struct Event {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd, collectionEnd, nothing
        case scalar(String, isBlock: Bool, anchor: String?)
        case sequenceStart(anchor: String?)
        case mappingStart(anchor: String?)
        case alias(String)
    }

    var kind: Kind
    var mark: Mark
}

/// libyaml's parser over one text. The text stays where it is until the reader is gone.
final class EventReader {
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let text: UnsafeMutableBufferPointer<UInt8>

    init(_ string: String) throws(YAMLFailure) {
        let bytes = Array(string.utf8)
        text = .allocate(capacity: bytes.count)
        _ = text.initialize(from: bytes)
        parser.initialize(to: yaml_parser_t())
        guard yaml_parser_initialize(parser) == 1 else {
            throw YAMLFailure(message: "no memory for reading YAML", mark: Mark(line: 1, column: 1))
        }
        // The text is UTF-8 whatever its first bytes look like.
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    func next() throws(YAMLFailure) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        return Event(kind: EventReader.kind(of: event), mark: Mark(event.start_mark))
    }

    private var failure: YAMLFailure {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "the text cannot be read"
        return YAMLFailure(message: problem, mark: Mark(parser.pointee.problem_mark))
    }

    private static func kind(of event: yaml_event_t) -> Event.Kind {
        switch event.type {
        case YAML_STREAM_START_EVENT: .streamStart
        case YAML_STREAM_END_EVENT: .streamEnd
        case YAML_DOCUMENT_START_EVENT: .documentStart
        case YAML_DOCUMENT_END_EVENT: .documentEnd
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: .collectionEnd
        case YAML_SEQUENCE_START_EVENT: .sequenceStart(anchor: text(event.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT: .mappingStart(anchor: text(event.data.mapping_start.anchor))
        case YAML_ALIAS_EVENT: .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT: scalar(event.data.scalar)
        default: .nothing
        }
    }

    private static func scalar(_ scalar: yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar) -> Event.Kind {
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        return .scalar(
            String(decoding: bytes, as: UTF8.self),
            isBlock: scalar.style == YAML_LITERAL_SCALAR_STYLE || scalar.style == YAML_FOLDED_SCALAR_STYLE,
            anchor: text(scalar.anchor))
    }

    private static func text(_ bytes: UnsafeMutablePointer<UInt8>?) -> String? {
        bytes.map { String(cString: $0) }
    }
}

extension Mark {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: mark.line + 1, column: mark.column + 1)
    }
}
