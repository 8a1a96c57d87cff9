import Testing

@testable import Interpret

struct CacheBustersTests {
    @Test(arguments: [
        ("https://a.test/tag?zone=820341&cb=66052498", "https://a.test/tag?zone=820341&cb=*"),
        ("https://a.test/tag;sz=1x1;ord=123?", "https://a.test/tag;sz=1x1;ord=*?"),
        ("https://a.test/tag?cache_buster=[CACHEBUSTING]&b", "https://a.test/tag?cache_buster=*&b"),
        ("https://a.test/cb=1/tag", "https://a.test/cb=1/tag"), ("https://a.test/tag", "https://a.test/tag"),
    ])
    func onlyWhatBustsCachesIsMasked(url: String, masked: String) { #expect(CacheBusters.masked(url) == masked) }
}
