import Cryptography
import Testing

/// RFC 8032 section 7.1, test 2.
struct Ed25519Tests {
    static let publicKey = bytes("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    static let signature = bytes(
        """
        92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c\
        387b2eaeb4302aeeb00d291612bb0c00
        """)

    @Test func signs() throws {
        let key = try #require(
            Ed25519.SecretKey(bytes("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")))
        #expect(key.publicKey == Self.publicKey)
        #expect(key.signature(of: [0x72]) == Self.signature)
        #expect(Ed25519.SecretKey([1, 2, 3]) == nil)
    }

    @Test func verifies() {
        #expect(Ed25519.isValid(Self.signature, of: [0x72], publicKey: Self.publicKey))
        #expect(!Ed25519.isValid(Self.signature, of: [0x73], publicKey: Self.publicKey))
        #expect(!Ed25519.isValid(Self.signature.dropLast(), of: [0x72], publicKey: Self.publicKey))
        #expect(!Ed25519.isValid(Self.signature, of: [0x72], publicKey: Array(Self.publicKey.reversed())))
        #expect(!Ed25519.isValid(Self.signature, of: [0x72], publicKey: []))
    }
}
