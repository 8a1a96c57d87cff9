/// Everything the world is made of. A family adds its lines here and lives in its own folders.
enum Catalogue {
    static let kinds: [any AppKind] = [VASTPlayer(), NielsenApp()]
    static let recorders: [any RecorderKind] = [HARRecorder(), DeviceRecorder()]
    static let faults: [Fault] = VASTFaults.all + NielsenFault.all.map(\.fault)

    static let recorderKnob = Knob("recorder", usual: "har", [("har", 1)])

    private static let faultsById = Dictionary(faults.map { ($0.id, $0) }) { first, _ in first }
    static func fault(_ id: String) -> Fault? { faultsById[id] }
}
