import Foundation

/// A page of the tutorial.
struct Page {
  let number: Int
  let text: String

  /// All pages, in the order of their steps.
  static func all() throws -> [Page] {
    let folder = URL(filePath: #filePath).appending(path: "../../../../Docs/tutorial").standardized
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    return try names.filter { $0.hasSuffix(".md") }.compactMap { name in
      guard let number = name.first?.wholeNumberValue else { return nil }
      return Page(
        number: number,
        text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
  }

  /// What a reader does in a terminal, and sees there.
  enum Line: Equatable {
    /// A command for the shell.
    case command(String)
    /// The start of the app, as a command for the shell.
    case start(String)
    /// A line that is typed into the app.
    case typed(String)
    case printed(String)
    /// The server is stopped.
    case serverStopped
  }

  /// The lines of the commands and the sessions, in the order of the page.
  var lines: [Line] {
    blocks.flatMap { language, block -> [Line] in
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if language == "sh" { return lines.map(Line.command) }
      let isSession = language == "text" && Self.session.contains(where: block.hasPrefix)
      return isSession ? lines.map(line) : []
    }
  }

  /// The fenced blocks, each with its language.
  var blocks: [(language: String, text: String)] {
    text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map {
      let parts = $0.element.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts[1].trimmingCharacters(in: .newlines))
    }
  }

  /// The beginnings of a session.
  private static let session = ["$ ", "> ", "("]

  private func line(_ text: String) -> Line {
    if text.hasPrefix("$ ") { return .start(String(text.dropFirst(2))) }
    if text == "(stop the server)" { return .serverStopped }
    for prompt in ["> ", "Title: ", "Year: "] where text.hasPrefix(prompt) {
      return .typed(String(text.dropFirst(prompt.count)))
    }
    // A prompt for which nothing is typed.
    if ["Title:", "Year:"].contains(text) { return .typed("") }
    return .printed(text)
  }
}
