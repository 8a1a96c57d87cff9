import Cryptography
import Testing

/// Against published vectors.
struct CipherTests {
    struct Vector {
        var cipher: AEAD.Cipher
        var key: [UInt8]
        var nonce: [UInt8]
        var header: [UInt8]
        var plaintext: [UInt8]
        var sealed: [UInt8]
    }

    /// The GCM specification's test cases 4 and 16 (the second with the first one's key twice), and RFC 8439 section 2.8.2.
    static let vectors: [Vector] = [
        gcm(
            key: "feffe9928665731c6d6a8f9467308308",
            sealed: """
                42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa05\
                1ba30b396a0aac973d58e0915bc94fbc3221a5db94fae95ae7121a47
                """),
        gcm(
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            sealed: """
                522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838\
                c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b
                """),
        Vector(
            cipher: .chaCha20Poly1305, key: [UInt8](0x80..<0xa0), nonce: bytes("070000004041424344454647"),
            header: bytes("50515253c0c1c2c3c4c5c6c7"),
            plaintext: Array(
                """
                Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
                sunscreen would be it.
                """.utf8),
            sealed: bytes(
                """
                d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b\
                1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc\
                3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691
                """)),
    ]

    private static func gcm(key: String, sealed: String) -> Vector {
        Vector(
            cipher: .aesGCM, key: bytes(key), nonce: bytes("cafebabefacedbaddecaf888"),
            header: bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2"),
            plaintext: bytes(
                """
                d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525\
                b16aedf5aa0de657ba637b39
                """), sealed: bytes(sealed))
    }

    /// More than once with one context, and nothing that differs from it.
    @Test(arguments: vectors.indices)
    func opensWhatWasSealedAndNothingElse(index: Int) throws {
        let vector = CipherTests.vectors[index]
        let aead = try #require(AEAD(vector.cipher, key: vector.key))
        #expect(open(vector.sealed, vector, aead) == vector.plaintext)
        for place in vector.sealed.indices {
            var damaged = vector.sealed
            damaged[place] ^= 1
            #expect(open(damaged, vector, aead) == nil)
        }
        var other = vector
        other.nonce[0] ^= 1
        #expect(open(vector.sealed, other, aead) == nil)
        other = vector
        other.header = []
        #expect(open(vector.sealed, other, aead) == nil)
        #expect(open(vector.sealed.dropLast(), vector, aead) == nil)
        #expect(open(vector.sealed.prefix(aead.tagLength - 1), vector, aead) == nil)
        #expect(open(vector.sealed, vector, aead) == vector.plaintext)
    }

    /// The GCM specification's test case 1: nothing but a tag.
    @Test func anEmptyPlaintextHasATag() throws {
        let empty = CipherTests.Vector(
            cipher: .aesGCM, key: [UInt8](repeating: 0, count: 16), nonce: [UInt8](repeating: 0, count: 12), header: [],
            plaintext: [], sealed: bytes("58e2fccefa7e3061367f1d57a4e7455a"))
        let aead = try #require(AEAD(empty.cipher, key: empty.key))
        #expect(open(empty.sealed, empty, aead) == [])
    }

    private func open(_ sealed: some Collection<UInt8>, _ vector: Vector, _ aead: AEAD) -> [UInt8]? {
        var sealed = Array(sealed)
        let isOpened = sealed.withUnsafeMutableBufferPointer { sealed in
            vector.nonce.withUnsafeBufferPointer { nonce in
                vector.header.withUnsafeBufferPointer {
                    aead.open(inPlace: sealed, nonce: nonce, authenticating: $0)
                }
            }
        }
        return isOpened ? sealed.dropLast(aead.tagLength) : nil
    }

    @Test(arguments: [0, 15, 17, 24, 33])
    func refusesKeysOfOtherLengths(length: Int) {
        let key = [UInt8](repeating: 0, count: length)
        #expect(AEAD(.aesGCM, key: key) == nil)
        #expect(AEAD(.chaCha20Poly1305, key: key) == nil)
        #expect(AEAD(.ariaGCM, key: key) == nil && AEAD(.aesCCM(tagLength: 8), key: key) == nil)
        #expect(SampleCipher(.aes, key: key) == nil)
        #expect(SampleCipher(.chaCha20, key: key) == nil)
        #expect(
            BlockCipher.aes.decryptCBC(
                [UInt8](repeating: 0, count: 16)[...], key: key, iv: [UInt8](repeating: 0, count: 16)) == nil
        )
    }

    /// FIPS 197 appendix C.1 and C.3, twice with one context.
    @Test(arguments: [(16, 0x69c4_e0d8_6a7b_0430 as UInt64), (32, 0x8ea2_b7ca_5167_45bf)])
    func encryptsABlock(keyLength: Int, first: UInt64) throws {
        let cipher = try #require(SampleCipher(.aes, key: (0..<keyLength).map { UInt8($0) }))
        let block = (0..<16).map { UInt8($0 * 0x11) }
        #expect(cipher.mask(of: block[...]) == first)
        #expect(cipher.mask(of: block[1...]) == nil)
        #expect(cipher.mask(of: block[...]) == first)
    }

    /// RFC 9001 appendix A.5, twice with one context.
    @Test func chaChaMasksHeaders() throws {
        let cipher = try #require(
            SampleCipher(
                .chaCha20, key: bytes("25a282b9e82f06f21f488917a4fc8f1b73573685608597d0efcb076b0ab7a7a4")))
        for _ in 0..<2 {
            let mask = cipher.mask(of: bytes("5e5cd55c41f69080575d7999c25a5bfb")[...])
            #expect(mask.map { $0 >> 24 } == 0xae_fefe_7d03)
        }
    }

    /// One block of each behind an initialisation vector of zeros: RFC 3713 appendix A, RFC 5794 appendix A, NIST SP 800-67.
    @Test(arguments: [
        (
            BlockCipher.camellia, "0123456789abcdeffedcba9876543210", "67673138549669730857065648eabe43",
            "0123456789abcdeffedcba9876543210"
        ),
        (
            .aria, "000102030405060708090a0b0c0d0e0f", "d718fbd6ab644c739da95f3be6451778",
            "00112233445566778899aabbccddeeff"
        ),
        (
            .tripleDES, "0123456789abcdef23456789abcdef01456789abcdef0123", "a826fd8ce53b855f", "5468652071756663"
        ),
    ])
    func decryptsBlocksOfOtherCiphers(cipher: BlockCipher, key: String, sealed: String, plain: String) {
        let zeros = [UInt8](repeating: 0, count: cipher.blockLength)
        #expect(cipher.decryptCBC(bytes(sealed)[...], key: bytes(key), iv: zeros) == bytes(plain))
        #expect(cipher.decryptCBC(bytes(sealed)[...], key: [1], iv: zeros) == nil)
        #expect(cipher.decryptCBC(bytes(sealed).dropLast(), key: bytes(key), iv: zeros) == nil)
    }

    /// NIST SP 800-38A, section F.2.2.
    @Test func decryptsChainedBlocks() {
        let plain = BlockCipher.aes.decryptCBC(
            bytes("7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2")[...],
            key: bytes("2b7e151628aed2a6abf7158809cf4f3c"), iv: bytes("000102030405060708090a0b0c0d0e0f"))
        #expect(plain == bytes("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"))
        #expect(
            BlockCipher.aes.decryptCBC(
                [1, 2, 3], key: [UInt8](repeating: 0, count: 16), iv: [UInt8](repeating: 0, count: 16))
                == nil)
    }
}
