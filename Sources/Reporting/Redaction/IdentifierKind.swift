import Model

/// What kind of identifier a value is. The raw value is the first part of its stand-in: `devid:7f3a9bc01e`.
package enum IdentifierKind: String, Sendable, Hashable, CaseIterable {
    case advertisingID = "adid"
    case authorization = "auth"
    case click
    case cookie
    case devid
    case firstPartyID = "fpid"
    case ip
    case location
    case mac
    case mail
    case nuid
    /// Not named as an identifier, but long and random.
    case opaque
    case phone
    case session
    case stream
    case user
    /// Known by its form alone.
    case uuid
    case vendorID = "vendorid"

    /// What a family file calls it; `opaque` for a word of a later version.
    init(_ declared: FamilyDeclaration.Identifier?) {
        self =
            switch declared {
            case .device: .devid
            case .advertising: .advertisingID
            case .person: .user
            case .session: .session
            case .ip: .ip
            case .mail: .mail
            case .phone: .phone
            case .location: .location
            case nil: .opaque
            }
    }

    /// The kind that a name stands for whatever its value; `nil` for names that carry no identifier.
    static func of(name: String) -> IdentifierKind? {
        IdentifierNames.entry(name)?.kind
    }
}
