import Foundation
import Testing

/// Code in the documents is code that is compiled: each `swift` block stands, to the letter, in a
/// source file of the tests or of the playground.
@Suite struct DocumentTests {
  static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func files(_ folder: String, _ suffix: String) -> [URL] {
    let enumerator = FileManager.default.enumerator(
      at: top.appending(path: folder), includingPropertiesForKeys: nil,
      options: [.skipsHiddenFiles])
    let all = (enumerator?.allObjects ?? []).compactMap { $0 as? URL }
    return all.filter { $0.lastPathComponent.hasSuffix(suffix) }
  }

  static let documents = files("Docs", ".md") + [top.appending(path: "README.md")]

  static let sources =
    files("Tests", ".swift") + files("Playground/Sources", ".swift")
    + files("Playground/Tests", ".swift") + files("Sources", ".swift")

  @Test func everyCodeBlockIsCompiled() throws {
    let code = try Self.sources.map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(code.count > 100)
    for document in Self.documents {
      let text = try String(contentsOf: document, encoding: .utf8)
      for block in text.swiftBlocks {
        let isCompiled = code.contains { $0.contains(block) }
        #expect(isCompiled, "\(document.lastPathComponent) shows code that no file has:\n\(block)")
      }
    }
  }

  @Test func everyLinkLeadsSomewhere() throws {
    for document in Self.documents {
      let text = try String(contentsOf: document, encoding: .utf8)
      for link in text.links where !link.hasPrefix("http") && !link.hasPrefix("#") {
        let path = link.split(separator: "#").first.map(String.init) ?? link
        let target = document.deletingLastPathComponent().appending(path: path)
        #expect(
          FileManager.default.fileExists(atPath: target.path()),
          "\(document.lastPathComponent) links to \(link)")
      }
    }
  }

  /// Names in `code` that look like files or functions of ours exist.
  @Test func theFilesThatDocumentsNameExist() throws {
    let paths = try Regex(#"`((?:Sources|Tests|Playground|Docs)/[A-Za-z0-9_+./-]+)`"#)
    for document in Self.documents {
      let text = try String(contentsOf: document, encoding: .utf8)
      for match in text.matches(of: paths) {
        guard let path = match.output[1].substring else { continue }
        #expect(
          FileManager.default.fileExists(atPath: Self.top.appending(path: String(path)).path()),
          "\(document.lastPathComponent) names \(path)")
      }
    }
  }
}

extension String {
  fileprivate var swiftBlocks: [String] {
    components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first?.trimmingCharacters(in: .newlines)
    }
  }

  fileprivate var links: [String] {
    components(separatedBy: "](").dropFirst().compactMap { $0.components(separatedBy: ")").first }
  }
}
