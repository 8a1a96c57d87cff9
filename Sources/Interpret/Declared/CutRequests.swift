import Model

/// Beacons that lack a mandatory parameter: left out by the app, or cut off by whoever recorded the URL.
///
/// A cut takes the end. Where other beacons of the same form send the missing parameter before one that is here, nothing was
/// cut; where none shows that, a cut is what must be assumed.
struct CutRequests: Sendable {
    /// Those beyond are taken for cut.
    private static let most = 10_000

    struct Pending: Sendable {
        var signal: Signal
        /// Mandatory parameters that are not there, for people.
        var missing: String
        var wasCut: Bool
        var locator: Locator
        var at: Timestamp
        var host: String

        var withMissing: Signal {
            var signal = signal
            signal.missing = missing
            return signal
        }
    }

    private struct Held: Sendable {
        var pending: Pending
        var names: [String]
        var last: String?
        var form: RequestForm
    }

    private struct Order: Sendable, Hashable {
        var form: RequestForm
        var name: String
    }

    private var held: [Held] = []
    /// Names that were seen behind a mandatory one.
    private var behind: [Order: Set<String>] = [:]

    /// Takes note of what stands behind the mandatory parameters of a beacon that has them.
    mutating func learn(_ item: SignalItem, _ form: CompiledForm) {
        for name in form.form.mandatory {
            guard let place = item.fields.firstIndex(where: { $0.name == name }) else { continue }
            let order = Order(form: form.form, name: name)
            for field in item.fields[(place + 1)...] where behind[order]?.contains(field.name) != true {
                if behind[order, default: []].count < 500 { behind[order, default: []].insert(field.name) }
            }
        }
    }

    mutating func hold(_ signal: Signal, _ item: SignalItem, _ form: CompiledForm, _ exchange: Exchange) {
        guard held.count < Self.most else { return }
        held.append(
            Held(
                pending: Pending(
                    signal: signal, missing: item.missing.joined(separator: ", "), wasCut: item.mayBeCut,
                    locator: exchange.locator, at: exchange.startedAt, host: exchange.request.host),
                names: item.missing, last: item.fields.last?.name, form: form.form))
    }

    func decided() -> [Pending] {
        held.map { held in
            var pending = held.pending
            guard pending.wasCut else { return pending }
            pending.wasCut = !held.names.contains { name in
                held.last.map { behind[Order(form: held.form, name: name)]?.contains($0) == true } ?? false
            }
            return pending
        }
    }
}
