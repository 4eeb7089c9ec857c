import Foundation
import Katana
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

/// What the texts of a recording advise helps: each test does what a text says.
@Suite struct AdviceTests {
  typealias Message = Shop.ShopMessage

  private func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(".katana") }.map { "\(folder)/\($0)" }
  }

  /// Flips a bit of a message's line. Returns the number of the line.
  private func damage(_ message: Int, in path: String) throws -> Int {
    var bytes = try Data(contentsOf: URL(filePath: path))
    let name = try #require(bytes.range(of: Data("\"message\":\(message),".utf8)))
    bytes[name.upperBound + 1] ^= 1
    try bytes.write(to: URL(filePath: path))
    return bytes[..<name.lowerBound].count { $0 == 0x0A } + 1
  }

  @Test func stepsAfterMissingMessagesBeginAtTheNextCheckpoint() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, options: .checkpoints(every: 3)) { runtime in
        for _ in 1...9 { runtime.dispatch(Message.ticked) }
      }
      let line = try damage(5, in: path)
      let replay = try Replay(Shop.format(), of: path)
      #expect(
        try replay.run().problem?.description == """
          \(path): Message 5 is missing. Line \(line) of \(path): The checksum is wrong: a bit was \
          flipped, or the line was edited. The lines after it can still be read. To fix this, copy \
          the file again from its origin.
          The replay stops before it: the model after it is not known.
          To fix this, call `steps(_:)` for later messages: it begins at the last checkpoint before \
          them. `recording.checkpoints` has the numbers of all checkpoints.
          """)
      #expect(try replay.recording.checkpoints == [0, 3, 6, 9])
      #expect(try replay.steps(7...9).map(\.after.ticks) == [7, 8, 9])
    }
  }

  /// A list that lacks a type when the run is recorded, or when it is replayed.
  @Test(arguments: [false, true])
  func aTypeThatIsNamedIsWhatTheListLacks(isMissingInRecording: Bool) async throws {
    try await withFolder { folder in
      let short: [any (Codable & Sendable).Type] = [Shop.App.self, Message.self]
      let path = try await Shop.record(
        in: folder, payloads: isMissingInRecording ? short : Shop.payloads
      ) { runtime in
        runtime.dispatch(Message.itemCreated(1))
        runtime.dispatch(Shop.ItemMessage.added(4).to(Shop.App.at.items[1]))
      }
      let problem = try Replay(Shop.format(payloads: short), of: path).run().problem
      #expect(problem?.description.contains("`KatanaRecordingTests.Shop.ItemMessage.self`") == true)
      let fixed =
        isMissingInRecording
        ? try await Shop.record(in: folder) { runtime in
          runtime.dispatch(Message.itemCreated(1))
          runtime.dispatch(Shop.ItemMessage.added(4).to(Shop.App.at.items[1]))
        } : path
      let result = try Replay(Shop.format(), of: fixed).run()
      #expect(result.problem == nil && result.model.items[id: 1]?.count == 4)
    }
  }

  /// The type of the model is in the list, as the recorder and the replay advise.
  @Test func withTheTypeOfTheModelEachFileBeginsWithACheckpoint() async throws {
    var options = RecorderOptions()
    (options.bytesPerFile, options.messagesPerCheckpoint) = (2_000, 5)
    for payloads in [[Message.self], [Message.self, Shop.App.self]]
      as [[any (Codable & Sendable).Type]]
    {
      try await withFolder { folder in
        _ = try await Shop.record(in: folder, payloads: payloads, options: options) { runtime in
          for _ in 1...60 { runtime.dispatch(Message.ticked) }
        }
        let format = Shop.format(payloads: payloads)
        let problems = try files(in: folder).map { try Replay(format, of: $0).run().problem }
        #expect(problems.count > 2)
        if payloads.count == 2 {
          #expect(problems.allSatisfy { $0 == nil })
        } else {
          #expect(
            problems.map { $0?.kind } == [nil] + problems.dropFirst().map { _ in .noBeginning })
          #expect(
            problems.last??.description.hasSuffix(
              """
              To fix this, add the type of the model to the payloads of the recording format, so that \
              each file begins with a checkpoint, and record again. The first file of the recording can \
              be replayed without.
              """) == true)
        }
      }
    }
  }

  // MARK: Ids

  struct Key: Hashable, Sendable, Codable { var number: Int }
  struct Card: Model, Codable, Identifiable {
    typealias Receives = CardMessage
    let id: Key
    var count = 0
  }
  struct Cards: Model, Codable { var cards = [Card(id: Key(number: 1))] }
  enum CardMessage: Katana.Message, Codable { case counted }

  private static let cards = Program(
    model: Cards(),
    CombinedUpdater<Cards>([
      .each(
        \.cards,
        TypedFunctionUpdater { (card: inout Card, _: CardMessage) in
          card.count += 1
          return []
        })
    ]))

  @Test func anIDFormatMakesAnAddressReadable() async throws {
    let ids = AddressCoder.IDFormat(
      text: { ($0 as? Key).map { "\($0.number)" } },
      id: { text, type in type == Key.self ? Int(text).map { Key(number: $0) } : nil })
    for (ids, count) in [(nil, 0), (ids, 1)] {
      try await withFolder { folder in
        let format = RecordingFormat(everyPayloadOf: Self.cards, ids: ids)
        let told = Locked<[String]>([])
        let recorder = try Recorder(format, in: folder, name: "cards") { problem in
          told.withLock { $0.append(problem) }
        }
        let runtime = try Runtime(
          Self.cards, options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
        runtime.start()
        runtime.dispatch(CardMessage.counted.to(Cards.at.cards[Key(number: 1)]))
        await runtime.shutdown()
        await recorder.close()
        let result = try Replay(format, of: recorder.path).run()
        #expect(result.model.cards[0].count == count)
        let advice =
          "To fix this, give the AddressCoder or the RecordingFormat an IDFormat for this type."
        #expect((result.problem == nil) == (count == 1))
        #expect(result.problem?.description.contains(advice) != false)
        #expect(told.withLock { $0.map { $0.contains(advice) } } == (count == 1 ? [] : [true]))
      }
    }
  }

  // MARK: Time travel and tests

  @Test func theNumbersOfATimeTravelCanBeShown() throws {
    let travel = TimeTravel(Shop.program(), limit: 5, messagesPerModel: 2)
    #expect(throws: TimeTravelError.noRuntime) { try travel.show(after: 1) }
    let runtime = try Runtime(
      Shop.program(), options: RuntimeOptions(eventHandlers: [travel.eventHandler]))
    runtime.start()
    for _ in 1...20 { runtime.dispatch(Message.ticked) }
    #expect(throws: TimeTravelError.gone(1, first: travel.numbers[0])) { try travel.show(after: 1) }
    #expect(throws: TimeTravelError.unknown(21)) { try travel.show(after: 21) }
    #expect(throws: TimeTravelError.nothingShown) { try travel.goOn() }
    for number in travel.numbers { try travel.show(after: number) }
    try travel.skip([20])
    try travel.goOn()
    #expect(runtime.model.ticks == 19)
    try travel.goOn(from: travel.numbers[0])
    #expect(runtime.model.ticks == Int(travel.numbers[0]))
    let longer = TimeTravel(Shop.program(), limit: 100, messagesPerModel: 2)
    let other = try Runtime(
      Shop.program(), options: RuntimeOptions(eventHandlers: [longer.eventHandler]))
    other.start()
    for _ in 1...20 { other.dispatch(Message.ticked) }
    try longer.show(after: 1)
    runtime.requestShutdown()
    other.requestShutdown()
  }

  /// The text has the problem that stops the replay, not that of another run.
  @Test func aTestThatCannotBeWrittenSaysWhy() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, options: .checkpoints(every: 5)) { runtime in
        for _ in 1...8 { runtime.dispatch(Message.ticked) }
        runtime.dispatch(Shop.Hidden(text: "hunter2"))
        runtime.dispatch(Message.ticked)
      }
      _ = try damage(2, in: path)
      let replay = try Replay(Shop.format(), of: path)
      let error = #expect(throws: RecordingError.self) {
        try replay.testSource(for: 7...10, named: "recorded", program: "program")
      }
      #expect(
        error?.description.hasPrefix(
          """
          The test cannot be written: the replay does not compute message 10 (its last one is 8).
          \(path): Message 9, Hidden, was recorded without its payload.
          """) == true, "\(String(describing: error))")
      #expect(throws: Never.self) {
        try replay.testSource(for: 7...8, named: "recorded", program: "program")
      }
    }
  }
}
