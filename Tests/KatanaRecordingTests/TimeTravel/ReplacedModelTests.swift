import Foundation
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

/// Recordings of runtimes that go on from a past model.
@Suite struct ReplacedModelTests {
  typealias Message = Shop.ShopMessage

  /// Uses a runtime that goes on from another model. Some messages are refused on the way, and their numbers
  /// are missing in the recording.
  private func travel(_ runtime: Runtime<Shop.App>) {
    for _ in 0..<5 { runtime.dispatch(Message.ticked) }
    runtime.show(Shop.App())
    runtime.dispatch(Message.ticked)
    runtime.goOn(from: Shop.App(ticks: 100))
    for id in 1...5 { runtime.dispatch(Message.itemCreated(id)) }
  }

  @Test func aReplayGoesOnFromTheSameModel() async throws {
    for isDurable in [false, true] {
      try await withFolder { folder in
        var options = RecorderOptions.checkpoints(every: 2)
        options.isDurable = isDurable
        let last = Locked(Shop.App())
        let path = try await Shop.record(in: folder, options: options) { runtime in
          travel(runtime)
          last.withLock { $0 = runtime.model }
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.split(separator: "\n").filter { $0.contains(#""replaces":true"#) }.count == 1)
        let replay = try Replay(Shop.format(), of: path)
        let result = try replay.run()
        #expect(result.problem == nil)
        #expect(result.divergence == nil)
        #expect(result.model == last.withLock { $0 })
        #expect(result.model.ticks == 100)
        #expect(result.count == 10)
        #expect(try replay.model(after: 5)?.ticks == 5)
        #expect(try replay.step(7)?.before.ticks == 100)
        #expect(try replay.first { $0.ticks >= 100 }?.recorded.number == nil)
      }
    }
  }

  @Test func aModelThatWasNotRecordedStopsTheReplay() async throws {
    try await withFolder { folder in
      let payloads: [any (Codable & Sendable).Type] = [Shop.ShopMessage.self]
      let path = try await Shop.record(in: folder, payloads: payloads, travel)
      let result = try Replay(Shop.format(payloads: payloads), of: path).run()
      #expect(result.lastNumber == 5)
      #expect(result.problem?.kind == .modelNotRecorded)
      #expect(result.problem?.number == 6)
      #expect(
        result.problem?.description == """
          \(path): After message 6, the app went on from a model that was not recorded.
          The replay stops there: what follows does not follow from the messages before.
          To fix this, add the type of the model to the payloads of the recording format, and record \
          again.
          """)
    }
  }

  @Test func messagesThatWereNotHandledAreNotMissedByAReplay() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder) { runtime in
        runtime.dispatch(Shop.ItemMessage.added(1).to(Shop.App.at.items[1]))
        runtime.dispatch(Message.ticked)
        runtime.dispatch(Shop.ItemMessage.added(1).to(Shop.App.at.items[1]))
        runtime.dispatch(Message.ticked)
      }
      let result = try Replay(Shop.format(), of: path).run()
      #expect(result.problem == nil)
      #expect(result.model.ticks == 2)
    }
  }
}
