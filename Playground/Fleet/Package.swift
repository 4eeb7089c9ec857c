// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody else needs the C library: Debian's `libnats-dev`; its tests need
// `nats-server`.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let katana = Target.Dependency.product(name: "Katana", package: "Katana")
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let runtime = Target.Dependency.product(name: "KatanaRuntime", package: "Katana")

let package = Package(
  name: "Fleet",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "FleetInterface", targets: ["FleetInterface"]),
    .library(name: "KatanaFleet", targets: ["KatanaFleet"]),
  ],
  dependencies: [
    .package(name: "Katana", path: "../.."),
    // What ends servers and workers on Swift gracefully.
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(name: "CNATS", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
    .target(name: "FleetInterface", dependencies: [katana], swiftSettings: settings),
    .target(
      name: "KatanaFleet", dependencies: ["CNATS", "FleetInterface", katana, runtime, lifecycle],
      swiftSettings: settings),
    // The app and the worker that the tests kill.
    .executableTarget(
      name: "fleet-probe", dependencies: ["FleetInterface", "KatanaFleet", katana, runtime],
      path: "Tests/FleetProbe", swiftSettings: settings),
    .testTarget(
      name: "FleetTests",
      dependencies: ["FleetInterface", "KatanaFleet", "fleet-probe", katana, runtime],
      swiftSettings: settings),
  ]
)
