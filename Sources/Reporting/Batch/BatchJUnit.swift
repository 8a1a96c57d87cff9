/// JUnit XML over many captures: one suite per capture, made by ``JUnitReport`` where the capture has a result.
enum BatchJUnit {
    static func head() -> [UInt8] {
        var output = OutputBytes()
        output.literal(XMLWriter.declaration)
        output.literal("<testsuites name=\"BeaconProof\">\n")
        return output.bytes
    }

    /// A capture that could not be read is an error; one that had no turn is skipped.
    static func suite(without row: BatchRow) -> [UInt8] {
        let isError = row.outcome == .error
        var xml = XMLWriter(partAtDepth: 1)
        let counts: [(name: StaticString, value: String)] = [
            ("tests", "1"), ("failures", "0"), ("errors", isError ? "1" : "0"), ("time", "0"),
            ("skipped", isError ? "0" : "1"),
        ]
        xml.element("testsuite", [("name", row.path)] + counts) { xml in
            xml.element(
                "testcase", [("classname", "beaconproof"), ("name", "verdict of the run"), ("time", "0")]
            ) { xml in
                xml.element(isError ? "error" : "skipped", [("message", row.message ?? row.headline)])
            }
        }
        return xml.output.bytes
    }

    static func tail() -> [UInt8] {
        var output = OutputBytes()
        output.literal("</testsuites>\n")
        return output.bytes
    }
}
