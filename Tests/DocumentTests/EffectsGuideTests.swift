import Foundation
import Testing

/// The guides of effects show what a command answers with, and leave the cases of events and errors to
/// the documentation comments.
@Suite struct EffectsGuideTests {
  static let sources =
    DocumentTests.files("Sources/KatanaEffects", ".swift")
    + DocumentTests.files("Sources/KatanaConsole", ".swift")

  /// The linter does not look for the comments of cases.
  @Test func everyCaseIsDocumented() throws {
    var count = 0
    for source in Self.sources {
      let lines = try source.text.split(separator: "\n")
      var isPublic = false
      for (before, line) in zip(lines, lines.dropFirst()) {
        if !line.hasPrefix(" ") {
          isPublic = line.hasPrefix("public enum ") || line.hasPrefix("public indirect enum ")
        }
        guard isPublic, line.hasPrefix("  case ") else { continue }
        count += 1
        #expect(before.hasPrefix("  ///"), "\(source.lastPathComponent) says nothing of\(line)")
      }
    }
    #expect(count > 100)
  }

  /// These have no answer, answer by a reply that only their interpreter sees, or answer as one with an
  /// example.
  static let silent: Set = [
    "AddToValue", "DiscardDownloadPart", "ExitProcess", "LoadPersisted", "Persisted", "RemoveValue",
    "RingBell", "RunInTerminal", "SaveValue", "TerminalScreen",
  ]

  @Test func everyAnswerHasAnExample() throws {
    let guides = try DocumentTests.documents.filter { $0.lastPathComponent.hasPrefix("effects") }
      .map { try $0.text }.joined()
    let names = try Regex("public struct ([A-Za-z]+)(?:<[^>]*>)?:[^{]*(Command|Subscription)\\b")
    var count = 0
    for source in Self.sources {
      for match in try source.text.matches(of: names) {
        let type = String(match.output[1].substring ?? "")
        guard !Self.silent.contains(type) else { continue }
        count += 1
        let call = match.output[2].substring == "Subscription" ? "emit" : "answer"
        let isThere = [".", "<"].contains { guides.contains("app.\(call)(\\\(type)\($0)") }
        #expect(isThere, "No guide of effects shows what \(type) answers with in a test.")
      }
    }
    #expect(count > 30)
  }
}
