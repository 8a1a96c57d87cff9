import Crypto
import Foundation
import Testing

@testable import Wire

/// The kept contexts against swift-crypto's own interface, and against published vectors.
struct CipherContextsTests {
    static let plaintexts = [0, 1, 15, 16, 17, 1_200, 16_384].map { count in
        (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0) }
    }
    static let iv = [UInt8](0..<12)
    static let header: [UInt8] = [0x17, 3, 3, 0, 42]

    @Test(arguments: plaintexts)
    func opensWhatAESGCMSealed(plaintext: [UInt8]) throws {
        for length in [16, 32] {
            let key = [UInt8](repeating: 0xa5, count: length)
            let sealed = try AES.GCM.seal(
                plaintext, using: SymmetricKey(data: key), nonce: AES.GCM.Nonce(data: Self.iv),
                authenticating: Self.header)
            try check(AEAD(.aesGCM(keyLength: length), key: key), Array(sealed.ciphertext + sealed.tag), plaintext)
        }
    }

    @Test(arguments: plaintexts)
    func opensWhatChaChaPolySealed(plaintext: [UInt8]) throws {
        let key = [UInt8](repeating: 0x5a, count: 32)
        let sealed = try ChaChaPoly.seal(
            plaintext, using: SymmetricKey(data: key), nonce: ChaChaPoly.Nonce(data: Self.iv),
            authenticating: Self.header)
        try check(AEAD(.chaCha20Poly1305, key: key), Array(sealed.ciphertext + sealed.tag), plaintext)
    }

    /// Opens it, more than once with one context, and refuses everything that differs from it.
    private func check(_ aead: AEAD?, _ sealed: [UInt8], _ plaintext: [UInt8]) throws {
        let aead = try #require(aead)
        func open(_ sealed: [UInt8], number: UInt64 = 0, header: [UInt8] = Self.header) -> [UInt8]? {
            aead.open(sealed[...], iv: Self.iv, number: number, authenticating: header)
        }
        #expect(open(sealed) == plaintext)
        for place in [0, sealed.count / 2, sealed.count - 1] {
            var damaged = sealed
            damaged[place] ^= 1
            #expect(open(damaged) == nil)
        }
        #expect(open(sealed, number: 1) == nil)
        #expect(open(sealed, header: []) == nil)
        #expect(open([UInt8](sealed.dropLast())) == nil)
        #expect(open([UInt8](sealed.prefix(AEAD.tagLength - 1))) == nil)
        #expect(open(sealed) == plaintext)
    }

    @Test func refusesOtherCiphersAndKeys() {
        #expect(AEAD(.aesCBC(keyLength: 16), key: [UInt8](repeating: 0, count: 16)) == nil)
        #expect(AEAD(nil, key: [UInt8](repeating: 0, count: 16)) == nil)
        for length in [0, 15, 17, 24, 33] {
            let key = [UInt8](repeating: 0, count: length)
            #expect(AEAD(.aesGCM(keyLength: 16), key: key) == nil)
            #expect(AEAD(.chaCha20Poly1305, key: key) == nil)
        }
        #expect(AESBlockContext(key: [1, 2, 3]) == nil)
    }

    /// FIPS 197 appendix C.1 and C.3.
    @Test(arguments: [(16, 0x69c4_e0d8_6a7b_0430 as UInt64), (32, 0x8ea2_b7ca_5167_45bf)])
    func encryptsABlock(keyLength: Int, first: UInt64) throws {
        let context = try #require(AESBlockContext(key: (0..<keyLength).map { UInt8($0) }))
        let block = (0..<16).map { UInt8($0 * 0x11) }
        #expect(context.encrypt(block[...]) == first)
        #expect(context.encrypt(block[1...]) == nil)
    }
}
