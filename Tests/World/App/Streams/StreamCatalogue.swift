/// The kinds of apps that play streams and IMA ads, and their faults.
enum StreamCatalogue {
    static let kinds: [any AppKind] = [
        SSAIApp(isLive: false), SSAIApp(isLive: true), MediaTailorApp(), DAIFullApp(), DAIPodsApp(), InterstitialsApp(),
        IMAApp(),
    ]
    static let faults: [Fault] = StreamFaults.all
}
