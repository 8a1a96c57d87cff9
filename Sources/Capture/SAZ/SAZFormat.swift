import Model

extension SavedFormat {
    /// Bundles are ZIP archives too: found by name only.
    static let saz = SavedFormat(
        format: .zip, name: "saz", title: "Fiddler archive (.saz)", recognisedBy: "a ZIP with raw/1_c.txt",
        endings: [".saz"], isFoundByContent: false,
        recognise: {
            CaptureFormat.mark($0, [0x50, 0x4B, 0x03, 0x04]) ?? CaptureFormat.mark($0, [0x50, 0x4B, 0x05, 0x06])
        },
        diagnostics: SAZDiagnostics.all, reader: { SAZReader(limits: $0) })
}
