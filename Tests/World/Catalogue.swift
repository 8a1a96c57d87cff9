/// Everything the world is made of. A family adds its lines here and lives in its own folders.
enum Catalogue {
    static let kinds: [any AppKind] =
        [
            VASTPlayer.plain, VASTPlayer.measured, VASTPlayer.criteo, VMAPPlayer(), OverlayPlayer(), NielsenApp(),
        ] + StreamCatalogue.kinds
    static let recorders: [any RecorderKind] = [HARRecorder(), HARWithLog(), DeviceRecorder()]
    static let faults: [Fault] = players + NielsenFault.all.map(\.fault)
    private static let players: [Fault] =
        ImpressionFaults.all + PositionFaults.all + InteractionFaults.all + PodFaults.all + RequestFaults.all
        + DocumentFaults.all + OMIDFaults.all + CriteoFaults.all + VMAPFaults.all + StreamCatalogue.faults

    static let recorderKnob = Knob("recorder", usual: "har", [("har", 1)])

    private static let faultsById = Dictionary(faults.map { ($0.id, $0) }) { first, _ in first }
    static func fault(_ id: String) -> Fault? { faultsById[id] }
}
