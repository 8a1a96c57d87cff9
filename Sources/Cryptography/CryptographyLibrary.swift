import CCrypto

/// The library behind this module.
public enum CryptographyLibrary {
    /// Version of the libcrypto that is loaded: `3.0.15`.
    public static var version: String {
        OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? ""
    }
}
