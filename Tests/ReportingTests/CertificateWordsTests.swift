import Testing

@testable import Reporting

/// Reasons for which a certificate is withheld, as the page folds them.
struct CertificateWordsTests {
    @Test func reasonsThatDifferInTheirRuleAreSaidOnce() {
        let words = CertificateWords([
            "a.one: 1 error", "nobody attests a.two",
            "a.three: Something is sent: not decided (5 bytes cannot be read)",
            "a.four: Something else is sent: not decided (5 bytes cannot be read)",
            "a.five: not covered, would need a call log (--calls)",
            "a.six: not covered, would need the app bundle (--bundle)",
            "a.seven: not covered, would need a call log (--calls)",
        ])
        #expect(
            words.lines == [
                "a.one: 1 error", "2 rules not decided (5 bytes cannot be read)",
                "what else certification needs: a call log (--calls) (2 rules), the app bundle (--bundle) (1 rule)",
                "nobody attests a.two",
            ])
        #expect(words.folded.count == 7)
    }

    @Test func whatNothingIsFoldedOfStaysAsItIs() {
        let reasons = ["a.one: 1 error", "a.two: Something is sent: not decided (why)"]
        #expect(CertificateWords(reasons).lines == reasons)
        #expect(CertificateWords(reasons).folded.isEmpty)
    }
}
