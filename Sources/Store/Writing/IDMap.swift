import Model

/// Makes the local numbers of one interpretation (from 1 per type) unique in the file: local number + base.
///
/// The bases are the highest numbers in the file when the interpretation begins. Interpretations of one file are written
/// one after another, never interleaved.
public struct IDMap: Sendable, Hashable {
    let document: Int
    let ad: Int
    let tracker: Int
    let resource: Int
    let adPlay: Int
    let beacon: Int
    let firing: Int
    let session: Int
}

extension Writer {
    /// The map for an interpretation that begins now.
    public func beginInterpretation() throws(StoreFailure) -> IDMap {
        IDMap(
            document: try highestID(of: .document), ad: try highestID(of: .ad), tracker: try highestID(of: .tracker),
            resource: try highestID(of: .resource), adPlay: try highestID(of: .adPlay),
            beacon: try highestID(of: .beacon), firing: try highestID(of: .firing),
            session: try highestID(of: .session))
    }
}
