import Foundation
import Testing

// `Docs/maintaining/from-the-proposal.md` is written from these tests: each Swift block in it is compiled here.

private let folder = URL(filePath: #filePath).deletingLastPathComponent()

private func swiftBlocks(of document: String) -> [String] {
  document.components(separatedBy: "```swift\n").dropFirst().compactMap { rest in
    rest.components(separatedBy: "\n```").first
  }
}

@Test func eachSwiftBlockOfTheDocumentIsCodeOfTheseTests() throws {
  let document = try String(
    contentsOf: folder.appending(path: "../../Docs/maintaining/from-the-proposal.md"),
    encoding: .utf8)
  let files = try FileManager.default.contentsOfDirectory(
    at: folder, includingPropertiesForKeys: nil)
  let tests = try files.filter { $0.pathExtension == "swift" }
    .map { try String(contentsOf: $0, encoding: .utf8) }
    .joined(separator: "\n")
  let blocks = swiftBlocks(of: document)
  #expect(blocks.count >= 19)
  let strangers = blocks.filter { !tests.contains("\n\($0)\n") }
  #expect(strangers == [], "these blocks are not code of ProposalTests")
}

@Test func theDocumentNamesAllSamplesInOrder() throws {
  let document = try String(
    contentsOf: folder.appending(path: "../../Docs/maintaining/from-the-proposal.md"),
    encoding: .utf8)
  let samples = document.matches(of: /(?m)^### Sample (\d+)/).compactMap { Int($0.1) }
  #expect(samples == Array(1...19))
}
