/// The folder above all files of a page. It is left out of their paths: a page is handed on, and the tester's home is nobody's
/// business.
struct SharedFolder {
    private let prefix: String?

    init(of paths: [String]) {
        let folders = paths.filter { $0.hasPrefix("/") }.map { $0.split(separator: "/").dropLast() }
        guard var common = folders.first else {
            prefix = nil
            return
        }
        for folder in folders {
            common = common.prefix(zip(common, folder).prefix { $0.0 == $0.1 }.count)
        }
        prefix = common.isEmpty ? "/" : "/" + common.joined(separator: "/") + "/"
    }

    func without(_ path: String) -> String {
        guard let prefix, path.hasPrefix(prefix) else { return path }
        return String(path.dropFirst(prefix.count))
    }
}
