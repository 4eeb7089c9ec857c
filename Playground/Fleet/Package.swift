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
let console = Target.Dependency.product(name: "KatanaConsole", package: "Katana")
let consoleInterpreters = Target.Dependency.product(
  name: "KatanaConsoleInterpreters", package: "Katana")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let terminalViews = Target.Dependency.product(name: "KatanaTerminalViews", package: "Katana")
let signals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let testing = Target.Dependency.product(name: "KatanaTesting", package: "Katana")
let views = Target.Dependency.product(name: "KatanaViews", package: "Katana")
let lifecycle = Target.Dependency.product(
  name: "ServiceLifecycle", package: "swift-service-lifecycle")
let runtime = Target.Dependency.product(name: "KatanaRuntime", package: "Katana")
let viewsTesting = Target.Dependency.product(name: "KatanaViewsTesting", package: "Katana")

let package = Package(
  name: "Fleet",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "FleetInterface", targets: ["FleetInterface"]),
    .library(name: "KatanaFleet", targets: ["KatanaFleet"]),
    .executable(name: "mandelbrot", targets: ["mandelbrot"]),
    .executable(name: "mandelbrot-worker", targets: ["mandelbrot-worker"]),
  ],
  dependencies: [
    .package(name: "Katana", path: "../.."),
    // What keeps the rows of the example. It needs the headers of SQLite: `apt-get install libsqlite3-dev`.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    // What ends servers and workers on Swift gracefully.
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(name: "CNATS", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
    .target(name: "FleetInterface", dependencies: [katana], swiftSettings: settings),
    .target(
      name: "KatanaFleet", dependencies: ["CNATS", "FleetInterface", katana, runtime, lifecycle],
      swiftSettings: settings),
    // The example: a command and what performs it, an app with a screen, and a worker.
    .target(name: "Rendering", dependencies: ["FleetInterface", katana], swiftSettings: settings),
    .target(
      name: "RenderingInterpreters", dependencies: ["Rendering", katana, runtime],
      swiftSettings: settings),
    .executableTarget(
      name: "mandelbrot",
      dependencies: [
        "FleetInterface", "KatanaFleet", "Rendering", "RenderingInterpreters", katana, console,
        consoleInterpreters, grdb, runtime, terminalViews, views,
      ], swiftSettings: settings),
    .executableTarget(
      name: "mandelbrot-worker",
      dependencies: [
        "KatanaFleet", "Rendering", "RenderingInterpreters", katana, lifecycle, logging, signals,
      ], swiftSettings: settings),
    // The app and the worker that the tests kill.
    .executableTarget(
      name: "fleet-probe", dependencies: ["FleetInterface", "KatanaFleet", katana, runtime],
      path: "Tests/FleetProbe", swiftSettings: settings),
    // A server of its own for a test or a trial.
    .target(
      name: "FleetServer", dependencies: ["FleetInterface", "KatanaFleet"],
      path: "Tests/FleetServer", swiftSettings: settings),
    // What commands cost, beside the same with the C client by hand.
    .executableTarget(
      name: "fleet-trial",
      dependencies: ["CNATS", "FleetInterface", "FleetServer", "KatanaFleet", katana, runtime],
      path: "Tests/FleetTrial", swiftSettings: settings),
    .testTarget(
      name: "FleetTests",
      dependencies: [
        "FleetInterface", "FleetServer", "KatanaFleet", "fleet-probe", katana, lifecycle, logging,
        runtime,
      ],
      swiftSettings: settings),
    .testTarget(
      name: "MandelbrotTests",
      dependencies: [
        "FleetInterface", "Rendering", "mandelbrot", katana, testing, views, viewsTesting,
      ], swiftSettings: settings),
  ]
)
