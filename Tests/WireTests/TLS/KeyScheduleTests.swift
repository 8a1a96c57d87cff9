import Cryptography
import Testing

@testable import Wire

@Suite struct KeyScheduleTests {
    /// RFC 8448 section 3: the server's handshake traffic secret and the keys derived from it.
    @Test func recordKeysOfRFC8448() {
        let secret = HMAC(
            .sha256, key: TLSVector.hex("b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38"))
        let key = KeySchedule.expandLabel(secret, "key", length: 16)
        #expect(key == TLSVector.hex("3fce516009c21727d0f2e4e86ee403bc"))
        let iv = KeySchedule.expandLabel(secret, "iv", length: 12)
        #expect(iv == TLSVector.hex("5d313eb2671276ee13000b30"))
    }

    @Test(arguments: [
        (UInt16(0x1301), "TLS_AES_128_GCM_SHA256", true), (0xc02f, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", true),
        (0xc028, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", true), (0x000a, "TLS_RSA_WITH_3DES_EDE_CBC_SHA", true),
        (0x0005, "TLS_RSA_WITH_RC4_128_SHA", true), (0x1304, "TLS_AES_128_CCM_SHA256", true),
        (0xc0a0, "TLS_RSA_WITH_AES_128_CCM_8", true), (0xc07a, "TLS_RSA_WITH_CAMELLIA_128_GCM_SHA256", false),
        (0x0096, "TLS_RSA_WITH_SEED_CBC_SHA", false),
        (0x0a0a, "0xa0a", false),
    ])
    func suitesAreNamedAndKnownToBeReadableOrNot(code: UInt16, name: String, isReadable: Bool) {
        #expect(CipherSuite(code).name == name)
        #expect((CipherSuite(code).encryption != nil) == isReadable)
    }

    /// RFC 6229 section 2: the first bytes of the stream.
    @Test(arguments: [
        ("0102030405", "b2396305f03dc027ccc3524a0a1118a8"),
        ("0102030405060708090a0b0c0d0e0f10", "9ac7cc9a609d1ef7b2932899cde41b97"),
    ])
    func theKeyStreamOfRC4(key: String, stream: String) {
        var cipher = RC4(key: TLSVector.hex(key))
        #expect(cipher.apply(ArraySlice(repeating: 0, count: 16)) == TLSVector.hex(stream))
        var again = RC4(key: TLSVector.hex(key))
        again.skip(10)
        #expect(again.apply(ArraySlice(repeating: 0, count: 6)) == Array(TLSVector.hex(stream).suffix(6)))
    }
}
