/// Makes a script as short as it gets while the tool disagrees with it in the same way.
struct Shrinker: Sendable {
    var judge: Judge
    /// How many scripts are tried at most.
    var patience = 400

    func shrunk(_ script: Script) -> Script {
        guard let wrong = disagreement(script) else { return script }
        var (best, left) = (script, patience)
        var hasChanged = true
        while hasChanged, left > 0 {
            hasChanged = false
            for candidate in candidates(of: best) {
                guard left > 0 else { break }
                left -= 1
                if disagreement(candidate) == wrong {
                    (best, hasChanged) = (candidate, true)
                    break
                }
            }
        }
        return best
    }

    private func disagreement(_ script: Script) -> Judgement.Outcome? {
        let story = World.play(script)
        let recording = World.record(story)
        guard let verdict = try? judge.verdict(on: recording) else { return nil }
        let judgement = Judgement(verdict, against: Oracle.expect(story, recording))
        return judgement.outcome.isWrong ? judgement.outcome : nil
    }

    /// Shorter scripts: without the fault, an act, a choice; with rounder times.
    private func candidates(of script: Script) -> [Script] {
        var all: [Script] = []
        if script.fault != nil { all.append(script.without(fault: true)) }
        if script.acts.count > 1 {
            var none = script
            none.acts = []
            all.append(none)
        }
        for place in script.acts.indices {
            var shorter = script
            shorter.acts.remove(at: place)
            all.append(shorter)
        }
        for name in script.choices.keys.sorted() {
            var shorter = script
            shorter.choices[name] = nil
            all.append(shorter)
        }
        for place in script.acts.indices where script.acts[place].at != script.acts[place].at.rounded() {
            var rounder = script
            rounder.acts[place].at = rounder.acts[place].at.rounded()
            all.append(rounder)
        }
        return all
    }
}
