// swift-tools-version: 6.2

import PackageDescription

// The libFuzzer program over the targets of Tests/FuzzTargets: built by run.sh, which adds the sanitizers and the library.
let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "beaconproof", path: "../..")],
    targets: [
        .target(name: "CFuzzer"),
        .executableTarget(
            name: "Fuzz", dependencies: ["CFuzzer", .product(name: "BeaconProofFuzzTargets", package: "beaconproof")]),
    ]
)
