import Pipeline
import Testing

struct DoctorTests {
    /// Versions of what is loaded: `2.9.14`, not libxml2's own `20914`.
    @Test func everyLibraryThatCanChangeAResultTellsItsVersion() {
        let libraries = Doctor.libraries
        #expect(libraries.map(\.name) == ["sqlite", "libxml2", "libcrypto", "zlib", "brotli", "zstd", "libpcap"])
        for (name, version) in libraries {
            #expect(version.prefixMatch(of: /[0-9]{1,3}\.[0-9]{1,3}(\.[0-9]+)?/) != nil, "\(name) \(version)")
        }
    }
}
