#if os(Linux)
import Glibc
#else
import Darwin
#endif

import Foundation
import TestSupport
import Testing

@testable import Pipeline

struct ScratchFolderTests {
    private func names(in place: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: place.path)
    }

    @Test func onlyItsOwnerLooksIntoIt() throws {
        let place = try TemporaryFolder()
        let scratch = try ScratchFolder(in: place.path)
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        scratch.remove()
        #expect(try names(in: place).isEmpty)
    }

    /// Without its process nobody holds the lock, whenever it was killed: before the folder was made, or while it went.
    @Test func theNextStartRemovesWhatAKilledProcessLeft() throws {
        let place = try TemporaryFolder()
        try place.write("", to: "beaconproof-killed.lock")
        try place.write("rows", to: "beaconproof-killed/spool")
        try place.write("", to: "beaconproof-early.lock")
        try place.write("", to: "beaconproof-of-something-else/file")
        try place.write("", to: "other.lock")
        let living = try ScratchFolder(in: place.path)
        let next = try ScratchFolder(in: place.path)
        let left = Set(try names(in: place))
        #expect(left.isDisjoint(with: ["beaconproof-killed", "beaconproof-killed.lock", "beaconproof-early.lock"]))
        // Two folders with their locks, and what is not ours.
        #expect(left.count == 6 && left.isSuperset(of: ["other.lock", "beaconproof-of-something-else"]))
        #expect(FileManager.default.fileExists(atPath: living.path))
        next.remove()
        living.remove()
        #expect(Set(try names(in: place)) == ["other.lock", "beaconproof-of-something-else"])
    }
}
