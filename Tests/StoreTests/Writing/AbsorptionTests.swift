import Model
import Store
import Testing

/// One exchange that two captures hold: what only one of them saw of it is kept.
struct AbsorptionTests {
    private func row(of seen: [(request: String, status: Int?, response: String)]) throws -> Row? {
        let database = try Database.temporary()
        try database.write { (writer: inout Writer) throws(StoreFailure) in
            let run = try writer.insert(run: "absorbed", toolVersion: "0")
            var ids: [ID<Exchange>] = []
            for (place, one) in seen.enumerated() {
                let capture = try writer.insert(
                    capture: CaptureRecord(path: "\(place).har", format: "har", sha256: "", bytes: 0, frames: 1),
                    run: run)
                let response = one.status.map {
                    Exchange.Response(status: $0, headers: HeaderFields(block: Array(one.response.utf8)))
                }
                ids.append(
                    try writer.insert(
                        exchange: Exchange(
                            startedAt: Timestamp(microseconds: 0),
                            request: .init(
                                method: "GET", scheme: "https", authority: "t.test", target: "/",
                                headers: HeaderFields(block: Array(one.request.utf8))),
                            response: response, ending: response == nil ? .unseen : .answered, locator: .entry(place)),
                        run: run, capture: capture))
            }
            try writer.absorb(ids[1], into: ids[0])
        }
        return try database.rows("SELECT made_as, is_media, status, request_headers FROM exchange").first
    }

    @Test func headersOfEither() throws {
        let navigation = "sec-fetch-mode: navigate\n"
        for seen in [
            [
                (request: navigation, status: nil, response: ""),
                (request: "", status: 200, response: "content-type: video/mp4\n"),
            ],
            [
                (request: "", status: 200, response: ""),
                (request: navigation, status: 200, response: "content-type: video/mp4\n"),
            ],
        ] {
            let row = try row(of: seen)
            #expect(row?.text("made_as") == "page" && row?.int("is_media") == 1 && row?.int("status") == 200)
            #expect(row?.text("request_headers") == navigation)
        }
    }

    /// Another answer is none of this request's.
    @Test func anotherAnswer() throws {
        let row = try row(of: [
            (request: "", status: 404, response: ""), (request: "", status: 200, response: "content-type: video/mp4\n"),
        ])
        #expect(row?.int("is_media") == 0 && row?.int("status") == 404)
    }
}
