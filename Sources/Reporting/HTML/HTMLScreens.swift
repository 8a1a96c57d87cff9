import Encodings

/// Pictures of the screen: each embedded once, shown in the strip of the overview and beside the requests that left then.
extension HTMLReport {
    /// The pictures themselves, which other places only refer to.
    func screenDefinitions(_ html: inout HTMLWriter) {
        html.raw("<svg width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>")
        for (number, screen) in screens.enumerated() {
            html.raw("<image")
            html.id(.picture(number))
            html.attribute("width", screen.width)
            html.attribute("height", screen.height)
            html.attribute("href", "data:image/jpeg;base64,\(Base64.text(screen.jpeg))")
            html.raw("/>")
        }
        html.raw("</defs></svg>")
    }

    /// All of them in order, each with its time.
    func screenList(_ html: inout HTMLWriter, zeroUs: Int64) {
        html.element("p", class: "soft", text: "What was on the screen: pictures as they were taken, not redacted.")
        html.raw("<ol class=\"screens\" tabindex=\"0\" aria-label=\"What was on the screen\">")
        for (number, screen) in screens.enumerated() {
            html.raw("<li tabindex=\"-1\"")
            html.id(.screen(number))
            html.raw("><svg role=\"img\"")
            html.attribute("viewBox", "0 0 \(screen.width) \(screen.height)")
            html.attribute("width", screen.width)
            html.attribute("height", screen.height)
            html.attribute("aria-label", screen.name)
            html.raw("><use")
            html.reference(to: .picture(number))
            html.raw("/></svg><br>")
            html.offset(Clamped.difference(screen.atUs, zeroUs))
            html.raw(" <span class=\"soft\">")
            html.clock(screen.atUs)
            html.raw("</span></li>")
        }
        html.raw("</ol>")
    }

    /// Where the request finds the screen that it left from: the last picture before it, if that is not long ago.
    func screen(of request: ReportModel.Request, _ html: inout HTMLWriter) {
        guard let number = screens.lastIndex(where: { $0.atUs <= request.atUs }) else { return }
        let ago = Clamped.difference(request.atUs, screens[number].atUs)
        guard ago <= Self.recentUs else { return }
        html.element("p") { html in
            html.link(to: .screen(number)) { $0.text("The screen \(Phrases.duration(ago)) before") }
        }
    }

    private static let recentUs: Int64 = 10_000_000
}
