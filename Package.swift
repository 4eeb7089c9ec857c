// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Katana",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Katana", targets: ["Katana"]),
    .library(name: "KatanaRuntime", targets: ["KatanaRuntime"]),
    .library(name: "KatanaTesting", targets: ["KatanaTesting"]),
  ],
  targets: [
    .target(name: "Katana", swiftSettings: settings),
    .target(name: "KatanaRuntime", dependencies: ["Katana"], swiftSettings: settings),
    .target(
      name: "KatanaTesting", dependencies: ["Katana", "KatanaRuntime"], swiftSettings: settings),
  ]
)
