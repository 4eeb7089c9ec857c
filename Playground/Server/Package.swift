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
let effectInterpreters = Target.Dependency.product(
  name: "KatanaEffectInterpreters", package: "Katana")
let effectsTesting = Target.Dependency.product(name: "KatanaEffectsTesting", package: "Katana")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let inMemoryLogging = Target.Dependency.product(name: "InMemoryLogging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let metricsTestKit = Target.Dependency.product(name: "MetricsTestKit", package: "swift-metrics")
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let httpClient = Target.Dependency.product(
  name: "AsyncHTTPClient", package: "async-http-client")
let nioSockets = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let conduitServer = Target.Dependency.product(name: "ConduitServer", package: "Playground")
let conduitAPI = Target.Dependency.product(name: "ConduitAPI", package: "Playground")
let conduitApp = Target.Dependency.product(name: "ConduitApp", package: "Playground")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
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
    // What servers on Swift talk HTTP with.
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    // What ends servers on Swift gracefully, and what reads the arguments of tools.
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    // The server of conduit, and what puts it behind a socket.
    .package(name: "Playground", path: ".."),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    // What keeps its data. It needs the headers of SQLite: `apt-get install libsqlite3-dev`.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
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
    // Transports for `.http(…)` on SwiftNIO, to be copied.
    .target(
      name: "NIOTransport",
      dependencies: [
        effects, effectInterpreters,
        httpClient, nio, nioHTTP1, nioSockets,
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], swiftSettings: settings),
    // The tests in the folder `Shared` are links to those of the root package.
    .testTarget(
      name: "NIOTransportTests",
      dependencies: [
        "NIOTransport", katana, runtime, effects, effectInterpreters, effectsTesting, testing,
        httpClient, nio, nioSockets,
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      exclude: ["echo.py"],
      swiftSettings: settings),
    // The client of conduit and the ways in which servers misbehave, also those that end a process with
    // `URLSession`. The files in the folder `Shared` are links to those of the Playground.
    .testTarget(
      name: "ConduitMisbehaviorTests",
      dependencies: [
        "NIOTransport", katana, runtime, effects, effectInterpreters, testing, conduitAPI,
      ], swiftSettings: settings),
    // The client of conduit, with requests on SwiftNIO: three ways of misbehaving end a process with
    // `URLSession` on Linux.
    .executableTarget(
      name: "conduit-nio", dependencies: ["NIOTransport", conduitApp], swiftSettings: settings),
    // What ends with a server: a runtime as a service, and a server of two services.
    .target(
      name: "ServerLifecycle", dependencies: [katana, runtime, lifecycle], swiftSettings: settings),
    .executableTarget(
      name: "box-office",
      dependencies: [
        "ServerEvents", "ServerLifecycle", katana, runtime, arguments, lifecycle, logging,
        signals,
      ], swiftSettings: settings),
    .testTarget(
      name: "BoxOfficeTests",
      dependencies: [
        "ServerLifecycle", "box-office", katana, runtime, testing, lifecycle, logging,
      ], swiftSettings: settings),
    // Where the server of conduit keeps its data.
    .target(
      name: "ConduitDatabase", dependencies: [katana, runtime, conduitServer, grdb],
      swiftSettings: settings),
    .testTarget(
      name: "ConduitDatabaseTests",
      dependencies: [
        "ConduitDatabase", katana, runtime, testing, conduitServer, grdb,
      ], swiftSettings: settings),
    // The server of conduit behind a socket.
    .executableTarget(
      name: "conduit-server",
      dependencies: [
        "ConduitDatabase", katana, runtime, effects, conduitServer, hummingbird, logging, arguments,
        nio, nioHTTPTypes,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ConduitServerAppTests",
      dependencies: [
        "conduit-server", runtime, conduitServer, arguments, hummingbird, logging,
        lifecycle, nio, nioSockets, httpClient, nioHTTP1,
      ], swiftSettings: settings),
    // The same answers without an architecture, which `measure` compares with conduit-server.
    .executableTarget(
      name: "plain-server",
      dependencies: [conduitServer, hummingbird, logging, arguments], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
