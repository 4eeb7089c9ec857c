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
    + files("Playground/Tests", ".swift") + files("Playground/Server/Sources", ".swift")
    + files("Playground/Server/Tests", ".swift") + files("Playground/Fleet/Sources", ".swift")
    + files("Playground/Fleet/Tests", ".swift") + files("Sources", ".swift")

  @Test func everyCodeBlockIsCompiled() throws {
    let code = try Self.sources.map { try $0.text }
    #expect(code.count > 100)
    // By their second lines, because to search all files for each block takes most of a minute. The
    // first may begin with an access level in the file.
    var files: [Substring: Set<Int>] = [:]
    for (index, file) in code.enumerated() {
      for line in file.split(separator: "\n") { files[line, default: []].insert(index) }
    }
    // `.ci/tutorial` compiles the tutorial from its pages.
    for document in Self.documents where !document.path().contains("/Docs/tutorial/") {
      for block in try document.text.swiftBlocks {
        let lines = block.split(separator: "\n")
        let candidates = lines.count > 2 ? files[lines[1]] ?? [] : Set(code.indices)
        let isCompiled = candidates.contains { code[$0].contains(block) }
        #expect(isCompiled, "\(document.lastPathComponent) shows code that no file has:\n\(block)")
      }
    }
  }

  /// What a link leads to exists, and what a name in `code` that looks like a file of ours means.
  @Test func everyFileThatDocumentsNameExists() throws {
    let paths = try Regex(#"`((?:Sources|Tests|Playground|Docs)/[A-Za-z0-9_+./-]+)`"#)
    for document in Self.documents {
      let (text, folder) = try (document.text, document.deletingLastPathComponent())
      let links = text.links.filter { !$0.hasPrefix("http") && !$0.hasPrefix("#") }
        .map { folder.appending(path: $0.split(separator: "#").first.map(String.init) ?? $0) }
      let names = text.matches(of: paths).compactMap { $0.output[1].substring }
        .map { Self.top.appending(path: String($0)) }
      for file in links + names {
        #expect(
          FileManager.default.fileExists(atPath: file.path()),
          "\(document.lastPathComponent) names \(file.path())")
      }
    }
  }

  /// A line that was wrapped into an example swallows the end of it, and the rest of the comment.
  @Test func everyExampleInACommentEnds() throws {
    for source in Self.files("Sources", ".swift") {
      let lines = try source.text.split(separator: "\n", omittingEmptySubsequences: false)
      var isOpen = false
      for line in lines.map({ $0.drop(while: \.isWhitespace) }) {
        if line.hasPrefix("/// ```") { isOpen.toggle() }
        if !line.hasPrefix("///") {
          #expect(!isOpen, "An example in a comment of \(source.lastPathComponent) does not end.")
          isOpen = false
        }
      }
    }
  }

  /// Swift Testing counts the time in which a test waits for its turn: with hundreds of parallel
  /// tests on a slow machine, a limit of minutes fails tests that take milliseconds.
  @Test func noTestHasATimeLimit() throws {
    let trait = "(.time" + "Limit("
    for source in Self.sources where try source.text.contains(trait) {
      Issue.record("\(source.path()) limits the time of a test.")
    }
  }

  /// On Linux, the thread sanitizer reports false races for `Synchronization.Mutex` where threads
  /// wait for each other. So the modules use `Locked` and `Lock` instead.
  @Test func noModuleUsesTheMutexOfTheStandardLibrary() throws {
    let uses = try Regex(#"\bMutex[<(]"#)
    let sources = Self.files("Sources", ".swift")
    #expect(sources.count > 100)
    for source in sources where try source.text.contains(uses) {
      Issue.record("\(source.path()) uses Mutex; use Locked.")
    }
  }

  /// The pages quote what a runtime reports, with the names of their own apps. The tests of the runtime
  /// assert these texts, with other names.
  @Test func everyReportThatAPageQuotesIsAsserted() throws {
    let tests = try Self.files("Tests/KatanaRuntimeTests", ".swift").map { try $0.text }.joined()
      .smallWords
    var count = 0
    // `ComingFromTests` compares those of its pages to the letter.
    for document in Self.documents where !document.path().contains("/coming-from/") {
      for report in try document.text.reports where !report.smallWords.isEmpty {
        count += 1
        #expect(
          tests.contains(report.smallWords),
          "\(document.lastPathComponent) quotes what no test asserts: \(report)")
      }
    }
    #expect(count > 20)
  }

  /// A promise without its test is a wish.
  @Test(arguments: ["contract", "control-algebra"])
  func everyTestThatTheContractNamesExists(document: String) throws {
    let contract = try guide(document)
    let functions = try Set(
      Self.sources.flatMap { file in
        try file.text.matches(of: /func ([A-Za-z0-9]+)/).map { String($0.output.1) }
      })
    let names = contract.matches(of: /`([a-z][A-Za-z]{15,})\(\)`/).map { String($0.output.1) }
    #expect(names.count > 25)
    for name in names where !name.hasPrefix("requestShutdown") {
      #expect(functions.contains(name), "\(name)")
    }
  }

  @Test func everyFunctionOnTheWayOfAMessageExists() throws {
    let walk = try guide("follow-one-message")
    let code = try Self.sources.map { try $0.text }
    let names = walk.matches(of: /`([A-Z][A-Za-z]+)\.([a-z][A-Za-z]+)`/)
    #expect(names.count >= 4)
    for name in names {
      let (type, member) = (name.output.1, name.output.2)
      let isThere = code.contains { file in
        let isOfType = ["class", "struct", "enum", "extension"].contains {
          file.contains("\($0) \(type)")
        }
        return isOfType && (file.contains("func \(member)(") || file.contains("case \(member)"))
      }
      #expect(isThere, "\(type).\(member)")
    }
  }
}

/// Returns the text of a page.
func guide(_ name: String) throws -> String {
  try DocumentTests.top.appending(path: "Docs/\(name).md").text
}

extension URL {
  var text: String { get throws { try String(contentsOf: self, encoding: .utf8) } }
}

extension String {
  /// The sentences in backticks, and the lines of the blocks that say how to fix something.
  fileprivate var reports: [String] {
    components(separatedBy: "```").enumerated().flatMap { index, part -> [String] in
      if index % 2 == 0 {
        return part.matches(of: /`([A-Z0-9][^`]* [^`]*\.)`/).map { String($0.output.1) }
      }
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      guard ["", "text"].contains(lines[0]), part.contains("To fix this") else { return [] }
      // Not the place and the case of a message, which are those of the app.
      return lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !$0.contains(".swift:") }
    }
  }

  /// The words of the text that begin with a small letter. Others, such as names of types, differ from
  /// app to app.
  fileprivate var smallWords: String {
    split { !($0.isLetter || $0.isNumber || $0 == ".") }
      .filter { $0.first?.isLowercase == true }.joined(separator: " ")
  }

  fileprivate var swiftBlocks: [String] {
    components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first?.trimmingCharacters(in: .newlines)
    }
  }

  fileprivate var links: [String] {
    components(separatedBy: "](").dropFirst().compactMap { $0.components(separatedBy: ")").first }
  }
}
