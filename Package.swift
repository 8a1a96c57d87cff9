// swift-tools-version: 6.2

import PackageDescription

// Tests feed these modules many thousand mutants: optimised also in debug builds, they take a third less time. A module at
// a time, the optimiser takes half as long as file by file.
// SwiftPM takes no such flags from a package that another one depends on.
let isDependency = Context.packageDirectory.contains("/checkouts/")
let optimised: [SwiftSetting] =
    isDependency
    ? []
    : [.unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug))]

// What works on words and files, not on the bytes of captures, is small rather than quick in a release.
let compact: [SwiftSetting] = isDependency ? [] : [.unsafeFlags(["-Osize"], .when(configuration: .release))]

// The modules and the only imports allowed between them: docs/architecture.md, checked by Tests/ArchitectureTests.
let package = Package(
    name: "beaconproof",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "beaconproof", targets: ["BeaconProofCommand"]),
        // Decode, certify and query from Swift: docs/swift.md.
        .library(name: "BeaconProof", targets: ["BeaconProof"]),
        // Runs simulated seeds against a binary: docs/testing.md.
        .executable(name: "world", targets: ["WorldRunner"]),
        // For Benchmarks/ only.
        .library(
            name: "BeaconProofStages",
            targets: ["Model", "Encodings", "Capture", "Wire", "Store", "Audit", "Reporting", "Pipeline"]),
        // For Tests/Fuzz only.
        .library(name: "BeaconProofFuzzTargets", targets: ["FuzzTargets"]),
    ],
    dependencies: [
        // Each pin has its reason in docs/dependencies.md.
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: [
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CBrotli", providers: [.apt(["libbrotli-dev"]), .brew(["brotli"])]),
        .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
        .systemLibrary(
            name: "CXML", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev", "pkg-config"]), .brew(["libxml2"])]),
        .systemLibrary(
            name: "CCrypto", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev", "pkg-config"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CPcap", providers: [.apt(["libpcap-dev"])]),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPNG", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .systemLibrary(name: "CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(name: "CYAML", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .target(name: "SchemaLibrary", exclude: ["history", "views", "indexes"]),
        .target(
            name: "RuleLibrary", path: "Rules/Pack", exclude: ["pack.txt", "sources.txt"]),
        .target(name: "QueryLibrary", path: "Queries", exclude: ["sql", "README.md"]),
        .target(name: "Model", swiftSettings: optimised),
        .target(name: "Parquet", dependencies: ["CZlib", "CZstd"]),
        .target(name: "Encodings", dependencies: ["Model", "CZlib", "CBrotli", "CZstd"], swiftSettings: optimised),
        .target(name: "Capture", dependencies: ["Model", "Encodings"], swiftSettings: optimised),
        .target(name: "Cryptography", dependencies: ["Encodings", "CCrypto"], swiftSettings: optimised),
        .target(
            name: "Wire", dependencies: ["Model", "Encodings", "Cryptography", "CPcap"], swiftSettings: optimised),
        .target(name: "Interpret", dependencies: ["Model", "Encodings", "CXML"], swiftSettings: optimised),
        .target(
            name: "Store",
            dependencies: ["Model", "SchemaLibrary", "CSQLite"],
            swiftSettings: optimised),
        .target(name: "Imaging", dependencies: ["CPNG", "CTurboJPEG"]),
        .target(name: "YAML", dependencies: ["CYAML"], swiftSettings: compact),
        .target(name: "Derive", dependencies: ["Model", "Store"]),
        .target(
            name: "Audit", dependencies: ["Model", "Encodings", "Store", "Derive", "YAML"], swiftSettings: compact),
        .target(name: "ReportLibrary", path: "Reports", exclude: ["html", "golden"]),
        .target(
            name: "Reporting", dependencies: ["Model", "Encodings", "Store", "Cryptography", "ReportLibrary"],
            swiftSettings: compact),
        .target(
            name: "Pipeline",
            dependencies: [
                "Model", "Encodings", "Capture", "Wire", "Interpret", "Store", "Derive", "Audit", "Reporting",
                "Parquet", "Imaging",
                "RuleLibrary", "QueryLibrary", "Cryptography",
            ]),
        .target(name: "BeaconProof", dependencies: ["Model", "Encodings", "Store", "Audit", "Reporting", "Pipeline"]),
        // Named otherwise than its product: file systems that ignore case would take it for the library.
        .executableTarget(
            name: "BeaconProofCommand",
            dependencies: [
                "Model", "Encodings", "Store", "Audit", "Reporting", "Pipeline", "CMalloc",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: compact),

        // One test target per module, named for it; then those that look at the whole.
        .target(
            name: "FuzzTargets",
            dependencies: ["Model", "Encodings", "Capture", "Wire", "Interpret", "Store", "Audit", "Reporting"],
            path: "Tests/FuzzTargets", swiftSettings: optimised),
        .target(name: "TestSupport", dependencies: ["Model", "Wire", "FuzzTargets"], path: "Tests/TestSupport"),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "TestSupport"]),
        .testTarget(name: "ModelTests", dependencies: ["Model"]),
        .testTarget(name: "EncodingsTests", dependencies: ["Encodings", "Model", "TestSupport"]),
        .testTarget(
            name: "CaptureTests", dependencies: ["Capture", "Encodings", "Model", "TestSupport", "CPcap", "CZlib"]),
        .testTarget(
            name: "WireTests",
            dependencies: ["Capture", "Wire", "Cryptography", "Encodings", "Model", "TestSupport", "CPcap", "CZlib"]),
        .testTarget(
            name: "InterpretTests", dependencies: ["Interpret", "Reporting", "Encodings", "Model", "TestSupport"]),
        .testTarget(name: "CryptographyTests", dependencies: ["Cryptography", "Encodings"]),
        .testTarget(name: "YAMLTests", dependencies: ["YAML"]),
        .testTarget(name: "ImagingTests", dependencies: ["Imaging", "TestSupport"]),
        .testTarget(name: "StoreTests", dependencies: ["Store", "Model", "CSQLite"]),
        .testTarget(name: "ParquetTests", dependencies: ["Parquet", "TestSupport"]),
        .testTarget(name: "DeriveTests", dependencies: ["Derive", "Store", "Model"]),
        .testTarget(name: "AuditTests", dependencies: ["Audit", "Encodings", "Store", "Model", "Pipeline"]),
        .testTarget(
            name: "ReportingTests",
            dependencies: ["Cryptography", "Encodings", "Interpret", "Reporting", "Store", "Model", "TestSupport"]),
        .testTarget(
            name: "PipelineTests",
            dependencies: [
                "Pipeline", "Audit", "Capture", "Cryptography", "Encodings", "Store", "Model", "TestSupport", "CZlib",
                "CZstd",
            ]),
        .testTarget(name: "RuleTests", dependencies: ["Pipeline", "Audit", "Derive", "Store", "Model", "TestSupport"]),
        .testTarget(name: "ArchitectureTests"),
        // Simulated viewers, players, networks and recorders: they import nothing of the product.
        .target(
            name: "World", path: "Tests/World", exclude: ["regressions"], swiftSettings: optimised),
        .executableTarget(name: "WorldRunner", dependencies: ["World"], path: "Tests/WorldRunner"),
        .testTarget(
            name: "WorldTests", dependencies: ["World", "BeaconProofCommand"], exclude: ["known-disagreements.tsv"]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Pipeline", "Audit", "Capture", "Encodings", "Wire", "Interpret", "Store", "Model", "TestSupport",
            ]),
        .testTarget(name: "EndToEndTests", dependencies: ["BeaconProofCommand", "CertifyExample", "TestSupport"]),
        .testTarget(name: "BeaconProofTests", dependencies: ["Encodings", "BeaconProof", "TestSupport"]),
        // The example package's program, so that it is built and run with everything else.
        .executableTarget(
            name: "CertifyExample", dependencies: ["BeaconProof"], path: "Examples/swift/Sources/CertifyExample"),

    ]
)
