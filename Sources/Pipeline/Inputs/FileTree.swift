#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What the file system says about names. Links are followed for one name and never below a folder: they may lead anywhere.
enum FileTree {
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A file with bytes of its own, neither a folder nor a pipe or device.
    static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// A pipe, socket or device: reading one may never end.
    static func isSpecial(_ path: String) -> Bool {
        exists(path) && !isFile(path) && !isFolder(path)
    }

    /// How many bytes a file has; `nil` for whatever is not one.
    static func size(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// The names in a folder, sorted.
    static func names(in folder: String) throws(PipelineFailure) -> [String] {
        guard let stream = opendir(folder) else {
            throw .input(path: folder, message: "cannot be listed: \(String(cString: strerror(errno)))")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The paths of all that lies below a folder, relative to it and sorted; folders are among them.
    ///
    /// - Parameter most: where to stop; a caller that gets more than it allows knows that there are too many.
    static func paths(below folder: String, most: Int = .max) throws(PipelineFailure) -> [String] {
        var found: [String] = []
        var waiting = [""]
        while let place = waiting.popLast(), found.count <= most {
            for name in try names(in: place.isEmpty ? folder : "\(folder)/\(place)") {
                let path = place.isEmpty ? name : "\(place)/\(name)"
                found.append(path)
                var status = stat()
                if lstat("\(folder)/\(path)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR { waiting.append(path) }
            }
        }
        return found.sorted()
    }

    /// The paths that a pattern such as `runs/*.har` names.
    static func matches(of pattern: String) -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }

    /// Where a symbolic link leads, as it stands in it; `nil` for anything else.
    static func target(ofLink path: String) -> String? {
        var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink(path, &name, name.count - 1) > 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes a file that may be gone already.
    static func removeFile(_ path: String) {
        unlink(path)
    }

    /// Makes a folder and those above it; one that is there already is fine.
    static func makeFolder(_ path: String) throws(PipelineFailure) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? part : "/\(part)"
            guard mkdir(made, 0o777) == 0 || isFolder(made) else {
                throw .input(path: path, message: "cannot be made: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Removes a folder with all that is in it; a link to one goes alone.
    ///
    /// - Throws: when something stays, as where another process still writes into it.
    static func remove(_ folder: String) throws(PipelineFailure) {
        let isReal = !isLink(folder)
        for path in isReal ? try paths(below: folder).reversed() : [] { removeOne("\(folder)/\(path)") }
        guard removeOne(folder) else {
            throw .input(path: folder, message: "cannot be removed: \(String(cString: strerror(errno)))")
        }
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// - Returns: whether it is gone.
    @discardableResult
    private static func removeOne(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        return (status.st_mode & S_IFMT == S_IFDIR ? rmdir(path) : unlink(path)) == 0
    }
}
