import KatanaRuntime
import KatanaTesting
import Testing

/// A runtime that goes on from a past model.
@Suite struct GoOnTests {
  typealias App = Travel.App
  typealias Message = Travel.AppMessage
  typealias Ask = Travel.Ask

  private let world = Travel.World()
  private let past = App(
    log: ["past"], rows: [Travel.Row(id: 7)], sources: ["both", "past"])

  @Test func theModelBecomesThePastOneAndObserversAreTold() throws {
    let runtime = try world.runtime()
    let told = Locked<[String]>([])
    let token = runtime.observe { old, new in told.withLock { $0.append("\(old.log)\(new.log)") } }
    runtime.dispatch(.add("a"))
    runtime.goOn(from: past)
    #expect(runtime.model == past)
    runtime.dispatch(.add("b"))
    runtime.show(App(log: ["shown"]))
    runtime.goOn(from: past)
    runtime.dispatch(.add("c"))
    #expect(runtime.model.log == ["past", "c"])
    #expect(
      told.withLock { $0 } == [
        #"[]["a"]"#, #"["a"]["past"]"#, #"["past"]["past", "b"]"#, #"["past", "b"]["shown"]"#,
        #"["shown"]["past"]"#, #"["past"]["past", "c"]"#,
      ])
    #expect(runtime.statistics.refused == 0)
    withExtendedLifetime(token) {}
  }

  @Test func theStepsComeInOrder() throws {
    let world = world
    let runtime = try world.runtime(
      eventHandlers: [
        EventHandler(to: [.messages, .commands]) { event in
          switch event.fact {
          case .modelReplaced(let number): world.note("replaced after \(number)")
          case .command(let command):
            if case .cancelled(let number) = command.step {
              world.note("cancelled by \(number, default: "nobody")")
            }
          default: break
          }
        }
      ])
    runtime.dispatch(.ask([Ask(name: "question")]))
    runtime.dispatch(.listen(["both", "present"]))
    let token = runtime.observe { model in world.note("told \(model.log)") }
    runtime.goOn(from: past)
    #expect(
      world.events.dropFirst(3) == [
        "replaced after 2", "cancelled by nobody", "-present", "+past", #"told ["past"]"#,
      ])
    #expect(world.running == ["both", "past"])
    withExtendedLifetime(token) {}
  }

  @Test func runningAndWaitingCommandsAreCancelledAndSilenced() throws {
    let runtime = try world.runtime()
    runtime.dispatch(
      .ask([
        Ask(name: "running"), Ask(name: "named").cancellable(id: "a"),
        Ask(name: "delayed").delayed(by: .seconds(1)),
        Ask(name: "first").queued(id: "q", .atMost(1)),
        Ask(name: "second").queued(id: "q", .atMost(1)),
        Sequential([Ask(name: "one"), Ask(name: "two")]),
        Ask(name: "retried").retried(Retry(3)).onFailure(Message.add("failed")),
        Ask(name: "timed").timingOut(after: .seconds(1), Message.add("timeout")),
      ]))
    let started = ["running", "named", "first", "one", "retried", "timed"]
    #expect(world.events == started.map { "ask \($0)" })
    runtime.show(App())
    runtime.goOn(from: past)
    #expect(world.cancelled.withLock { $0 }.sorted() == started.sorted())
    for name in started { world.answer(name, "late") }
    for name in started { world.end(name) }
    world.clock.advance(by: .seconds(100))
    #expect(world.events.filter { $0.hasPrefix("ask") }.count == started.count)
    #expect(runtime.model == past)
    #expect(runtime.statistics.silenced == started.count)
    // The runtime goes on.
    runtime.dispatch(
      .ask([Ask(name: "new").queued(id: "q", .atMost(1)), Ask(name: "named").cancellable(id: "a")]))
    world.answer("new", "answer")
    world.answer("named", "too")
    #expect(runtime.model.log == ["past", "answer", "too"])
  }

  @Test func whatWasSentBeforeIsHandledBefore() throws {
    let runtime = try world.runtime()
    let (world, past) = (world, past)
    let token = runtime.observe { [weak runtime] model in
      guard model.log == ["go"] else { return }
      world.answer("question", "late")
      world.end("question")
      runtime?.dispatch(.add("of the present"))
      runtime?.goOn(from: past)
    }
    runtime.dispatch(.ask([Ask(name: "question")]))
    runtime.dispatch(.add("go"))
    // Sent before: handled before.
    #expect(runtime.statistics.silenced == 0)
    #expect(runtime.statistics.handled == 4)
    #expect(runtime.model == past)
    token.cancel()
  }

  @Test func aRunThatIsNotRegisteredIsDroppedToo() throws {
    struct Say: Command {}
    let kept = Locked<[Dispatcher]>([])
    let cancelled = Locked(0)
    let runtime = try Runtime(
      Travel.program(),
      interpreters: [
        .command(Say.self) { (_, dispatch: Dispatcher) in
          dispatch.onCancel { cancelled.withLock { $0 += 1 } }
          kept.withLock { $0.append(dispatch) }
          // While this message is on its way, the run is not registered.
          dispatch(Message.add("on its way"))
        }
      ])
    runtime.start()
    // Before the step of the command, so before its message.
    let token = runtime.observe { [weak runtime, past] model in
      if model.log.isEmpty { runtime?.goOn(from: past) }
    }
    runtime.dispatch(.ask([Say()]))
    #expect(runtime.model == past)
    #expect(runtime.statistics.silenced == 1)
    #expect(cancelled.withLock { $0 } == 1)
    kept.withLock { $0 }.first?(Message.add("later"))
    #expect(runtime.model == past)
    #expect(runtime.statistics.silenced == 2)
    token.cancel()
  }

  /// Its task ends between two of its messages. While they are on their way, it is not registered.
  @Test func theErrorOfARunThatIsNotRegisteredIsIgnored() throws {
    struct Say: Command {}
    struct Broken: Error {}
    let (issues, tasks) = (IssueRecorder(), ManualTasks())
    let holder = Locked<Runtime<App>?>(nil)
    let past = App(log: ["past"])
    let runtime = try Runtime(
      Travel.program(),
      interpreters: [
        .command(Say.self) { (_, dispatch: Dispatcher) in
          holder.withLock { $0 }?.goOn(from: past)
          dispatch(Message.add("before"))
          dispatch.task { throw Broken() }
          tasks.runAll()
          dispatch(Message.add("after"))
        }
      ], options: RuntimeOptions(taskExecutor: tasks, issues: issues.handler))
    holder.withLock { $0 = runtime }
    runtime.start()
    runtime.dispatch(.ask([Say()]))
    #expect(runtime.statistics.silenced == 2)
    #expect(issues.kinds == [])
    _ = holder.withLock { $0.take() }
  }

  @Test func whoWaitsForCommandsThatAreDroppedReturns() async throws {
    let runtime = try world.runtime()
    async let outcome = runtime.settle(
      .ask([Ask(name: "running"), Ask(name: "delayed").delayed(by: .seconds(1))]))
    await world.reached("ask running")
    runtime.goOn(from: past)
    world.end("running")
    #expect(try await outcome.wasHandled)
  }

  @Test func theChildrenBeginNewLives() throws {
    let runtime = try world.runtime(past)
    runtime.dispatch(.asked("old"), to: App.at.rows[7])
    runtime.goOn(from: past)
    runtime.dispatch(.asked("new"), to: App.at.rows[7])
    let old = world.asked.withLock { $0["old"] }
    let new = world.asked.withLock { $0["new"] }
    old?(Travel.RowMessage.counted)
    #expect(runtime.model.rows[0].count == 0)
    new?(Travel.RowMessage.counted)
    #expect(runtime.model.rows[0].count == 1)
    #expect(world.cancelled.withLock { $0 } == ["old"])
    // The end of the new life is noticed.
    runtime.dispatch(.rows([]))
    runtime.dispatch(.rows([7]))
    new?(Travel.RowMessage.counted)
    #expect(runtime.model.rows[0].count == 0)
    #expect(runtime.statistics.gone == 1)
    #expect(runtime.statistics.silenced == 1)
  }

  @Test func theQueueOfANewLifeIsNotThatOfTheOldOne() throws {
    let runtime = try world.runtime(past)
    runtime.dispatch(.queued("old"), to: App.at.rows[7])
    runtime.goOn(from: past)
    // The interpreter of the old one ignores its cancellation, and keeps its place.
    runtime.dispatch(.queued("new"), to: App.at.rows[7])
    #expect(world.events.suffix(1) == ["ask new"])
  }

  @Test func aWindowOfTimeIsNotKept() throws {
    let runtime = try world.runtime()
    let throttled = Ask(name: "a").throttled(id: "t", for: .seconds(5))
    runtime.dispatch(.ask([throttled]))
    runtime.goOn(from: past)
    runtime.dispatch(.ask([throttled]))
    #expect(world.events.filter { $0 == "ask a" }.count == 2)
  }

  @Test func rowsAreFoundInTheNewModel() throws {
    let rows = (0..<10).map { Travel.Row(id: $0) }
    let runtime = try world.runtime(App(rows: rows))
    for id in 0..<10 { runtime.dispatch(.counted, to: App.at.rows[id]) }
    runtime.goOn(from: App(rows: rows.reversed().dropLast(3)))
    for id in 0..<10 { runtime.dispatch(.counted, to: App.at.rows[id]) }
    #expect(runtime.model.rows == (3..<10).reversed().map { Travel.Row(id: $0, count: 1) })
    #expect(runtime.statistics.gone == 3)
  }
}
