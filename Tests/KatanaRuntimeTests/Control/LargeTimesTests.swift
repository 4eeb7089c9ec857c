import KatanaRuntime
import KatanaTesting
import Testing

/// Times that are longer than any app runs. They end nothing but the wait of who asked for them.
@Suite struct LargeTimesTests {
  struct App: Model { var done = 0 }
  struct Work: Command, Equatable {}
  struct WorkFailed: Error {}
  enum Message: Katana.Message {
    case run([any Command])
    case done
  }

  /// A clock that stands still at a time.
  struct StandingClock: RuntimeClock {
    let now: Duration
    func schedule(
      after delay: Duration, _ action: @escaping @Sendable () -> Void
    ) -> ScheduledAction { ScheduledAction {} }
  }

  static let program = Program(
    model: App(),
    TypedFunctionUpdater { (model: inout App, message: Message) in
      switch message {
      case .run(let commands): return commands
      case .done:
        model.done += 1
        return []
      }
    })

  static let longest = Duration.seconds(Int64.max)
  static let times = [
    longest, .seconds(1.6e20), .nanoseconds(Int64.max), Duration(attoseconds: .max),
  ]

  private func commands(_ time: Duration) -> [any Command] {
    [
      Work().delayed(by: time), Work().debounced(id: 1, for: time),
      Work().throttled(id: 2, for: time), Work().throttled(id: 2, for: time, .trailing),
      Work().timingOut(after: time), Work().retried(Retry(1, after: .constant(time))),
    ]
  }

  private func run(_ time: Duration, on clock: any RuntimeClock) async throws -> [String] {
    let log = Log()
    let runtime = try Runtime(
      Self.program, interpreters: [.command(Work.self) { _, _ in throw WorkFailed() }],
      options: RuntimeOptions(
        eventHandlers: [
          EventHandler(to: .all) { event in
            if case .command(let command) = event.fact { log("\(command.step)".prefix(7) + "") }
          }
        ], clock: clock, issues: IssueRecorder().handler))
    runtime.start()
    runtime.dispatch(Message.run(commands(time)))
    runtime.dispatch(Message.done)
    #expect(runtime.model.done == 1)
    (clock as? ManualClock)?.advance(by: time)
    await runtime.shutdown()
    return log.all
  }

  @Test(arguments: times)
  func commandsWaitByEachClock(_ time: Duration) async throws {
    for clock: any RuntimeClock in [SystemClock(), ManualClock()] {
      #expect(try await run(time, on: clock).contains("delayed"))
    }
    let late = ManualClock()
    late.advance(by: .seconds(1))
    late.advance(to: Self.longest)
    #expect(try await run(time, on: late).contains("delayed"))
  }

  @Test(arguments: [Duration.seconds(1.6e20), .seconds(-1.6e20)])
  func aClockMayShowAnyTime(_ now: Duration) async throws {
    for time in Self.times {
      #expect(try await run(time, on: StandingClock(now: now)).contains("delayed"))
    }
  }

  @Test func actionsOfAManualClockAreCalledAtTheLongestTimeAtTheLatest() {
    let clock = ManualClock()
    clock.advance(by: .seconds(1))
    let calls = Log()
    for time in Self.times { clock.schedule(after: time) { calls("called") } }
    #expect(clock.scheduledTimes.last == Self.longest)
    clock.advance(by: Duration(attoseconds: .max))
    #expect(clock.now == Self.longest)
    #expect(calls.all.count == Self.times.count)
    let other = ManualClock()
    other.advance(to: Duration(attoseconds: .max))
    other.advance(by: .seconds(1))
    #expect(other.now == Self.longest)
  }

  @Test func momentsOfTheSwiftClockSaturate() {
    let clock = ManualClock().swiftClock
    let late = clock.now.advanced(by: .seconds(1.6e20)).advanced(by: .seconds(1.6e20))
    #expect(clock.now.duration(to: late) == Self.longest)
    #expect(late.duration(to: clock.now.advanced(by: .zero - Self.longest)) == .zero - Self.longest)
  }
}
