/// A page or an app whose breaks come from one VMAP document: before, in the middle of and after the content.
struct VMAPPlayer: AppKind {
    /// Which breaks there are.
    static let breaks = Knob(
        "vmap.breaks", usual: "start 30", [("start 30", 3), ("start", 2), ("start 30 end", 2), ("30", 1)])
    /// Whether the first break's answer stands in the VMAP itself.
    static let isInline = Knob("vmap.inline", usual: false, [(false, 2), (true, 1)])
    /// A break without an ad still begins and ends.
    static let emptyBreak = Knob("vmap.emptyBreak", usual: false, [(false, 4), (true, 1)])
    static let contentLength = 70.0

    let name = "vmap"
    let weight = 4
    var knobs: [any Drawable] {
        [VASTPlayer.platform, Self.breaks, Self.isInline, Self.emptyBreak] + AdSales.knobs + AdSales.shapes
    }

    func acts(for script: Script) -> [Act] {
        let first = script[Self.breaks].hasPrefix("start") ? 6.0 : 36
        return VASTViewer(script: script, adsBegin: first).acts()
    }

    func perform(on stage: inout Stage) {
        var surroundings = Surroundings(stage.script[VASTPlayer.platform])
        surroundings.open(on: &stage)
        let plan = VMAPPlan(stage.script)
        let document = plan.fetch(at: stage.moment(3.6), on: &stage)
        var now = stage.moment(4.2)
        var content = 0.0
        for (place, slot) in plan.slots.enumerated() {
            let offset = slot.offset ?? Self.contentLength
            if offset > content {
                now = play(&surroundings, content: offset - content, from: now, on: &stage)
                content = offset
            }
            let played = plan.play(slot, place, document: document, at: now, on: &stage)
            guard !played.hasLeft else { return surroundings.leave(at: played.end, on: &stage) }
            now = played.end
            if slot.offset != nil {
                let resumed = surroundings.playContent(from: now + 300_000, for: .seconds(1), on: &stage)
                plan.prove(played, by: resumed, on: &stage)
                now += 1_300_000
                content += 1
            }
        }
        if content < Self.contentLength {
            now = play(&surroundings, content: Self.contentLength - content, from: now, on: &stage)
        }
        stage.end = max(stage.end, now + 12_000_000)
    }

    private func play(
        _ surroundings: inout Surroundings, content: Double, from moment: Microseconds, on stage: inout Stage
    ) -> Microseconds {
        surroundings.playContent(from: moment, for: .seconds(content), on: &stage)
        return moment + .seconds(content)
    }
}
