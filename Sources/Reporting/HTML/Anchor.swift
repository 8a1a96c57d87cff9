/// A place in the page that has a name of its own, so that links can lead there.
enum Anchor {
    /// By its fingerprint.
    case finding(String)
    case exchange(Int)
    case adPlay(Int)
    /// By their place in the order of time.
    case screen(Int)
    case picture(Int)
}

extension HTMLWriter {
    /// ` id="r-7"`, to stand inside a tag that is open.
    mutating func id(_ anchor: Anchor) {
        raw(" id=\"")
        name(of: anchor)
        raw("\"")
    }

    /// ` href="#r-7"`.
    mutating func reference(to anchor: Anchor) {
        raw(" href=\"#")
        name(of: anchor)
        raw("\"")
    }

    /// A link inside the page, which is the only kind there is.
    mutating func link(to anchor: Anchor, _ words: (inout HTMLWriter) -> Void) {
        raw("<a href=\"#")
        name(of: anchor)
        raw("\">")
        words(&self)
        raw("</a>")
    }

    private mutating func name(of anchor: Anchor) {
        switch anchor {
        case .finding(let fingerprint):
            raw("f-")
            name(fingerprint)
        case .exchange(let id):
            raw("r-")
            number(id)
        case .adPlay(let id):
            raw("ad-play-")
            number(id)
        case .screen(let place):
            raw("screen-")
            number(place + 1)
        case .picture(let place):
            raw("picture-")
            number(place + 1)
        }
    }
}
