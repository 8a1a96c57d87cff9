// swift-tools-version: 6.2

import PackageDescription

// A program of one's own that certifies captures. In a project elsewhere the dependency is the repository's URL.
let package = Package(
    name: "certify-example",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "beaconproof", path: "../..")],
    targets: [
        .executableTarget(
            name: "CertifyExample", dependencies: [.product(name: "BeaconProof", package: "beaconproof")])
    ]
)
