import Foundation
import KatanaRecording
import Testing

@testable import KatanaRecording

@Suite struct LineEntriesTests {
  private func entries(_ text: String) -> LineEntries? {
    LineEntries(Array(text.utf8), RecordingDecoder())
  }

  @Test func eachEntryIsFoundByItsName() throws {
    let line = try #require(
      entries(#"{"n":7,"a":"x\"}\\","list":["b","c,"],"deep":[{"n":[1]},2],"on":true,"é":-1,"":0}"#)
    )
    #expect(line.integer("n") == 7 && line.integer("é") == -1 && line.integer("") == 0)
    #expect(line.integer("a") == nil && line.integer("deep") == nil && line.integer("z") == nil)
    #expect(line.integer("n", as: UInt8.self) == 7 && line.integer("é", as: UInt8.self) == nil)
    #expect(line.text("a") == #"x"}\"# && line.text("n") == nil)
    #expect(line.names("list") == ["b", "c,"] && line.names("deep") == nil)
    #expect(line.jsonText("deep") == #"[{"n":[1]},2]"#)
    #expect(line.bool("on") == true && line.bool("n") == nil)
    #expect(line.has("list") && !line.has("lis") && line.hasSecond("a") && !line.hasSecond("n"))
    #expect(try line.decode([String].self, "list") == ["b", "c,"])
    #expect(throws: DecodingError.self) { try line.decode(Int.self, "missing") }
  }

  @Test(arguments: ["", "{", "[]", "7", #"{"a""#, #"{"a":1"#, #"{"a":1,"b"}"#, #"{1:1}"#])
  func whatIsNoObjectHasNoEntries(_ text: String) { #expect(entries(text) == nil) }

  @Test func anEmptyObjectHasNone() throws {
    let line = try #require(entries("{}"))
    #expect(!line.has("a") && !line.hasSecond("a"))
  }

  /// A person who can write the file can write anything, with a checksum that matches.
  @Test func forgedLinesAreReadOrRefused() {
    let line = Array(#"{"n":7,"a":"x\"y","list":["b","c"],"deep":[{"n":[1]},2],"on":true}"#.utf8)
    for seed in 0..<3_000 {
      var random = Seeded(UInt64(seed))
      var forged = line
      for _ in 0...Int.random(in: 0...3, using: &random) { forged.mutate(&random) }
      let entries = LineEntries(Array(forged), RecordingDecoder())
      _ = (entries?.text("a"), entries?.names("list"), entries?.integer("n"), entries?.bool("on"))
      _ = (entries?.jsonText("deep"), try? entries?.decode([Int].self, "deep"))
    }
  }
}
