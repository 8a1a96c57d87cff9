import Model

extension CaptureFormat {
    /// A session that Charles exported as JSON: transactions in an array or one after another.
    public static let charlesJSON = CaptureFormat(rawValue: "charles-json")
    /// A session that Charles exported as XML.
    public static let charlesXML = CaptureFormat(rawValue: "charles-xml")
}

extension SavedFormat {
    static let charlesJSON = SavedFormat(
        format: .charlesJSON, name: "charles", title: "Charles session exported as JSON (.chlsj)",
        recognisedBy: "JSON with the keys of a transaction", endings: [".chlsj"],
        recognise: { CaptureFormat.charlesJSON($0) }, diagnostics: CharlesDiagnostics.all,
        reader: { CharlesReader(limits: $0) })

    static let charlesXML = SavedFormat(
        format: .charlesXML, name: "charles", title: "Charles session exported as XML (.chlsx, .xml)",
        recognisedBy: "XML with the element charles-session", endings: [".chlsx"],
        recognise: { CaptureFormat.charlesXML($0) }, reader: { CharlesXMLReader(limits: $0) })
}

extension CaptureFormat {
    /// Charles names the port it connected to before anything whose length is not its own.
    fileprivate static func charlesJSON(_ front: Span<UInt8>) -> String? {
        guard let first = firstText(front), first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
            contains(front, "\"protocolVersion\""), contains(front, "\"actualPort\"")
        else { return nil }
        return "is JSON with the keys of a Charles transaction, \"protocolVersion\" and \"actualPort\""
    }

    fileprivate static func charlesXML(_ front: Span<UInt8>) -> String? {
        guard firstText(front) == UInt8(ascii: "<"), contains(front, "<charles-session") else { return nil }
        return "is XML with the element `charles-session`"
    }
}
