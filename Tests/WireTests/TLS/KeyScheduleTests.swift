import Testing

@testable import Wire

@Suite struct KeyScheduleTests {
    /// RFC 8448 section 3: the server's handshake traffic secret and the keys derived from it.
    @Test func `record keys of RFC 8448`() {
        let secret = TLSVector.hex("b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38")
        #expect(
            KeySchedule.expandLabel(secret, "key", length: 16, hash: .sha256)
                == TLSVector.hex("3fce516009c21727d0f2e4e86ee403bc"))
        #expect(
            KeySchedule.expandLabel(secret, "iv", length: 12, hash: .sha256)
                == TLSVector.hex("5d313eb2671276ee13000b30"))
    }

    @Test(arguments: [
        (UInt16(0x1301), "TLS_AES_128_GCM_SHA256", true), (0xc02f, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", true),
        (0xc028, "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", true), (0x000a, "TLS_RSA_WITH_3DES_EDE_CBC_SHA", false),
        (0x0005, "TLS_RSA_WITH_RC4_128_SHA", false), (0x1304, "TLS_AES_128_CCM_SHA256", false),
        (0x0a0a, "0xa0a", false),
    ])
    func `suites are named and known to be readable or not`(code: UInt16, name: String, isReadable: Bool) {
        #expect(CipherSuite(code).name == name)
        #expect((CipherSuite(code).encryption != nil) == isReadable)
    }
}
