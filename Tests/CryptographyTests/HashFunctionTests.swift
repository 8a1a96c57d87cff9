import Cryptography
import Encodings
import Testing

/// Against published vectors.
struct HashFunctionTests {
    /// RFC 1321 appendix A.5; FIPS 180-4's own example.
    @Test(
        arguments: [
            (.md5, "900150983cd24fb0d6963f7d28e17f72"),
            (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha384,
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
        ] as [(HashFunction, String)])
    func hashesABC(function: HashFunction, digest: String) {
        #expect(function.hash("abc".utf8) == bytes(digest))
        #expect(function.length == bytes(digest).count)
    }

    /// RFC 4231 test cases 1, 2 and 6.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func authenticates(key: [UInt8], message: String, code: String) {
        #expect(HashFunction.sha256.authenticationCode(of: message.utf8, key: key).hexadecimal == code)
    }

    /// RFC 5869 test case 1.
    @Test func derivesKeys() {
        let key = HashFunction.sha256.extract(
            [UInt8](repeating: 0x0b, count: 22), salt: bytes("000102030405060708090a0b0c"))
        #expect(key == bytes("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"))
        let expanded = HMAC(.sha256, key: key).expand(info: bytes("f0f1f2f3f4f5f6f7f8f9"), length: 42)
        #expect(
            expanded
                == bytes(
                    "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
    }

    /// One message says nothing to the next, and where a message is cut makes no difference.
    @Test(arguments: [HashFunction.md5, .sha1, .sha256, .sha384])
    func oneKeyServesManyMessages(function: HashFunction) {
        let key = [UInt8](0..<200)
        let hmac = HMAC(function, key: key)
        for message in [[], [1], [UInt8](0..<150)] {
            let code = hmac.code(of: message)
            let inTwo = hmac.code(of: Array(message.prefix(70)), Array(message.dropFirst(70)))
            #expect(code == function.authenticationCode(of: message, key: key))
            #expect(code == inTwo)
        }
    }

    @Test(arguments: [0, 1, 63, 64, 65, 100_000])
    func piecesMakeTheWhole(count: Int) {
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        var running = SHA256()
        for start in stride(from: 0, to: count, by: 7) {
            running.update(message[start..<min(start + 7, count)])
        }
        #expect(running.digest == SHA256.hash(message))
        running.update([1])
        #expect(running.digest == SHA256.hash(message + [1]))
    }

    @Test func digestsAreWrittenInLowerCase() {
        #expect(
            SHA256.hash([]).hexadecimal == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }
}
