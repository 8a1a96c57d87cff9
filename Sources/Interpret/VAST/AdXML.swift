import Model

/// Parses an ad document, repairing what players in the field put up with.
enum AdXML {
    enum Result: Sendable, Hashable {
        /// `repair` says what had to be mended, if anything.
        case success(XMLNode, repair: String?)
        case failure(XMLFault)
    }

    /// The declarations of a VAST or VMAP text, without a label; ``DocumentDeclaration/detail`` names a fault or repair.
    static func document(_ text: [UInt8]) -> DocumentDeclaration {
        switch parse(text) {
        case .success(let root, let repair):
            var document =
                root.name == "vmap" ? VMAPReader.read(root, label: "") : VASTReader.read(root, label: "")
            if repair != nil, document.state == .wellFormed { document.state = .repaired }
            document.detail = repair
            return document
        case .failure(let fault):
            let isVMAP = AdMarkup.rootName(XMLRepair.clean(text).bytes) == "vmap"
            return DocumentDeclaration(
                kind: isVMAP ? .vmap : .vast, state: .malformed, label: "", detail: fault.description)
        }
    }

    static func parse(_ bytes: [UInt8]) -> Result {
        let (clean, hadBlank) = XMLRepair.clean(bytes)
        let blank = hadBlank ? "white space before the XML declaration removed" : nil
        do {
            return .success(try XMLTree.read(clean), repair: blank)
        } catch {
            return repaired(clean, after: error, blank)
        }
    }

    private static func repaired(_ bytes: [UInt8], after fault: XMLFault, _ blank: String?) -> Result {
        let (escaped, repairs) = XMLRepair.escapeStrayAmpersands(bytes)
        guard repairs > 0 else { return .failure(fault) }
        do {
            let tree = try XMLTree.read(escaped)
            let repair = "\(repairs) stray ampersands escaped, the first fault at \(fault.description)"
            return .success(tree, repair: [blank, repair].compactMap { $0 }.joined(separator: "; "))
        } catch {
            return .failure(error)
        }
    }
}
