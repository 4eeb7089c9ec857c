import Foundation
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

/// What a line holds about a message and an effect.
@Suite struct RecordedFactsTests {
  struct Key: Hashable, Sendable, Codable { var number: Int }
  struct Card: Model, Codable, Identifiable {
    typealias Receives = AppMessage
    var id: Key
  }
  struct Group: Model, Codable, Identifiable {
    var id: String
    var cards = [Card(id: Key(number: 1))]
  }
  struct App: Model, Codable { var groups = [Group(id: "hunter2")] }
  enum AppMessage: Message, Codable {
    case work
    case done
  }
  struct Work: Command {}
  struct Ticks: Subscription, Equatable { var id: Int { 1 } }

  /// A message whose error has the secret in its text.
  struct Failing: Message, Codable {
    struct Refused: Error, CustomStringConvertible { var description: String }
    var secret: String
    func encode(to encoder: any Encoder) throws { throw Refused(description: secret) }
  }

  static let program = Program(
    model: App(),
    CombinedUpdater<App>([
      .full(
        TypedFunctionUpdater { (_: inout App, message: AppMessage) in
          if case .work = message { [Work(), Work().delayed(by: .seconds(2))] } else { [] }
        }),
      .full(TypedFunctionUpdater { (_: inout App, _: Failing) in [] }),
      .each(
        \.groups,
        CombinedUpdater<Group>([
          .each(\.cards, TypedFunctionUpdater { (_: inout Card, _: AppMessage) in [] })
        ])),
    ]))

  /// Records a run. Returns the text of the file and a replay.
  private func record(
    in folder: String, answer: @escaping @Sendable (Dispatcher) -> Void = { $0(AppMessage.done) },
    _ use: (Runtime<App>, ManualClock) throws -> Void
  ) async throws -> (text: String, replay: Replay<App>) {
    let format = RecordingFormat(
      Self.program, payloads: [App.self, AppMessage.self, Failing.self])
    let recorder = try Recorder(format, in: folder, name: "facts")
    let clock = ManualClock()
    let runtime = try Runtime(
      Self.program,
      interpreters: [.command(Work.self) { _, dispatch in answer(dispatch) }],
      options: RuntimeOptions(
        eventHandlers: [recorder.eventHandler], clock: clock, issues: IssueRecorder().handler))
    runtime.start()
    try use(runtime, clock)
    await runtime.shutdown()
    await recorder.close()
    return (
      try String(contentsOfFile: recorder.path, encoding: .utf8),
      try Replay(format, of: recorder.path)
    )
  }

  @Test func theTimeOfAMessageAndTheNumbersOfRunsAreRecorded() async throws {
    try await withFolder { folder in
      let (text, replay) = try await record(in: folder) { runtime, clock in
        clock.advance(by: .milliseconds(1_500))
        runtime.dispatch(AppMessage.work)
        clock.advance(by: .seconds(2))
      }
      let times = try (1...3).map { try replay.step($0)?.recorded.time }
      #expect(times == [.milliseconds(1_500), .milliseconds(1_500), .milliseconds(3_500)])
      let lines = text.split(separator: "\n")
      func runs(_ step: String) -> [Substring?] {
        lines.filter { $0.contains("\"command\":\"\(step)\"") }.map {
          $0.firstMatch(of: /"run":([1-9]\d*),"t":(\d+),/)?.1
        }
      }
      let (started, finished) = (runs("started"), runs("finished"))
      #expect(started.count == 2 && !started.contains(nil) && Set(started).count == 2)
      #expect(Set(finished) == Set(started))
      #expect(runs("delayed") == runs("resumed") && runs("delayed").count == 1)
      #expect(
        lines.contains {
          $0.contains(#""command":"delayed""#) && $0.contains(#""until":3500000000"#)
        })
    }
  }

  @Test func aMessageThatWasNotHandledIsRecordedWithItsCause() async throws {
    try await withFolder { folder in
      let (text, _) = try await record(
        in: folder,
        answer: { $0(AppMessage.done.to(App.at.groups["hunter2"].cards[Key(number: 9)])) }
      ) { runtime, _ in runtime.dispatch(AppMessage.work) }
      let line = text.split(separator: "\n").first { $0.contains(#""not handled":"#) }
      #expect(line?.contains(#""cause":1,"#) == true, "\(text)")
    }
  }

  @Test func anErrorOfAPayloadIsNamedWithoutItsText() async throws {
    try await withFolder { folder in
      let (text, replay) = try await record(in: folder) { runtime, _ in
        runtime.dispatch(Failing(secret: "hunter3"))
      }
      #expect(!text.contains("hunter3"))
      #expect(text.contains(#""not recorded":"Refused""#))
      #expect(
        try replay.run().problem?.description.contains(
          ": The payload of message 1, Failing, could not be recorded: Refused\n") == true)
    }
  }

  @Test func anErrorOfAnAddressIsRecordedWithoutIDs() async throws {
    try await withFolder { folder in
      let (text, _) = try await record(in: folder) { runtime, _ in
        runtime.dispatch(
          AppMessage.done.to(App.at.groups["hunter2"].cards[Key(number: 1)]))
      }
      let line = text.split(separator: "\n").first { $0.contains(#""message":1"#) }
      #expect(line?.contains("hunter2") == false)
      #expect(
        line?.contains(
          "The id after App.at.groups[…].cards[…] cannot be written: Key is not"
            + " LosslessStringConvertible.") == true)
    }
  }
}
