// swift-tools-version: 6.2

import PackageDescription

// Stages in one process, beside peers that are libraries. Built with -enable-testing, so that inner decoders can be
// measured alone: see the Makefile's `bench`.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "beaconproof", path: ".."),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", exact: "1.46.0"),
    ],
    targets: [
        .executableTarget(
            name: "Stages",
            dependencies: [
                .product(name: "BeaconProofStages", package: "beaconproof"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
            ])
    ]
)
