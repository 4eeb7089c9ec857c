// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the Playground does not wait for these packages, and SwiftPM does
// not warn of their files before the first line of `conduit`.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let katana = Target.Dependency.product(name: "Katana", package: "Katana")
let runtime = Target.Dependency.product(name: "KatanaRuntime", package: "Katana")
let effects = Target.Dependency.product(name: "KatanaEffects", package: "Katana")
let recording = Target.Dependency.product(name: "KatanaRecording", package: "Katana")
let testing = Target.Dependency.product(name: "KatanaTesting", package: "Katana")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let inMemoryLogging = Target.Dependency.product(name: "InMemoryLogging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let metricsTestKit = Target.Dependency.product(name: "MetricsTestKit", package: "swift-metrics")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let conduitServer = Target.Dependency.product(name: "ConduitServer", package: "Playground")
let inMemoryTracing = Target.Dependency.product(
  name: "InMemoryTracing", package: "swift-distributed-tracing")

let package = Package(
  name: "Server",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(name: "Katana", path: "../.."),
    // What servers on Swift write their logs, metrics and traces with.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    // The server of conduit, and what puts it behind a socket.
    .package(name: "Playground", path: ".."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
  ],
  targets: [
    // What a server tells: its events as logs, metrics and traces of the usual packages.
    .target(
      name: "ServerEvents", dependencies: [katana, runtime, logging, metrics, tracing],
      swiftSettings: settings),
    .executableTarget(
      name: "server-events",
      dependencies: [
        "ServerEvents", katana, runtime, recording, logging, inMemoryLogging, metrics,
        metricsTestKit, tracing, inMemoryTracing,
      ], swiftSettings: settings),
    .testTarget(
      name: "ServerEventsTests",
      dependencies: [
        "ServerEvents", katana, runtime, testing, logging, inMemoryLogging, metrics,
        metricsTestKit, tracing, inMemoryTracing,
      ], swiftSettings: settings),
    // The server of conduit behind a socket.
    .executableTarget(
      name: "conduit-server",
      dependencies: [
        katana, runtime, effects, recording, conduitServer, hummingbird, logging,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ConduitServerAppTests",
      dependencies: ["conduit-server", runtime, recording, conduitServer], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
