import Model
import Testing

struct RequestMannerTests {
    private func fields(_ text: String) -> HeaderFields { HeaderFields(block: Array(text.utf8)) }

    @Test(arguments: [
        ("Sec-Fetch-Mode: navigate\nSec-Fetch-Dest: document\n", RequestManner.page),
        ("sec-fetch-mode: navigate\n", .page),
        ("sec-fetch-dest: iframe\nsec-fetch-mode: navigate\n", .frame),
        ("sec-fetch-dest: object\nsec-fetch-mode: navigate\n", .frame),
        ("sec-fetch-dest: document\nsec-fetch-mode: navigate\nsec-purpose: prefetch;prerender\n", .prefetch),
        ("sec-fetch-dest: image\nsec-fetch-mode: no-cors\n", .image),
        ("sec-fetch-dest: image\n", .image),
        ("sec-fetch-dest: empty\nsec-fetch-mode: cors\nsec-fetch-mode: navigate\nsec-fetch-dest: document\n", .page),
        ("sec-fetch-dest: video\nsec-fetch-mode: no-cors\n", .media),
        ("sec-fetch-dest: script\nsec-fetch-mode: no-cors\n", .script),
        ("sec-fetch-dest: empty\nsec-fetch-mode: cors\n", .fetch),
        ("sec-fetch-dest: font\nsec-fetch-mode: cors\n", .other),
        ("sec-fetch-mode: cors\nX-Device-IP: 192.0.2.1\n", .server), ("x-device-user-agent: Example\n", .server),
    ])
    func browser(block: String, manner: RequestManner) {
        #expect(RequestManner(fields(block)) == manner)
    }

    @Test func saysNothing() {
        #expect(RequestManner(fields("user-agent: Mozilla/5.0\nx-sec-fetch-mode: navigate\n")) == nil)
    }

    @Test(arguments: [
        ("video/mp4", true), ("Audio/AAC; codecs=mp4a", true), ("audio/mpegurl", false), ("audio/x-mpegURL", false),
        ("image/gif", false), ("application/octet-stream", false),
    ])
    func media(type: String, isMedia: Bool) {
        let response = Exchange.Response(status: 200, headers: fields("Content-Type: \(type)\n"))
        #expect(response.isMedia == isMedia)
    }
}
