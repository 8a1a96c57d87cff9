/// Bodies of which every reader must give one answer to one question: may this be a document?
public struct BodyVector: Sendable, CustomStringConvertible {
    public let name: String
    /// `Content-Type`; `nil` when none was sent.
    public let type: String?
    public let bytes: [UInt8]
    public let mayBeDocument: Bool

    private init(_ name: String, _ type: String?, _ bytes: [UInt8], _ mayBeDocument: Bool) {
        self.name = name
        self.type = type
        self.bytes = bytes
        self.mayBeDocument = mayBeDocument
    }

    private init(_ name: String, _ type: String?, _ text: String, _ mayBeDocument: Bool) {
        self.init(name, type, Array(text.utf8), mayBeDocument)
    }

    public var description: String { name }

    private static let markup = "<VAST version=\"4.2\"></VAST>"
    private static let utf16: [UInt8] = [0xFF, 0xFE] + markup.utf8.flatMap { [$0, 0] }
    private static let png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n\0\0\0".utf8)
    private static let video: [UInt8] = [0, 0, 0, 0x18] + Array("ftypmp42".utf8) + [UInt8](repeating: 0, count: 40)

    public static let all: [BodyVector] = [
        BodyVector("XML", "text/xml; charset=utf-8", markup, true),
        BodyVector("XML with letters of Latin-1", "application/xml", [UInt8(ascii: "<"), 0xFC, 0x72, 0], true),
        BodyVector("playlist", "application/vnd.apple.mpegurl", "#EXTM3U\n", true),
        BodyVector("playlist by a name of old", "audio/x-mpegurl", "#EXTM3U\n", true),
        BodyVector("playlist as video", "video/mp2t", "#EXTM3U\n", true),
        BodyVector("XML as a picture", "image/gif", "\u{FEFF} \n" + markup, true),
        BodyVector("XML in UTF-16 as a picture", "image/gif", utf16, true),
        BodyVector("XML in UTF-16 as anything", "application/octet-stream", utf16, true),
        BodyVector("JSON in a script as a picture", "IMAGE/GIF", "callback({\"ads\":[]})", true),
        BodyVector("XML in Base64 as a picture", "image/gif", "PFZBU1QgdmVyc2lvbj0iNC4yIj48L1ZBU1Q+", true),
        BodyVector("JSON without a type", nil, "{\"a\":1}", true),
        BodyVector("JSON of an unknown type", "application/vnd.example", "{\"a\":1}", true),
        BodyVector("picture", "image/png", png, false),
        BodyVector("picture in XML", "image/svg+xml", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", false),
        BodyVector("video", "video/mp4", video, false),
        BodyVector("video without a type", nil, video, false),
        BodyVector("video as anything", "application/octet-stream", video, false),
        BodyVector("bytes of an unknown type", "application/x-protobuf", [8, 1, 0x12, 4, 0, 1, 2, 3], false),
        BodyVector("font", "font/woff2", Array("wOF2".utf8) + [0, 1, 0, 0], false),
        BodyVector("film of old", "application/x-shockwave-flash", Array("CWS".utf8) + [9, 0, 1], false),
    ]
}
