// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func module(
  _ name: String, _ dependencies: Target.Dependency..., exclude: [String] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: Target.Dependency..., exclude: [String] = [],
  settings extra: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings + extra)
}

let package = Package(
  name: "Katana",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Katana", targets: ["Katana"]),
    .library(name: "KatanaRuntime", targets: ["KatanaRuntime"]),
    .library(name: "KatanaTesting", targets: ["KatanaTesting"]),
    .library(name: "KatanaEffects", targets: ["KatanaEffects"]),
    .library(name: "KatanaEffectInterpreters", targets: ["KatanaEffectInterpreters"]),
    .library(name: "KatanaEffectsTesting", targets: ["KatanaEffectsTesting"]),
    .library(name: "KatanaConsole", targets: ["KatanaConsole"]),
    .library(name: "KatanaConsoleInterpreters", targets: ["KatanaConsoleInterpreters"]),
    .library(name: "KatanaConsoleTesting", targets: ["KatanaConsoleTesting"]),
    .library(name: "KatanaRecording", targets: ["KatanaRecording"]),
    .library(name: "KatanaViews", targets: ["KatanaViews"]),
    .library(name: "KatanaTerminalViews", targets: ["KatanaTerminalViews"]),
    .library(name: "KatanaMonitor", targets: ["KatanaMonitor"]),
    .library(name: "KatanaViewsTesting", targets: ["KatanaViewsTesting"]),
  ],
  targets: [
    module("Katana"),
    module("KatanaComparison", "Katana"),
    module("KatanaRuntime", "Katana", "KatanaComparison"),
    // Paths and errors of the system, for the modules that call its functions.
    module("KatanaSystem"),
    module("KatanaEffects", "Katana"),
    module("KatanaEffectInterpreters", "Katana", "KatanaEffects", "KatanaRuntime", "KatanaSystem"),
    module("KatanaRecording", "Katana", "KatanaComparison", "KatanaRuntime", "KatanaSystem"),
    module("KatanaTesting", "Katana", "KatanaComparison", "KatanaRuntime"),
    module("KatanaConsole", "Katana", "KatanaEffects", exclude: ["Terminal/TerminalWidths.py"]),
    module(
      "KatanaConsoleInterpreters", "Katana", "KatanaConsole", "KatanaEffects",
      "KatanaEffectInterpreters", "KatanaRuntime", "KatanaSystem"),
    module("KatanaViews", "Katana"),
    // A screen of text, pure: the terminal shows it, and a test drives it.
    module("KatanaScreen", "Katana", "KatanaConsole", "KatanaViews"),
    module(
      "KatanaTerminalViews", "Katana", "KatanaConsole", "KatanaConsoleInterpreters",
      "KatanaEffectInterpreters", "KatanaRuntime", "KatanaScreen", "KatanaViews"),
    // The program of the monitor, pure: what a recording has told, and its views.
    module("KatanaMonitorScreen", "Katana", "KatanaEffects", "KatanaViews"),
    // What performs the commands of the monitor, and what an app calls.
    module(
      "KatanaMonitor", "Katana", "KatanaConsoleInterpreters", "KatanaEffectInterpreters",
      "KatanaMonitorScreen", "KatanaRecording", "KatanaRuntime", "KatanaTerminalViews"),
    module(
      "KatanaViewsTesting", "Katana", "KatanaConsole", "KatanaRuntime", "KatanaScreen",
      "KatanaTesting", "KatanaViews"),
    module(
      "KatanaEffectsTesting", "Katana", "KatanaEffects", "KatanaEffectInterpreters",
      "KatanaRuntime", "KatanaSystem", "KatanaTesting"),
    module(
      "KatanaConsoleTesting", "Katana", "KatanaConsole", "KatanaConsoleInterpreters",
      "KatanaEffects", "KatanaEffectInterpreters", "KatanaEffectsTesting", "KatanaRuntime",
      "KatanaTesting"),

    tests("KatanaTests", "Katana", "KatanaComparison", "KatanaRuntime", "KatanaTesting"),
    tests("KatanaRuntimeTests", "Katana", "KatanaRuntime", "KatanaTesting"),
    // A program whose terminal must be restored, whatever ends it.
    .executableTarget(
      name: "TerminalProbe",
      dependencies: [
        "KatanaConsole", "KatanaConsoleInterpreters", "KatanaRuntime", "KatanaTerminalViews",
        "KatanaViews",
      ],
      path: "Tests/TerminalProbe", swiftSettings: settings),
    tests(
      "KatanaEffectsTests", "TerminalProbe", "RecordingProbe", "Katana", "KatanaConsole",
      "KatanaConsoleInterpreters", "KatanaConsoleTesting", "KatanaEffects",
      "KatanaEffectInterpreters", "KatanaEffectsTesting", "KatanaRecording", "KatanaRuntime",
      "KatanaSystem", "KatanaTesting", exclude: ["Fixtures"]),
    // A program that is killed while it writes a recording.
    .executableTarget(
      name: "RecordingProbe", dependencies: ["Katana", "KatanaRecording"],
      path: "Tests/RecordingProbe", swiftSettings: settings),
    tests(
      "KatanaRecordingTests", "RecordingProbe", "Katana", "KatanaRecording", "KatanaRuntime",
      "KatanaTesting", exclude: ["Fixtures"]),
    tests(
      "KatanaViewsTests", "Katana", "KatanaConsole", "KatanaConsoleInterpreters",
      "KatanaConsoleTesting", "KatanaEffectInterpreters", "KatanaRecording", "KatanaRuntime",
      "KatanaScreen", "KatanaTerminalViews", "KatanaTesting", "KatanaViews", "KatanaViewsTesting",
      exclude: ["Pictures/random-pictures.txt"]),
    // Frames whose instructions are counted: `.ci/view-costs`.
    .executableTarget(
      name: "view-costs",
      dependencies: [
        "Katana", "KatanaConsole", "KatanaScreen", "KatanaTerminalViews", "KatanaViews",
      ],
      path: "Tests/ViewCosts", swiftSettings: settings),
    // Long trials of screens in a release build: `.ci/long screens`.
    .executableTarget(
      name: "view-trial",
      dependencies: [
        "Katana", "KatanaConsole", "KatanaScreen", "KatanaTerminalViews", "KatanaTesting",
        "KatanaViews",
      ],
      path: "Tests/ViewTrial", swiftSettings: settings),
    tests(
      "KatanaMonitorTests", "Katana", "KatanaConsole", "KatanaEffects",
      "KatanaEffectInterpreters", "KatanaMonitor",
      "KatanaMonitorScreen", "KatanaRecording", "KatanaRuntime", "KatanaTesting", "KatanaViews",
      "KatanaViewsTesting"),
    // Ten million messages, and a large model: `.ci/long monitor`.
    .executableTarget(
      name: "monitor-trial",
      dependencies: [
        "Katana", "KatanaMonitor", "KatanaMonitorScreen", "KatanaRecording", "KatanaRuntime",
      ],
      path: "Tests/MonitorTrial", swiftSettings: settings),
    tests("KatanaTestingTests", "Katana", "KatanaComparison", "KatanaRuntime", "KatanaTesting"),
    tests(
      "ExplorationTests", "Katana", "KatanaEffects", "KatanaEffectInterpreters", "KatanaRuntime",
      "KatanaTesting"),
    // The promises of the contract, each with a program that tries it: `stress` runs them for long,
    // `ContractTests` for a moment.
    .target(
      name: "Promises", dependencies: ["Katana", "KatanaRuntime", "KatanaTesting"],
      path: "Tests/Promises", swiftSettings: settings),
    .executableTarget(
      name: "stress", dependencies: ["Promises", "KatanaRuntime", "KatanaTesting"],
      path: "Tests/Stress", swiftSettings: settings),
    tests("ContractTests", "Promises", "Katana", "KatanaRuntime", "KatanaTesting"),
    tests("ProposalTests", "Katana", "KatanaRuntime", "KatanaTesting"),
    tests(
      "DocumentTests", "Katana", "KatanaConsole", "KatanaConsoleInterpreters", "KatanaEffects",
      "KatanaEffectInterpreters", "KatanaEffectsTesting", "KatanaRuntime", "KatanaScreen",
      "KatanaTerminalViews", "KatanaTesting", "KatanaViews", "KatanaViewsTesting"),
    // All modules beside those of the system: no public name may shadow what every file uses.
    .target(
      name: "SystemNames", dependencies: ["Katana"], path: "Tests/SystemNames",
      swiftSettings: settings),
    tests(
      "NameTests", "SystemNames", "Katana", "KatanaConsole", "KatanaConsoleInterpreters",
      "KatanaEffects", "KatanaEffectInterpreters", "KatanaRuntime", "KatanaTerminalViews",
      "KatanaTesting", "KatanaViews", "KatanaViewsTesting"),
    // Empty where SwiftUI does not exist. `Tests/Apple` compiles it there.
    tests("SwiftUITests", "KatanaRuntime"),
    // Programs that do not compile, and what the compiler says first.
    tests("WrongProgramTests", "Katana", "KatanaRuntime", "KatanaViews", exclude: ["Fixtures"]),
    // A client whose code is on the main actor unless it says otherwise, as new apps are.
    tests(
      "MainActorTests", "Katana", "KatanaEffects", "KatanaEffectInterpreters", "KatanaRuntime",
      "KatanaTesting", settings: [.defaultIsolation(MainActor.self)]),
  ]
)
