import Model

/// The report for a terminal: verdict first, then what to do about it, then what it rests on.
struct TextReport {
    let model: ReportModel
    let options: ReportOptions

    init(_ model: ReportModel, _ options: ReportOptions) {
        self.model = model
        self.options = options
    }

    func render() -> [UInt8] {
        var text = TerminalWriter(width: options.width, colour: options.colour)
        verdict(&text)
        certificates(&text)
        findings("Must fix", model.mustFix, &text)
        if options.verbose {
            findings("Should fix", model.shouldFix, &text)
        } else {
            shouldFixCounts(&text)
        }
        accepted(&text)
        undecided(&text)
        notJudged(&text)
        read(&text)
        totals(&text)
        return text.output.bytes
    }

    func heading(_ title: String, _ text: inout TerminalWriter) {
        text.blank()
        text.paragraph(TerminalText(title), .strong)
    }

    static func style(_ run: ReportModel.Run) -> TerminalWriter.Style {
        run.verdict == .pass && !run.isCertified ? .warning : style(run.verdict)
    }

    static func style(_ outcome: Verdict?) -> TerminalWriter.Style {
        switch outcome {
        case .pass: .good
        case .fail: .bad
        default: .warning
        }
    }
}

extension TextReport {
    func verdict(_ text: inout TerminalWriter) {
        let word = TerminalText(model.headline)
        let name = (TerminalText(literal: "  ") + TerminalText(model.run.name))
            .shortened(to: text.width - word.columns)
        text.line((word, Self.style(model.run)), (name, .plain))
        text.paragraph(TerminalText(Verdicts.sentence(model)), indent: 2)
        text.paragraph(TerminalText("Compared: \(model.witnessed)."), indent: 2)
        if let kept = model.run.kept { text.paragraph(TerminalText(KeptWords.sentence(kept)), indent: 2) }
        for notice in model.notices { text.paragraph(TerminalText(notice), indent: 2) }
    }

    func certificates(_ text: inout TerminalWriter) {
        guard !model.certificates.isEmpty else { return }
        heading("Certificates", &text)
        for certificate in model.certificates {
            let word = TerminalText(certificate.verdict.word).padded(to: 13)
            let name = TerminalText("\(certificate.profile) (rules of \(certificate.dated))")
            text.line(
                (TerminalText(literal: "  "), .plain), (word, Self.style(certificate.verdict)),
                (name.shortened(to: text.width - 15), .strong))
            let reasons = options.verbose ? certificate.reasons[...] : certificate.reasons.prefix(3)
            for reason in reasons { text.paragraph(TerminalText(reason), indent: 15) }
            let rest = certificate.reasons.count - reasons.count
            if rest > 0 {
                text.paragraph(TerminalText("and \(Phrases.count(rest, "more reason"))"), indent: 15, .faint)
            }
        }
    }
}
