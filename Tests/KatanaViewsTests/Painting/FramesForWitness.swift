import Foundation
import KatanaConsole
import Testing

import KatanaScreen
@testable import KatanaTerminalViews

/// Writes frames to a file, for a terminal that is not ours to compare: `.ci/witness`.
@Suite struct FramesForWitness {
  private static let path = ProcessInfo.processInfo.environment["KATANA_FRAMES"]
  private static let count =
    ProcessInfo.processInfo.environment["KATANA_PAIRS"].flatMap(UInt64.init) ?? 2_000

  private struct Frame: Encodable {
    var seed: UInt64
    var columns: Int
    var rows: Int
    /// The bytes of this frame, after those of the frames before it.
    var change: String
    var whole: String
    var lines: [String]
    /// Whether it is the first one of its terminal.
    var isFirst: Bool
  }

  @Test(.enabled(if: path != nil, "set KATANA_FRAMES to the path of a file"))
  func writesFrames() throws {
    let path = try #require(Self.path)
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    let file = try #require(FileHandle(forWritingAtPath: path))
    for seed in 0..<Self.count {
      var pair = RandomPair(seed, hasClusters: false)
      while pair.step() {
        let frame = Frame(
          seed: seed, columns: pair.screen.size.columns, rows: pair.screen.size.rows,
          change: pair.bytes, whole: pair.wholeBytes, lines: pair.screen.lines,
          isFirst: pair.count == 1)
        try file.write(contentsOf: JSONEncoder().encode(frame) + Data("\n".utf8))
      }
    }
    try file.close()
  }
}
