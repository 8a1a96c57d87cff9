/// Errors, verification, viewability and media.
enum DocumentFaults {
    static let all: [Fault] = errors + verification + views

    @Sendable private static func failing(_ mishap: Mishap) -> @Sendable (inout Script, inout Randomness) -> Void {
        { script, _ in
            script[Mishap.knob] = mishap
            script[Viewer.does] = "watch"
            if mishap == .malformed || mishap == .timeout || mishap == .noAd {
                script[AdSales.wrappers] = max(1, script[AdSales.wrappers])
            }
        }
    }

    private static let everyLevel = "VAST 4.3 2.3.6: an error reaches every level"

    private static let errors: [Fault] = [
        Fault(
            "vast.error-missing-media", "The media file is not there, and no error is sent", family: "vast",
            breaks: "VAST 4.3 2.3.6: an error with 401 to 405", kinds: ["vast"]
        ) { stage, _ in
            stage.drop(stage.reports(of: "error"), "no error although the media failed")
        } prepare: { script, stream in
            failing(.noMedia)(&script, &stream)
        },
        Fault(
            "vast.error-missing-malformed", "The wrapped answer is broken, and no error is sent", family: "vast",
            breaks: "VAST 4.3 2.3.6: Error 100", severity: .warning, kinds: ["vast"]
        ) { stage, _ in
            stage.drop(stage.reports(of: "error"), "no error although the document is broken")
        } prepare: { script, stream in
            failing(.malformed)(&script, &stream)
        },
        Fault(
            "vast.noad-error-missing", "Nobody hears that there was no ad", family: "vast",
            breaks: "VAST 4.3 2.3.6.4: the root Error is pinged", severity: .warning, kinds: ["vast"]
        ) { stage, _ in
            stage.drop(stage.reports(of: "error"), "no error although there was no ad")
        } prepare: { script, stream in
            failing(.noAd)(&script, &stream)
        },
        Fault(
            "vast.error-outer-missing", "The error reaches the innermost level only", family: "vast",
            breaks: everyLevel,
            kinds: ["vast"]
        ) { stage, _ in
            let all = stage.reports(of: "error")
            let byAd = Dictionary(grouping: all) { $0.owner ?? "" }
            for owner in byAd.keys.sorted() {
                stage.drop(Array((byAd[owner] ?? []).dropLast()), "outer level hears of no error")
            }
        } prepare: { script, stream in
            failing(.noMedia)(&script, &stream)
            script[AdSales.wrappers] = 1
            script[AdSales.pod] = 1
        },
        Fault(
            "vast.error-code-unknown", "ERRORCODE is 404, which VAST does not know", family: "vast",
            breaks: "VAST 4.3 2.3.6.3: the table of codes", kinds: ["vast"]
        ) { stage, _ in
            for error in stage.reports(of: "error") {
                stage.alter(error, "an error code that does not exist") {
                    $0.url = $0.url.replacing("code=401", with: "code=404")
                }
            }
        } prepare: { script, stream in
            failing(.noMedia)(&script, &stream)
        },
        Fault(
            "vast.error-code-unexpanded", "ERRORCODE is never filled in", family: "vast",
            breaks: "VAST 4.3 2.3.6: [ERRORCODE] is replaced", kinds: ["vast"]
        ) { stage, _ in
            for error in stage.reports(of: "error") {
                stage.alter(error, "[ERRORCODE] as it stands") {
                    $0.url = $0.url.replacing("code=401", with: "code=%5BERRORCODE%5D")
                }
            }
        } prepare: { script, stream in
            failing(.noMedia)(&script, &stream)
        },
        Fault(
            "vast.error-and-complete", "An error is sent of an ad that played to its end", family: "vast",
            breaks: "VAST 4.3 2.3.6: an error ends the ad", severity: .warning, kinds: ["vast"]
        ) { stage, _ in
            guard let complete = stage.reports(of: "complete").first, let owner = complete.owner
            else { return }
            let errors = Players.send("error", of: owner, at: complete.at - 2_500_000, ["ERRORCODE": "405"], on: &stage)
            stage.blame(errors + [complete.id], kind: .undue, "error 405 and complete")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
        },
    ]

    private static let verification: [Fault] = [
        Fault(
            "vast.verification-ignored", "The verification script is neither loaded nor reported", family: "vast",
            breaks: "VAST 4.3 3.17: each Verification is executed or accounted for", kinds: ["vast", "omid", "criteo"],
            alsoAccept: [.cannotTell]
        ) { stage, _ in
            guard let script = stage.reports(of: "verification").first else { return }
            stage.intents.removeAll { $0.event == "verification" || $0.family == "omid" || $0.family == "criteo" }
            stage.dues.removeAll { $0.family == "omid" || $0.family == "criteo" }
            guard let impression = stage.reports(of: "impression", owner: script.owner).first else { return }
            stage.blame([impression.id], kind: .missing, "verification not accounted for", event: "verification")
            // It is known from the document and from the play; nothing else has to prove it.
            stage.breaches[stage.breaches.count - 1].proofs = [[.intent(impression.id)]]
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v42
            if script.kind == "vast" { script[Measurement.isVerified] = true }
        },
        notExecuted("vast.verification-both", "verificationNotExecuted is sent although the script ran", reason: "2"),
        notExecuted(
            "vast.verification-reason", "verificationNotExecuted gives a reason that does not exist", reason: "9"),
        Fault(
            "vast.verification-late", "The verification script is loaded after the start", family: "vast",
            breaks: "VAST 4.3 3.17, 2.4: verification first", kinds: ["vast"]
        ) { stage, _ in
            guard let script = stage.reports(of: "verification").first,
                let start = stage.reports(of: "start", owner: script.owner).first
            else { return }
            stage.move(script, to: start.at + 3_000_000, "verification after the start", beside: [start])
            // A script is a verification where a document says so.
            stage.breaches[stage.breaches.count - 1].known = stage.documents(of: script.owner)
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v42
            script[Measurement.isVerified] = true
        },
    ]

    private static func notExecuted(_ id: String, _ title: String, reason: String) -> Fault {
        Fault(
            id, title, family: "vast", breaks: "VAST 4.3 3.17.4: executed or reported, with reason 1, 2 or 3",
            kinds: ["vast", "omid", "criteo"]
        ) { stage, _ in
            guard let script = stage.reports(of: "verification").first, let owner = script.owner,
                let ad = AdSales(script: stage.script).ads(inBreak: 0).first(where: { $0.id == owner }),
                let tracker = ad.verification?.notExecuted
            else { return }
            var stream = stage.dice.stream("not executed")
            let at = script.at + 600_000
            let values = ["CACHEBUSTING": stream.digits(8), "REASON": reason, "TIMESTAMP": Calendar.iso(at)]
            let report = stage.send(
                at: at, Macros.expanded(tracker, values), .beacon, family: "vast", owner: owner,
                event: "verificationNotExecuted", means: .image, template: tracker)
            stage.blame([report, script.id], kind: .undue, title)
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v42
            if script.kind == "vast" { script[Measurement.isVerified] = true }
        }
    }

    @Sendable private static func withViews(_ script: inout Script, _ stream: inout Randomness) {
        Players.watch(&script, &stream)
        script[AdSales.version] = .v42
        script[AdSales.viewable] = true
    }

    private static let oneOutcome = "VAST 4.3 3.5: exactly one outcome, once"

    private static let views: [Fault] = [
        Fault(
            "vast.viewable-twice", "Viewable is sent again after four seconds", family: "vast", breaks: oneOutcome,
            kinds: Players.shaped
        ) { stage, _ in
            guard let view = stage.reports(of: "viewable").first else { return }
            stage.repeatIntent(view, after: 4_000_000, "viewable twice")
        } prepare: { script, stream in
            withViews(&script, &stream)
        },
        Fault(
            "vast.viewable-both", "Viewable and NotViewable are both sent", family: "vast", breaks: oneOutcome,
            kinds: Players.shaped
        ) { stage, _ in
            guard let view = stage.reports(of: "viewable").first, let owner = view.owner else { return }
            let others = Players.send("notViewable", of: owner, at: view.at + 3_000_000, on: &stage)
            stage.blame(others + [view.id], kind: .undue, "two outcomes")
        } prepare: { script, stream in
            withViews(&script, &stream)
        },
        Fault(
            "vast.viewable-early", "Viewable is sent with the impression", family: "vast",
            breaks: "MRC: two continuous seconds", severity: .warning, kinds: Players.shaped
        ) { stage, _ in
            guard let view = stage.reports(of: "viewable").first,
                let impression = stage.reports(of: "impression", owner: view.owner).first
            else { return }
            stage.move(view, to: impression.at + 300_000, "viewable after 0.3 s", beside: [impression])
        } prepare: { script, stream in
            withViews(&script, &stream)
        },
        Fault(
            "vast.mezzanine-played", "The Mezzanine is downloaded and played", family: "vast",
            breaks: "VAST 4.3 3.9.2: never by a playing client", kinds: ["vast"]
        ) { stage, _ in
            guard let media = stage.reports(of: "media").first, let owner = media.owner,
                let ad = AdSales(script: stage.script).ads(inBreak: 0).first(where: { $0.id == owner }),
                let mezzanine = ad.mezzanine
            else { return }
            stage.alter(media, "the Mezzanine is fetched", kind: .undue) { $0.url = mezzanine }
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v42
            script[AdSales.mezzanine] = true
        },
        Fault(
            "vast.creativeview-missing", "creativeView is never sent", family: "vast",
            breaks: "VAST 2.0/3.0 schema: creativeView with the impression", severity: .warning, kinds: Players.shaped
        ) { stage, _ in
            stage.drop(stage.reports(of: "creativeView"), "creativeView never sent")
        } prepare: { script, stream in
            Players.watch(&script, &stream)
            script[AdSales.version] = .v3
        },
    ]
}
