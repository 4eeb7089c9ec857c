// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

let katana = Target.Dependency.product(name: "Katana", package: "Katana")
let views = Target.Dependency.product(name: "KatanaViews", package: "Katana")
let terminalViews = Target.Dependency.product(name: "KatanaTerminalViews", package: "Katana")
let viewsTesting = Target.Dependency.product(name: "KatanaViewsTesting", package: "Katana")
let runtime = Target.Dependency.product(name: "KatanaRuntime", package: "Katana")
let effects = Target.Dependency.product(name: "KatanaEffects", package: "Katana")
let effectInterpreters = Target.Dependency.product(
  name: "KatanaEffectInterpreters", package: "Katana")
let effectsTesting = Target.Dependency.product(name: "KatanaEffectsTesting", package: "Katana")
let console = Target.Dependency.product(name: "KatanaConsole", package: "Katana")
let consoleInterpreters = Target.Dependency.product(
  name: "KatanaConsoleInterpreters", package: "Katana")
let consoleTesting = Target.Dependency.product(name: "KatanaConsoleTesting", package: "Katana")
let testing = Target.Dependency.product(name: "KatanaTesting", package: "Katana")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let recording = Target.Dependency.product(name: "KatanaRecording", package: "Katana")
let monitor = Target.Dependency.product(name: "KatanaMonitor", package: "Katana")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")

/// Messages, commands, model and pure updaters: imports `Katana` and other features' interfaces.
func interface(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: [katana] + dependencies, swiftSettings: settings)
}

/// What performs the commands and runs the subscriptions of interfaces.
func interpreters(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .target(name: name, dependencies: [katana, runtime] + dependencies, swiftSettings: settings)
}

func executable(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .executableTarget(
    name: name, dependencies: [runtime] + dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: Target.Dependency...) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
  name: "Playground",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ConduitServer", targets: ["ConduitServer", "ConduitServerInterpreters"]),
    // What tests of other transports need.
    .library(name: "ConduitAPI", targets: ["API", "APIInterpreters", "ConduitLines", "Terminal"]),
    // What another main function of conduit needs.
    .library(name: "ConduitApp", targets: ["ConduitApp"]),
  ],
  dependencies: [
    .package(name: "Katana", path: ".."),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    executable("counter"),
    executable("benchmark", "Counters", recording),
    .target(name: "Counters"),
    interface("API", effects),
    interpreters("APIInterpreters", "API", effects, effectInterpreters),
    interface("Authentication", "API"),
    interpreters("AuthenticationInterpreters", "Authentication"),
    interface("Profiles", "API"),
    interface("Articles", "API", "Profiles", effects),
    interface("Comments", "API", "Profiles"),
    // Articles that are written in an editor.
    interface("Drafts", "API", "Articles", console, effects),
    // The main function of the examples, and what they print.
    .target(name: "ExamplePrograms", dependencies: [console], swiftSettings: settings),
    // A face of lines for any app, and what the features of conduit bring to it.
    interface("Terminal", "ExamplePrograms", console, effects),
    interpreters("TerminalInterpreters", "Terminal"),
    interface(
      "ConduitLines", "API", "Articles", "Authentication", "Comments", "Drafts", "Profiles",
      "Terminal", console, effects),
    // The face of a screen, on the same features.
    interface(
      "ConduitScreen", "API", "Articles", "Authentication", "Comments", "ConduitLines", "Profiles",
      "Terminal", views),
    interpreters(
      "ConduitApp", "API", "APIInterpreters", "Articles", "Authentication",
      "AuthenticationInterpreters", "Comments", "ConduitLines", "ConduitScreen", "ConduitServer",
      "ConduitServerInterpreters", "Drafts", "Profiles", "RecordedPrograms", "Terminal",
      "TerminalInterpreters", effectInterpreters, console, consoleInterpreters, recording,
      terminalViews),
    executable("conduit", "ConduitApp", effectInterpreters),
    // A program of this package as a process with pipes: for tests alone.
    .target(
      name: "ProgramProcess", dependencies: [console, consoleTesting], swiftSettings: settings),
    // The server of conduit behind a socket, with faults: for tests alone.
    .target(
      name: "ConduitBackend",
      dependencies: [
        "ConduitServer", "ConduitServerInterpreters", katana, effects, flyingFox, flyingSocks,
      ], swiftSettings: settings),
    // Tasks of 7GUIs, and what the ready-made effects do, as programs for the terminal.
    executable(
      "timer", "ExamplePrograms", "RecordedPrograms", katana, effects, effectInterpreters, console,
      consoleInterpreters, recording, views, terminalViews),
    executable(
      "flight-booker", "ExamplePrograms", katana, effects, effectInterpreters, console,
      consoleInterpreters, views, terminalViews),
    executable(
      "crud", "ExamplePrograms", "RecordedPrograms", katana, effects, effectInterpreters, console,
      consoleInterpreters, recording, views, terminalViews),
    // Recordings of the examples, and the monitor that shows them.
    .target(
      name: "RecordedPrograms",
      dependencies: [
        "ExamplePrograms", katana, runtime, recording, consoleInterpreters, monitor,
      ], swiftSettings: settings),
    executable(
      "download", "ExamplePrograms", katana, effects, effectInterpreters, console,
      consoleInterpreters),
    executable(
      "tail", "ExamplePrograms", katana, effects, effectInterpreters, console, consoleInterpreters),
    // Mistakes on purpose, to be found with the monitor.
    executable(
      "basket", "ExamplePrograms", "RecordedPrograms", katana, effects, effectInterpreters, console,
      consoleInterpreters, recording, views, terminalViews),
    // Recordings of any app.
    executable("katana-monitor", "ExamplePrograms", monitor),
    // An app for Apple's systems: its logic, and its views, which are empty elsewhere.
    interface("Notes"),
    interpreters("NotesViews", "Notes"),
    interpreters("SwiftUIFace", views),
    executable(
      "check-links", katana, effects, effectInterpreters, console, consoleInterpreters),
    // The server of conduit, without sockets.
    interface("ConduitServer", effects),
    interpreters("ConduitServerInterpreters", "ConduitServer", effects, effectInterpreters),
    // Small examples: a folder for each, and `Screens` with the faces of those that have one.
    interpreters(
      "Examples", effects, effectInterpreters, consoleInterpreters, views, terminalViews),
    executable("screens", "ExamplePrograms", "Examples"),
    tests(
      "ExamplesTests", "ConduitBackend", "ExamplePrograms", "Examples", "Notes", "ProgramProcess",
      "RecordedPrograms", "basket", "check-links", "counter", "crud", "download", "flight-booker",
      "tail",
      "timer", katana, runtime, effects, effectInterpreters, effectsTesting, console,
      consoleInterpreters, consoleTesting, testing, recording, views, viewsTesting),
    // What the README shows.
    tests(
      "ReadmeTests", "counter", runtime, effects, effectInterpreters, effectsTesting, testing),
    tests("BenchmarkTests", "benchmark"),
    tests("ConduitBackendTests", "ConduitBackend", flyingSocks),
    tests(
      "APIInterpretersTests", "API", "APIInterpreters", "ConduitBackend", "ConduitLines",
      "Terminal", katana, runtime, effects, effectInterpreters, testing),
    tests(
      "AuthenticationTests", "API", "Authentication", "AuthenticationInterpreters", katana, runtime,
      effects, effectInterpreters, testing),
    tests(
      "ArticlesTests", "API", "Articles", "Profiles", katana, runtime, effects, effectInterpreters,
      testing),
    tests("ProfilesTests", "API", "Profiles", katana, runtime, effects, testing),
    tests("CommentsTests", "API", "Comments", "Profiles", katana, runtime, testing),
    tests(
      "LinesTests", "API", "Articles", "Authentication", "Comments", "ConduitLines", "Drafts",
      "Profiles", "Terminal", katana, console, effects),
    tests(
      "DraftsTests", "API", "Articles", "Drafts", "Profiles", katana, console, effects, testing),
    tests(
      "TerminalTests", "Terminal", "TerminalInterpreters", katana, runtime, console, effects,
      effectInterpreters, testing),
    tests(
      "ConduitScreenTests", "API", "Articles", "Authentication", "Comments", "ConduitScreen",
      "Profiles", "Terminal", katana, testing, views, viewsTesting),
    tests(
      "ConduitTests", "API", "APIInterpreters", "Articles", "Authentication",
      "AuthenticationInterpreters", "Comments",
      "ConduitApp", "ConduitBackend", "ConduitLines", "ConduitScreen", "Drafts", "Profiles",
      "ProgramProcess", "RecordedPrograms", "Terminal", "TerminalInterpreters", "conduit",
      "katana-monitor", katana,
      runtime, effects, effectInterpreters, effectsTesting, console, consoleInterpreters,
      consoleTesting, testing, recording, views, viewsTesting, "counter", "crud", "download",
      "flight-booker", "tail", "timer"),
    // The recipes of `Docs/cookbook`.
    tests(
      "CookbookScreensTests", runtime, effects, effectInterpreters, effectsTesting, testing),
    tests("CookbookTests", runtime, effects, effectInterpreters, effectsTesting, testing),
    // The small apps of the pages "Coming from …".
    tests(
      "ComingFromTests", runtime, effects, effectInterpreters, effectsTesting, testing, console,
      consoleInterpreters, terminalViews, viewsTesting),
    tests(
      "ConduitServerTests", "ConduitServer", "ConduitServerInterpreters", katana, runtime, effects,
      effectInterpreters, testing, recording),
  ],
  swiftLanguageModes: [.v6]
)
