import Foundation
import Testing

/// Nobody needs to open a source for the cases of an event or an error, or for the answer to a
/// command.
@Suite struct EffectsGuideTests {
  static let sources =
    DocumentTests.files("Sources/KatanaEffects", ".swift")
    + DocumentTests.files("Sources/KatanaConsole", ".swift")

  static func guides() throws -> String {
    try DocumentTests.documents.filter { $0.lastPathComponent.hasPrefix("effects") }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  @Test func everyCaseIsInATable() throws {
    let guides = try Self.guides()
    let kinds = "Error|Event|Update|End|Exit|Change|Answer|Signal|Key|Kind|Content|Value"
    let names = try Regex("public (?:indirect )?enum ([A-Za-z]+(?:\(kinds)))\\b")
    var count = 0
    for source in Self.sources {
      let text = try String(contentsOf: source, encoding: .utf8)
      for match in text.matches(of: names) {
        let type = String(match.output[1].substring ?? "")
        #expect(guides.contains("`\(type)`"), "No guide of effects names \(type).")
        let body = text[match.range.upperBound...].components(separatedBy: "\n}").first ?? ""
        for name in body.cases {
          count += 1
          let isThere = [")", "`", "("].contains { guides.contains("`.\(name)\($0)") }
          #expect(isThere, "No guide of effects explains \(type).\(name).")
        }
      }
    }
    #expect(count > 100)
  }

  /// These have no answer, or answer by a reply that only their interpreter sees.
  static let silent: Set = [
    "DiscardDownloadPart", "ExitProcess", "Persisted", "RingBell", "TerminalScreen",
  ]

  @Test func everyAnswerHasAnExample() throws {
    let guides = try Self.guides()
    let names = try Regex("public struct ([A-Za-z]+)(?:<[^>]*>)?:[^{]*(Command|Subscription)\\b")
    var count = 0
    for source in Self.sources {
      for match in try String(contentsOf: source, encoding: .utf8).matches(of: names) {
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

extension String {
  /// The names of an enum's cases in its body.
  fileprivate var cases: [String] {
    split(separator: "\n").filter { $0.hasPrefix("  case ") }.flatMap { line in
      line.dropFirst(7).replacing(/\([^)]*\)/, with: "").split(separator: ",").compactMap {
        $0.split(separator: " ").first.map(String.init)
      }
    }
  }
}
