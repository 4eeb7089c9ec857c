// swift-tools-version: 6.2
import PackageDescription

// What is written for Apple's systems, compiled on Linux against declarations of Apple's modules;
// see README.md. The folders `Katana`, `Examples` and `SwiftUITests` are links to the originals.

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

func target(
  _ name: String, _ path: String, _ dependencies: Target.Dependency...,
  settings extra: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, swiftSettings: settings + extra)
}

let package = Package(
  name: "Apple",
  targets: [
    target("SwiftUI", "StandIns/SwiftUI"),
    target("UIKit", "StandIns/UIKit"),
    target("Combine", "StandIns/Combine"),
    target("os", "StandIns/os"),
    target("Katana", "Katana/Katana"),
    target("KatanaComparison", "Katana/KatanaComparison", "Katana"),
    target("KatanaRuntime", "Katana/KatanaRuntime", "Katana", "KatanaComparison", "SwiftUI"),
    target("KatanaSystem", "Katana/KatanaSystem"),
    target(
      "KatanaRecording", "Katana/KatanaRecording", "Katana", "KatanaComparison", "KatanaRuntime",
      "KatanaSystem", "os"),
    target("KatanaViews", "Katana/KatanaViews", "Katana"),
    target("SwiftUIFace", "Examples/SwiftUIFace", "KatanaRuntime", "KatanaViews", "SwiftUI"),
    target("Notes", "Examples/Notes", "Katana"),
    target(
      "NotesViews", "Examples/NotesViews", "Notes", "KatanaRuntime", "SwiftUI", "UIKit", "Combine"),
    // New apps are on the main actor unless they say otherwise.
    target(
      "NotesViewsOnMainActor", "OnMainActor", "Notes", "KatanaRuntime", "SwiftUI", "UIKit",
      "Combine",
      settings: [.defaultIsolation(MainActor.self)]),
    .testTarget(
      name: "SwiftUITests", dependencies: ["KatanaRuntime", "SwiftUI"], path: "SwiftUITests",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
