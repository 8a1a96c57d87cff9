import Model

/// What a request is to the verdict, a sentence each.
extension HTMLReport {
    func standing(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        for firing in request.firings { sentence(&html, firing) }
        for beacon in request.beacons where request.firings.isEmpty {
            html.raw("<li>")
            html.text(beacon.family)
            html.raw(" ")
            html.text(beacon.kind)
            if beacon.event != beacon.kind {
                html.raw(", event ")
                html.text(beacon.event)
            }
            html.raw("</li>")
        }
        for document in request.documents {
            html.raw("<li>answered with the document ")
            html.text(document)
            html.raw("</li>")
        }
        if let bytes = request.responseBytes, request.ending == "answered" {
            html.raw("<li>answered with ")
            html.number(bytes)
            html.raw(bytes == 1 ? " byte" : " bytes")
            if let type = request.responseType {
                html.raw(" of ")
                html.text(String(type))
            }
            html.raw("</li>")
        }
        way(&html, request)
        if !request.notes.isEmpty {
            html.raw("<li>read as: ")
            html.text(request.notes)
            html.raw("</li>")
        }
    }

    private func sentence(_ html: inout HTMLWriter, _ firing: ReportModel.Request.Declaration) {
        html.raw("<li>")
        html.text(firing.family)
        html.raw(" ")
        html.text(firing.event)
        if let play = firing.adPlay {
            html.raw(" of ")
            html.text(play)
        } else {
            html.raw(", of no ad play that was seen")
        }
        if !firing.document.isEmpty {
            html.raw(", declared by ")
            html.text(firing.document)
            if let line = firing.line {
                html.raw(" line ")
                html.number(line)
            }
        }
        html.raw(": ")
        html.raw(firing.counting)
        if let alteration = firing.alteration, !firing.ambiguous {
            html.raw(" (")
            html.text(alteration)
            html.raw(")")
        }
        html.raw("</li>")
    }

    /// By what protocol and to which server it went, and where it stands in the capture.
    private func way(_ html: inout HTMLWriter, _ request: ReportModel.Request) {
        guard request.protocolName?.isEmpty == false || request.server != nil || request.place != nil else { return }
        html.raw("<li>")
        var comma: StaticString = ""
        if let name = request.protocolName {
            html.text(name)
            comma = ", "
        }
        if let server = request.server {
            html.raw(comma)
            html.raw("to ")
            html.text(server)
            comma = ", "
        }
        if let place = request.place {
            html.raw(comma)
            html.text(Phrases.place(place))
        }
        html.raw("</li>")
    }
}
