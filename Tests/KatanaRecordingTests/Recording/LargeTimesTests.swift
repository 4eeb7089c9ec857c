import Foundation
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

/// A recording holds nanoseconds, about 292 years. Longer times saturate.
@Suite struct LargeTimesTests {
  /// A clock that shows the given times one after the other.
  final class JumpingClock: RuntimeClock {
    private let times: Locked<[Duration]>
    init(_ times: [Duration]) { self.times = Locked(times) }
    var now: Duration { times.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
    func schedule(
      after delay: Duration, _ action: @escaping @Sendable () -> Void
    ) -> ScheduledAction { ScheduledAction {} }
  }

  /// A clock that goes from one end of time to the other between each two looks at it.
  final class SwingingClock: RuntimeClock {
    private let isLate = Locked(false)
    var now: Duration {
      isLate.withLock {
        $0.toggle()
        return Duration(attoseconds: $0 ? .min : .max)
      }
    }
    func schedule(
      after delay: Duration, _ action: @escaping @Sendable () -> Void
    ) -> ScheduledAction { ScheduledAction {} }
  }

  struct App: Model, Codable { var count = 0 }
  enum AppMessage: Message, Codable { case counted }
  struct Work: Command {}

  static let program = Program(
    model: App(),
    TypedFunctionUpdater { (model: inout App, message: AppMessage) in
      model.count += 1
      return [Work().delayed(by: .seconds(Int64.max)), Work()]
    })

  static let beyond = Duration.seconds(1.6e20)

  private func events(of trace: EventTrace) throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: Data(trace.json().utf8)) as? [String: Any]
    return json?["traceEvents"] as? [[String: Any]] ?? []
  }

  @Test(arguments: [
    [beyond], [.zero - beyond], [.zero, beyond], [beyond, .zero], [.zero - beyond, beyond],
    [.milliseconds(-1), .microseconds(-1)],
  ])
  func recordersAndTracesTakeAnyTime(_ times: [Duration]) async throws {
    try await withFolder { folder in
      let format = RecordingFormat(Self.program, payloads: [App.self, AppMessage.self])
      let recorder = try Recorder(format, in: folder, name: "app")
      let trace = EventTrace(name: "app")
      let runtime = try Runtime(
        Self.program, interpreters: [.command(Work.self) { (_, _: Dispatcher) in }],
        options: RuntimeOptions(
          eventHandlers: [recorder.eventHandler, trace.eventHandler], clock: JumpingClock(times),
          issues: IssueRecorder().handler))
      runtime.start()
      runtime.dispatch(AppMessage.counted)
      runtime.dispatch(AppMessage.counted)
      await runtime.shutdown()
      await recorder.close()
      let replay = try Replay(format, of: recorder.path)
      var recorded: [Duration] = []
      let result = try replay.run {
        recorded.append($0.recorded.time)
        return true
      }
      #expect(result.model.count == 2)
      let last = times[times.count - 1]
      #expect(recorded[1] == .nanoseconds(last.nanoseconds))
      #expect(try !replay.reduxDevTools().isEmpty)
      let events = try events(of: trace)
      #expect(events.contains { $0["name"] as? String == "AppMessage.counted" })
      #expect(!events.contains { ($0["dur"] as? Double ?? 0) < 0 })
    }
  }

  @Test func anUpdateMayTakeAnyTime() async throws {
    try await withFolder { folder in
      let format = RecordingFormat(Self.program, payloads: [App.self, AppMessage.self])
      let recorder = try Recorder(format, in: folder, name: "app")
      let (trace, durations) = (EventTrace(name: "app"), Locked<[Duration]>([]))
      let runtime = try Runtime(
        Self.program, interpreters: [.command(Work.self) { (_, _: Dispatcher) in }],
        options: RuntimeOptions(
          eventHandlers: [
            recorder.eventHandler, trace.eventHandler,
            EventHandler(to: .all) { event in
              guard case .handled(let message) = event.fact, let time = message.duration else {
                return
              }
              durations.withLock { $0.append(time) }
            },
          ], clock: SwingingClock(), issues: IssueRecorder().handler))
      runtime.start()
      for _ in 0..<10 { runtime.dispatch(AppMessage.counted) }
      await runtime.shutdown()
      await recorder.close()
      let longest = Duration.seconds(Int64.max)
      #expect(durations.withLock { $0.count } == 10)
      #expect(durations.withLock { $0.contains { abs($0 / .seconds(1)) > 9e18 } })
      #expect(durations.withLock { $0.allSatisfy { (.zero - longest...longest).contains($0) } })
      #expect(try Replay(format, of: recorder.path).run().model.count == 10)
      let events = try events(of: trace)
      #expect(events.count { $0["name"] as? String == "AppMessage.counted" } == 10)
      #expect(!events.contains { ($0["dur"] as? Double ?? 0) < 0 })
    }
  }

  /// The end of what still runs is the last time that was seen, and not the origin of the clock.
  @Test func whatRunsBeforeTheOriginHasRunForNoTimeYet() throws {
    let (trace, running) = (EventTrace(name: "app"), Locked<[Dispatcher]>([]))
    let runtime = try Runtime(
      Self.program,
      interpreters: [
        .command(Work.self) { (_, dispatch: Dispatcher) in
          running.withLock { $0.append(dispatch) }
        }
      ],
      options: RuntimeOptions(
        eventHandlers: [trace.eventHandler], clock: JumpingClock([.microseconds(-1_500)])))
    runtime.start()
    runtime.dispatch(AppMessage.counted)
    let span = try #require(
      try events(of: trace).first {
        ($0["args"] as? [String: Any])?["end"] as? String == "still runs"
      })
    #expect(span["ts"] as? Double == -1_500)
    #expect(span["dur"] as? Double == 0)
    running.withLock { $0 = [] }
    runtime.requestShutdown()
  }

  @Test func aTimeBeforeTheOriginIsWrittenWithItsSign() throws {
    let clock = JumpingClock([.microseconds(-1_500)])
    let trace = EventTrace(name: "app")
    let runtime = try Runtime(
      Self.program, interpreters: [.command(Work.self) { (_, _: Dispatcher) in }],
      options: RuntimeOptions(eventHandlers: [trace.eventHandler], clock: clock))
    runtime.start()
    runtime.dispatch(AppMessage.counted)
    #expect(trace.json().contains(#""ts":-1500.000,"name":"AppMessage.counted""#))
    runtime.requestShutdown()
  }

  @Test func theIntervalsOfARecorderMayBeLong() async throws {
    try await withFolder { folder in
      var options = LineFileOptions(folder: folder, name: "long")
      options.syncInterval = Self.beyond
      options.maximumAge = Self.beyond
      options.batchInterval = .zero - Self.beyond
      var paths: Set<String> = []
      // The second writer looks at the age of the file of the first one.
      for _ in 0..<2 {
        let writer = try LineFileWriter<Note>(options)
        writer.append(Note(id: 1))
        #expect(await writer.close())
        paths.insert(writer.path)
      }
      #expect(paths.count == 2)
      for path in paths { #expect(try FileContent(path).notes == [1]) }
    }
  }
}
