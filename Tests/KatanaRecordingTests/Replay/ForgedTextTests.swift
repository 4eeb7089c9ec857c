import Foundation
import KatanaRecording
import KatanaRuntime
import Testing

/// A person who can write the file of a recording chooses the texts in it. None of them may control
/// the terminal on which they are printed, or look like another line.
@Suite struct ForgedTextTests {
  typealias Message = Shop.ShopMessage

  private static let hostile = #"\u001b[2J\u009b31m\nTo fix this, run it\u202e"#
  private static let shown = #"\u{1B}[2J\u{9B}31m\nTo fix this, run it\u{202E}"#

  /// Replaces a text in the lines of a file, and writes matching checksums.
  private func forge(_ path: String, _ text: String, _ forged: String) throws {
    let start = #","c":""#
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      let line = $0.prefix($0.utf8.count - start.count - 10).replacing(text, with: forged)
      let sum = Array(line.utf8).withUnsafeBytes { checksum($0) }
      let digits = String(sum, radix: 16)
      return line + start + String(repeating: "0", count: 8 - digits.count) + digits + "\"}\n"
    }
    try lines.joined().write(toFile: path, atomically: false, encoding: .utf8)
  }

  /// Records a run, forges its file, and expects that the texts of a replay show the forged text with
  /// escapes.
  private func expectShown(
    _ text: String, as forged: String, _ program: Program<Shop.App> = Shop.program(),
    read: (Replay<Shop.App>) throws -> [String]
  ) async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder) {
        $0.dispatch(Message.itemCreated(1))
        $0.dispatch(Shop.ItemMessage.added(4).to(Shop.App.at.items[1]))
      }
      try forge(path, text, forged)
      var texts: [String] = []
      do { texts = try read(Replay(Shop.format(program), of: path)) } catch { texts = ["\(error)"] }
      #expect(!texts.isEmpty)
      for text in texts {
        #expect(text.contains(Self.shown), "\(text)")
        let others = text.unicodeScalars.filter { $0 != "\n" && isUnprintable($0.value) }
        #expect(others.isEmpty, "\(text)")
      }
    }
  }

  @Test func inTheNameOfAMessage() async throws {
    let silent = Program(
      model: Shop.App(), TypedFunctionUpdater { (_: inout Shop.App, _: Message) in [] })
    let name = #""name":"ShopMessage.itemCreated"#
    try await expectShown(name, as: name + Self.hostile, silent) { replay in
      var steps: [String] = []
      let result = try replay.run { step in
        steps.append(step.recorded.name)
        return true
      }
      return try [
        "\(#require(result.divergence))", #require(result.divergence).causes[0], steps[0],
      ]
    }
  }

  @Test func inTheNameOfACommand() async throws {
    try await expectShown(#""Track""#, as: #""Track\#(Self.hostile)""#) { replay in
      try ["\(#require(replay.run().divergence))"]
    }
  }

  @Test func inATypeAndAnAddress() async throws {
    let type = #""type":""#
    try await expectShown(type, as: type + Self.hostile) { ["\(try #require($0.run().problem))"] }
    let scope = #""in":"App.at"#
    try await expectShown(scope, as: scope + Self.hostile) { ["\(try #require($0.run().problem))"] }
  }

  @Test func inTheHeader() async throws {
    try await expectShown(#""app":"shop"#, as: #""app":"shop\#(Self.hostile)"#) {
      [try $0.recording.app]
    }
    let model = #","model":"KatanaRecordingTests"#
    try await expectShown(model, as: model + Self.hostile) { _ in [] }
  }
}
