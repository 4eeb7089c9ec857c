import Foundation
import Katana
import KatanaRecording
import KatanaRuntime
import Testing

/// Values that ask the recorder and the runtime while they are encoded or decoded: no lock is held.
@Suite struct AskingValuesTests {
  enum Question: CaseIterable {
    case path, lostLines, model, dispatch, shutdown, otherThread
  }

  /// What the values ask. Set when the recorder and the runtime exist.
  final class Asked: Sendable {
    private let ask = Locked<(@Sendable () -> Void)?>(nil)
    let count = Locked(0)

    func set(_ ask: (@Sendable () -> Void)?) { self.ask.withLock { $0 = ask } }
    func callAsFunction() {
      let ask = ask.withLock { $0 }
      if ask != nil { count.withLock { $0 += 1 } }
      ask?()
    }
  }

  /// A value that asks when it is encoded. Its decoded form asks nothing.
  struct Asking: Codable, Equatable, Sendable {
    let asked: Asked?
    init(_ asked: Asked?) { self.asked = asked }
    init(from decoder: any Decoder) { asked = nil }
    func encode(to encoder: any Encoder) throws {
      asked?()
      try [Int]().encode(to: encoder)
    }
    static func == (lhs: Asking, rhs: Asking) -> Bool { true }
  }

  struct App: Model, Codable {
    var count = 0
    var asking = Asking(nil)
  }

  enum AppMessage: Message, Codable {
    case asked(Asking)
    case counted
    case kept(Asking)
  }

  private static let program = Program(
    model: App(),
    TypedFunctionUpdater { (model: inout App, message: AppMessage) in
      switch message {
      case .asked: break
      case .counted: model.count += 1
      case .kept(let asking): model.asking = asking
      }
      return []
    })

  private static let format = RecordingFormat(program, payloads: [App.self, AppMessage.self])

  private func answer(
    _ question: Question, _ recorder: Recorder, _ runtime: Runtime<App>
  ) -> @Sendable () -> Void {
    { [weak runtime] in
      switch question {
      case .path: _ = recorder.path
      case .lostLines: _ = recorder.lostLines
      case .model: _ = runtime?.model
      case .dispatch: runtime?.dispatch(AppMessage.counted)
      case .shutdown: runtime?.requestShutdown()
      case .otherThread:
        let done = DispatchSemaphore(value: 0)
        Thread { [recorder, runtime] in
          _ = recorder.path
          runtime?.dispatch(AppMessage.counted)
          done.signal()
        }.start()
        done.wait()
      }
    }
  }

  @Test(arguments: Question.allCases, [false, true])
  func aValueMayAskWhileItIsEncoded(_ question: Question, isDurable: Bool) async throws {
    try await withFolder { folder in
      var options = RecorderOptions.checkpoints(every: 2)
      options.isDurable = isDurable
      let recorder = try Recorder(Self.format, in: folder, name: "app", options: options)
      let runtime = try Runtime(
        Self.program, options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
      runtime.start()
      let asked = Asked()
      asked.set(answer(question, recorder, runtime))
      // In a message, and in the model of a checkpoint.
      runtime.dispatch(AppMessage.asked(Asking(asked)))
      await recorder.flush()
      runtime.dispatch(AppMessage.kept(Asking(asked)))
      await recorder.flush()
      asked.set(nil)
      await runtime.shutdown()
      await recorder.close()
      #expect(asked.count.withLock { $0 } > 0)
      let replay = try Replay(Self.format, of: recorder.path)
      let result = try replay.run()
      #expect(result.problem == nil && result.divergence == nil)
      #expect(result.model.count == runtime.model.count)
      #expect(try replay.recording.problems == [] && replay.recording.isComplete)
    }
  }

  /// A message that cannot be encoded, told while the recorder is asked.
  @Test(arguments: [false, true])
  func aProblemIsToldWithoutALock(isDurable: Bool) async throws {
    struct Refused: Error {}
    struct Refusing: Model, Codable {
      func encode(to encoder: any Encoder) throws { throw Refused() }
    }
    try await withFolder { folder in
      var options = RecorderOptions()
      options.isDurable = isDurable
      let (asked, paths) = (Asked(), Locked<[Int]>([]))
      let program = Program(
        model: Refusing(), TypedFunctionUpdater { (_: inout Refusing, _: AppMessage) in [] })
      let recorder = try Recorder(
        RecordingFormat(program, payloads: [Refusing.self]), in: folder, name: "app",
        options: options, problem: { _ in asked() })
      asked.set { paths.withLock { $0.append(recorder.lostLines) } }
      let runtime = try Runtime(
        program, options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
      runtime.start()
      await recorder.flush()
      asked.set(nil)
      await runtime.shutdown()
      await recorder.close()
      #expect(paths.withLock { $0 } == [0])
    }
  }
}
