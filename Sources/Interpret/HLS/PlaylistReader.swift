import Encodings
import Model

/// Reads a playlist line by line; every input gives a playlist, what cannot be read becomes a fault with its line.
struct PlaylistReader {
    /// More faults than this are counted no further: the text is no playlist.
    static let mostFaults = 1_000

    private var playlist = Playlist()
    private var line = 0
    private var pendingDuration: Int64?
    /// How long the parts of the next segment are that were listed so far.
    private var partsUs: Int64 = 0
    /// When the next segment's media was made.
    private var program: Timestamp?
    private var expectsVariant = false
    private var declaredDiscontinuitySequence: Int64?

    static func read(_ bytes: [UInt8]) -> Playlist {
        var reader = PlaylistReader()
        let text = bytes[ByteOrderMark.count(bytes.span)...]
        for line in lines(text) { reader.take(line) }
        return reader.finished()
    }

    /// Whether a body is a playlist, by its first bytes.
    static func isPlaylist(_ bytes: [UInt8]) -> Bool {
        let text = bytes[ByteOrderMark.count(bytes.span)...]
        return text.drop { $0 <= 0x20 }.starts(with: "#EXTM3U".utf8)
    }

    /// Whether a body begins with a playlist's tag, though not with the one that it should begin with.
    static func hasTags(_ bytes: [UInt8]) -> Bool {
        bytes.drop { $0 <= 0x20 }.starts(with: "#EXT".utf8)
    }

    /// Lines end with LF, CR LF or CR.
    private static func lines(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var index = start
        while index < bytes.endIndex {
            let byte = bytes[index]
            index += 1
            guard byte == 0x0A || byte == 0x0D else { continue }
            lines.append(bytes[start..<(index - 1)])
            if byte == 0x0D, index < bytes.endIndex, bytes[index] == 0x0A { index += 1 }
            start = index
        }
        if start < bytes.endIndex { lines.append(bytes[start...]) }
        return lines
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>) {
        line += 1
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
        let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
        let text = bytes[start..<end]
        if line == 1, !text.starts(with: "#EXTM3U".utf8) { fault("#EXTM3U on the first line", Self.text(text)) }
        guard let first = text.first else { return }
        guard first == UInt8(ascii: "#") else { return takeURI(Self.text(text)) }
        guard text.starts(with: "#EXT".utf8) else { return }
        let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        let tag = Self.text(text[text.index(after: text.startIndex)..<colon])
        let value = colon < text.endIndex ? PlaylistAttribute.trimmed(Substring(Self.text(text[(colon + 1)...]))) : ""
        takeTag(tag, value)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    private mutating func takeURI(_ uri: String) {
        if expectsVariant {
            expectsVariant = false
            playlist.playlists.append(uri)
            return
        }
        if playlist.kind == .multivariant { return }
        if pendingDuration == nil { fault("#EXTINF before a segment", uri) }
        playlist.segments.append(
            Playlist.Segment(
                uri: uri, line: line, durationUs: pendingDuration ?? 0,
                discontinuities: playlist.discontinuities, program: program))
        program = program?.advanced(byMicroseconds: pendingDuration ?? 0)
        pendingDuration = nil
        partsUs = 0
    }

    private mutating func takeTag(_ tag: String, _ value: Substring) {
        switch tag {
        case "EXTINF": pendingDuration = duration(value)
        case "EXT-X-PART": takePart(PlaylistAttribute.list(value))
        case "EXT-X-DISCONTINUITY": playlist.discontinuities += 1
        case "EXT-X-PROGRAM-DATE-TIME": program = ISO8601.read(Array(value.utf8).span)?.timestamp
        case "EXT-X-BEACON": takeBeacon(value)
        case "EXT-X-DATERANGE": takeDateRange(value)
        case "EXT-X-ENDLIST": playlist.isEnded = true
        case "EXT-X-PLAYLIST-TYPE": playlist.isEnded = playlist.isEnded || value == "VOD"
        case "EXT-X-VERSION": playlist.version = whole(tag, value).map { Int(truncatingIfNeeded: $0) }
        case "EXT-X-MEDIA-SEQUENCE": playlist.mediaSequence = whole(tag, value) ?? 0
        case "EXT-X-DISCONTINUITY-SEQUENCE": declaredDiscontinuitySequence = whole(tag, value)
        case "EXT-X-TARGETDURATION":
            playlist.targetUs = DecimalSeconds.microseconds(value)
            if playlist.targetUs == nil { fault("a number after #\(tag):", value) }
        case "EXT-X-SKIP": takeSkip(value)
        case "EXT-X-STREAM-INF":
            playlist.kind = .multivariant
            expectsVariant = true
        case "EXT-X-MEDIA", "EXT-X-I-FRAME-STREAM-INF":
            playlist.kind = .multivariant
            if let uri = PlaylistAttribute.list(value)["URI"] { playlist.playlists.append(uri) }
        default: takeCue(tag, value)
        }
    }

    private mutating func duration(_ value: Substring) -> Int64? {
        let comma = value.utf8.firstIndex(of: UInt8(ascii: ","))
        let number = PlaylistAttribute.trimmed(value[..<(comma ?? value.endIndex)])
        if comma == nil { fault("a comma after the duration of #EXTINF", value) }
        guard let microseconds = DecimalSeconds.microseconds(number) else {
            fault("a duration after #EXTINF:", value)
            return 0
        }
        return microseconds
    }

    /// One that is a range of bytes is asked for by its segment's address.
    private mutating func takePart(_ attributes: [PlaylistAttribute]) {
        let length = max(0, attributes["DURATION"].flatMap { DecimalSeconds.microseconds($0[...]) } ?? 0)
        if let uri = attributes["URI"], attributes["BYTERANGE"] == nil {
            playlist.parts.append(
                Playlist.Part(
                    uri: uri, segment: playlist.segments.count, offsetUs: partsUs, durationUs: length))
        }
        partsUs = Saturating.sum(partsUs, length)
    }

    private mutating func whole(_ tag: String, _ value: Substring) -> Int64? {
        guard let number = Int64(value), number >= 0 else {
            fault("a whole number after #\(tag):", value)
            return nil
        }
        return number
    }

    private mutating func takeBeacon(_ value: Substring) {
        guard let beacon = BeaconLineReader.read(value, at: place) else {
            return fault("EVENT with URL, or AD_LENGTH, after #EXT-X-BEACON:", value)
        }
        if beacon.event != nil, beacon.url ?? "" == "" { fault("a URL for the event", value) }
        if beacon.event == "" { fault("an event name", value) }
        playlist.beacons.append(beacon)
    }

    private mutating func takeDateRange(_ value: Substring) {
        let attributes = PlaylistAttribute.list(value)
        if attributes["ID"] ?? "" == "" { fault("an ID in #EXT-X-DATERANGE", value) }
        playlist.dateRanges.append(Playlist.DateRange(place: place, attributes: attributes))
        let kind: Playlist.Cue.Kind? =
            attributes["SCTE35-OUT"] != nil
            ? .out : attributes["SCTE35-IN"] != nil ? .in : attributes["SCTE35-CMD"] != nil ? .message : nil
        if let kind {
            playlist.cues.append(
                Playlist.Cue(place: place, kind: kind, tag: "EXT-X-DATERANGE", attributes: attributes))
        }
    }

    /// A delta update leaves segments out, and with them the discontinuities that number what follows.
    private mutating func takeSkip(_ value: Substring) {
        guard let skipped = PlaylistAttribute.list(value)["SKIPPED-SEGMENTS"].flatMap({ Int64($0) }), skipped >= 0
        else {
            return fault("SKIPPED-SEGMENTS in #EXT-X-SKIP", value)
        }
        playlist.isDelta = true
        let (sum, overflow) = playlist.mediaSequence.addingReportingOverflow(skipped)
        playlist.mediaSequence = overflow ? .max : sum
    }

    private mutating func takeCue(_ tag: String, _ value: Substring) {
        let attributes = PlaylistAttribute.list(value)
        let kind: Playlist.Cue.Kind
        switch tag {
        case "EXT-X-CUE-OUT": kind = .out
        case "EXT-X-CUE-IN": kind = .in
        case "EXT-X-CUE-OUT-CONT": kind = .continued
        case "EXT-X-SCTE35", "EXT-SCTE35":
            kind = attributes["CUE-OUT"] == "YES" ? .out : attributes["CUE-IN"] == "YES" ? .in : .message
        case "EXT-OATCLS-SCTE35", "EXT-X-SPLICEPOINT-SCTE35": kind = .message
        default: return
        }
        playlist.cues.append(Playlist.Cue(place: place, kind: kind, tag: tag, attributes: attributes))
    }

    private var place: Playlist.Place {
        Playlist.Place(line: line, segment: playlist.segments.count, discontinuities: playlist.discontinuities)
    }

    private mutating func fault(_ expected: String, _ found: some StringProtocol) {
        guard playlist.faults.count < Self.mostFaults else { return }
        playlist.faults.append(Playlist.Fault(line: line, expected: expected, found: String(found.prefix(80))))
    }

    private func finished() -> Playlist {
        var playlist = playlist
        playlist.discontinuitySequence = playlist.isDelta ? nil : declaredDiscontinuitySequence
        return playlist
    }
}
