import Reporting
import Testing

@testable import Interpret

@Suite struct NielsenEndpointTests {
    @Test(arguments: [
        ("https://secure-sw.imrworldwide.com/cgi-bin/gn?prd=dcr", NielsenEndpoint.dcr),
        ("https://secure-dcr.imrworldwide.com/cgi-bin/gn?x=1&prd=session", .session),
        ("https://global.imrworldwide.com/cgi-bin/gn?prd=metadata", .metadata),
        ("https://secure-us.imrworldwide.com/cgi-bin/gn?prd=audit", .audit),
        ("https://secure-us.imrworldwide.com/cgi-bin/gn?prd=new", .other),
        ("https://abc123.nuid.imrworldwide.com/", .emm),
        ("https://uaid-linkage.imrworldwide.com/cgi-bin/gn?prd=session", .emm),
        ("https://secure-sw.imrworldwide.com/cgi-bin/cfg?cfgv=100", .config),
        ("https://cdn-gl.imrworldwide.com/conf/P0.js", .config),
        ("https://cdn-gl.imrworldwide.com/novms/js/2/nlsSDK600.bundle.min.js", .script),
        ("https://errors.imrworldwide.com/cgi-bin/error?message=x", .error),
        ("https://secure-us.imrworldwide.com/cgi-bin/d?c6=mtvr", .dtvr),
        ("https://secure-us.imrworldwide.com/cgi-bin/trans?tp=1", .dtvr),
        ("https://secure-us.imrworldwide.com/cgi-bin/tsv?id3=x", .dtvr),
        ("https://secure-gl.imrworldwide.com/cgi-bin/m?ci=nlsnci1", .dar),
        ("https://secure-gl.imrworldwide.com/cgi-bin/m?ci=&am=3&ca=nlsn1&cr=c&pc=p", .dar),
        ("http://secure-us.imrworldwide.com/cgi-bin/m?ci=us-000000h&cg=0", .siteCensus),
        ("https://cloudapi.imrworldwide.com/nmapi/v2/0/s/a?b=%7B%7D", .cloud),
        ("https://capi-dmk.nmrodam.com/nmapi/v2/0/s/a?b=%7B%7D", .cloud),
        ("https://priv-policy.imrworldwide.com/priv/mobile/se/sv/optout.html", .optOutPage),
        ("https://secure-dcr.vtwenty.com/anything", .trackingHost),
        ("https://secure-dcr.vtwenty.com/cgi-bin/gn?prd=dcr", .dcr),
        ("https://secure-dcr.vtwenty.com/cgi-bin/cfg?cfgv=100", .config),
        ("https://secure-us.imrworldwide.com/cgi-bin/unheard", .other),
    ])
    func endpointsByHostSuffixAndPath(url: String, endpoint: NielsenEndpoint) {
        let fields = URLFields(url)
        #expect(NielsenEndpoint.of(host: fields.hostName, url: fields) == endpoint)
    }

    @Test(arguments: [
        "https://notimrworldwide.com/cgi-bin/gn?prd=dcr", "https://imrworldwide.com.example.test/cgi-bin/gn?prd=dcr",
        "https://example.test/?u=https://secure-sw.imrworldwide.com/cgi-bin/gn?prd=dcr",
    ])
    func otherHostsAreNotNielsens(url: String) {
        let fields = URLFields(url)
        #expect(NielsenEndpoint.of(host: fields.hostName, url: fields) == nil)
    }

    @Test func everyParameterOfTheGoldenPingIsInTheDictionary() {
        let rows = NielsenParameters(URLFields(SamplePings.guide)).rows
        for row in rows {
            #expect(
                NielsenDictionary.entry(name: row.name, subkey: row.subkey) != nil, "\(row.name) \(row.subkey ?? "")")
        }
    }

    @Test func theDictionaryNamesNothingTwice() {
        let keys = NielsenDictionary.entries.map { "\($0.name)/\($0.subkey ?? "")" }
        #expect(Set(keys).count == keys.count)
    }
}
