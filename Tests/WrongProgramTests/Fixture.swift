import Foundation

/// A program in a file of its own, with the first error that it must have.
///
/// A fixture is no source file of the package: it ends in `.swift.txt`. It begins with
///
///     // expected: the text of the first error, without its place
///     // does not name the user's type: why, if it names none
///
/// or, instead of the second line, with `// misleads: how`, if it names one and still says
/// something else than what is wrong.
struct Fixture: Sendable, CustomStringConvertible {
  let name: String
  let source: String

  var description: String { name }

  /// The first error; `nil` where a line that states it is missing.
  var expected: String? { comment("expected", line: 0) }

  /// Whether it says that the first error names no type of the user.
  var saysThatNoTypeIsNamed: Bool { comment("does not name the user's type", line: 1) != nil }

  private func comment(_ title: String, line: Int) -> String? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let start = "// \(title): "
    guard lines.count > line, lines[line].hasPrefix(start) else { return nil }
    return String(lines[line].dropFirst(start.count))
  }

  /// The types that are declared in it.
  var types: Set<String> {
    Set(source.matches(of: /\b(?:struct|enum|class|protocol) (\w+)/).map { String($0.1) })
  }

  /// The wrong programs.
  static let wrong = all.filter { !["Preamble", "RightProgram"].contains($0.name) }
  /// What all programs share: models, messages, updaters.
  static let preamble = all.first { $0.name == "Preamble" }
  static let rightProgram = all.first { $0.name == "RightProgram" }

  private static let all: [Fixture] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    let ending = ".swift.txt"
    return names.filter { $0.hasSuffix(ending) }.sorted().compactMap { name in
      guard let source = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
      else { return nil }
      return Fixture(name: String(name.dropLast(ending.count)), source: source)
    }
  }()
}
