// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "Playground",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1")
  ],
  targets: [
    .target(
      name: "ConduitBackend",
      dependencies: [
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ConduitBackendTests",
      dependencies: ["ConduitBackend", .product(name: "FlyingSocks", package: "FlyingFox")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
