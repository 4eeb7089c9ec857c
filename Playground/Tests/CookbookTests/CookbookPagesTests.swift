import Foundation
import Testing

/// The pages of the cookbook keep what its index promises.
@Suite struct CookbookPagesTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Docs/cookbook")

  static func text(_ page: String) throws -> String {
    try String(contentsOf: folder.appending(path: page), encoding: .utf8)
  }

  static func pages() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".md") && $0 != "README.md" }
  }

  /// The anchors of the questions of a page, as GitHub makes them.
  static func anchors(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { heading in
      heading.dropFirst(3).lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        .replacing(" ", with: "-")
    }
  }

  @Test func noAnswerIsLongerThanThirtyLines() throws {
    for page in try Self.pages() {
      let blocks = try Self.text(page).components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "\n```").first }
      #expect(!blocks.isEmpty)
      for block in blocks {
        #expect(block.split(separator: "\n", omittingEmptySubsequences: false).count <= 30)
      }
    }
  }

  @Test func eachLinkOfTheIndexLeadsToAQuestionAndNoQuestionIsMissing() throws {
    let links = try Self.text("README.md").matches(of: /\]\(([a-z-]+\.md)#([^)]+)\)/)
    var linked: [String: Set<String>] = [:]
    for link in links { linked[String(link.output.1), default: []].insert(String(link.output.2)) }
    let pages = try Self.pages()
    #expect(pages.count > 3)
    #expect(Set(linked.keys).isSubset(of: pages))
    for page in pages {
      #expect(try Set(Self.anchors(Self.text(page))) == linked[page] ?? [], "\(page)")
    }
    let count = try pages.reduce(0) { try $0 + Self.anchors(Self.text($1)).count }
    #expect(try Self.text("README.md").contains("\n\(count) questions"))
  }
}
