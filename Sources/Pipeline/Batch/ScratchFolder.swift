import Foundation

/// A folder for files that nobody shall keep.
struct ScratchFolder {
    let path: String

    init() throws(PipelineFailure) {
        let template = FileManager.default.temporaryDirectory.appending(path: "beaconproof-XXXXXX").path
        var name = Array(template.utf8CString)
        guard let made = mkdtemp(&name) else {
            throw .input(path: template, message: "cannot be made: \(String(cString: strerror(errno)))")
        }
        path = String(cString: made)
    }

    /// What cannot be removed stays for the system to clear: the result does not depend on it.
    func remove() {
        do { try FileManager.default.removeItem(atPath: path) } catch { _ = error }
    }
}
