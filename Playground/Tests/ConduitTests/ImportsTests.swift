import Foundation
import Testing

/// What the package manager checks only in a build with `--explicit-target-dependency-import-check error`:
/// in a plain build, a target can import what another one has compiled already.
@Suite struct ImportsTests {
  private static let playground = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The modules that the names in the manifest stand for.
  private static let products = [
    "katana": "Katana", "effects": "KatanaEffects", "console": "KatanaConsole",
    "views": "KatanaViews",
  ]

  /// The targets that the manifest calls interfaces, with what they may import.
  private static func interfaces() throws -> [(name: String, mayImport: Set<String>)] {
    let manifest = try String(
      contentsOf: playground.appending(path: "Package.swift"), encoding: .utf8)
    return manifest.matches(of: /\n    interface\(\s*"(\w+)"([^)]*)\)/).map { match in
      let words = match.2.split { !$0.isLetter }.map(String.init)
      return (String(match.1), Set(words.map { products[$0] ?? $0 } + ["Katana", "Foundation"]))
    }
  }

  @Test func anInterfaceImportsOnlyWhatItDeclaresAndNothingThatPerforms() throws {
    let interfaces = try Self.interfaces()
    #expect(interfaces.map(\.name).contains("Articles") && interfaces.count > 8)
    for (name, mayImport) in interfaces {
      #expect(!mayImport.contains { $0.hasSuffix("Interpreters") || $0 == "KatanaRuntime" })
      let folder = Self.playground.appending(path: "Sources/\(name)")
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      for case let file as URL in try #require(files) where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: /(?m)^(?:public |@testable )?import (\w+)/) {
          #expect(
            mayImport.contains(String(match.1)),
            "\(name)/\(file.lastPathComponent) imports \(match.1), which the manifest does not declare"
          )
        }
      }
    }
  }
}
