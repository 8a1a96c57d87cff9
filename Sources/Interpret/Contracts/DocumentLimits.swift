import Encodings

/// What reading one document may cost. They bound recursion and the work of a parser, so they cannot be raised; a document
/// beyond them is `malformed`, and its trackers are hidden.
public enum DocumentLimits {
    /// Levels of JSON.
    public static let jsonDepth = JSONReader.depthLimit
    /// Levels of XML.
    public static let xmlDepth = 64
    /// Elements of one XML document.
    public static let xmlElements = 200_000
    /// Attributes of one XML element, and defaults that a document type declares: libxml2 compares each with all others.
    public static let xmlAttributes = 256
    /// Larger XML documents are not ads.
    public static let xmlBytes = 64 << 20
}
