import Testing

@testable import Interpret

/// The samples of RFC 3492 section 7.1, and labels of real names.
struct PunycodeTests {
    @Test(arguments: [
        ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
        ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        ("3年b組金八先生", "3b-ww4c5e180e575a65lsy2b"),
        ("bücher", "bcher-kva"), ("trackér", "trackr-fva"), ("ü", "tda"),
    ])
    func labelsBeyondASCII(_ label: String, _ code: String) {
        let encoded = Punycode.encode(label.unicodeScalars.map(\.value))
        #expect(encoded.map { String(decoding: $0, as: UTF8.self) } == code)
    }

    @Test func whatIsLongerThanALabelIsLeft() {
        #expect(Punycode.encode(Array(repeating: 0xFC, count: 64)) == nil)
        let host = Array(String(repeating: "ü", count: 64).utf8)
        #expect(HostName.normalise(host[...]) == host)
    }
}
