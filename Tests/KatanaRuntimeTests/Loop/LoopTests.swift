import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct LoopTests {
  @Test func aMessageIsHandledBeforeDispatchReturnsWhenIdle() throws {
    let runtime = try makeRuntime()
    runtime.start()
    runtime.dispatch(Note.add("a"))
    #expect(runtime.model.entries == ["a"])
    runtime.dispatch(Note.add("b") as any Message)
    #expect(runtime.model.entries == ["a", "b"])
    #expect(runtime.statistics.handled == 2)
  }

  @Test func dispatchesBeforeTheStartWait() throws {
    let runtime = try makeRuntime(
      commands: [Do("initial")],
      [.command(Doing { command, dispatch in dispatch(Note.add("from \(command.name)")) })])
    runtime.dispatch(Note.add("early"))
    #expect(runtime.model.entries == [])
    runtime.start()
    #expect(runtime.model.entries == ["early", "from initial"])
    runtime.start()
    #expect(runtime.model.entries.count == 2, "starting again does nothing")
  }

  /// Contract 1 and 6: what happens within a step, in which order, and that nothing nests.
  @Test func aStepIsUpdateObserversSubscriptionsCommands() throws {
    let log = Log()
    let board = SourceBoard(
      onStart: { name, dispatch in
        log("start \(name)")
        dispatch { $0.reply("hello from \(name)") }
        log("started \(name)")
      }, onStop: { name, _ in log("stop \(name)") })
    let runtime = try makeRuntime([
      board.interpreter,
      .command(
        Doing { command, dispatch in
          log("command \(command.name)")
          dispatch(Note.add("result of \(command.name)"))
          log("end of \(command.name)")
        }),
    ])
    let observation = runtime.observe { (new: Notes) in
      log("observer sees \(new.entries.last ?? "-") \(new.wanted.map(\.name))")
    }
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x"), Source(name: "y")]))
    runtime.dispatch(Note.want([Source(name: "z")]))
    runtime.dispatch(Note.doing("do", [Do("1"), Do("2")]))
    observation.cancel()
    #expect(
      log.all == [
        "observer sees - [\"x\", \"y\"]",
        "start x", "started x", "start y", "started y",
        "observer sees hello from x [\"x\", \"y\"]",
        "observer sees hello from y [\"x\", \"y\"]",
        "observer sees hello from y [\"z\"]",
        "stop y", "stop x", "start z", "started z",
        "observer sees hello from z [\"z\"]",
        "observer sees do [\"z\"]",
        "command 1", "end of 1", "command 2", "end of 2",
        "observer sees result of 1 [\"z\"]",
        "observer sees result of 2 [\"z\"]",
      ])
  }

  @Test func whatObserversDispatchIsQueued() throws {
    let runtime = try makeRuntime()
    let log = Log()
    let dispatch = runtime.dispatcher
    let observation = runtime.observe { (new: Notes) in
      log("in \(new.entries.count)")
      if new.entries.count < 3 { dispatch(Note.add("again")) }
      log("out \(new.entries.count)")
    }
    runtime.start()
    runtime.dispatch(Note.add("first"))
    observation.cancel()
    #expect(log.all == ["in 1", "out 1", "in 2", "out 2", "in 3", "out 3"])
  }

  struct Order: Model { var token: EndOfLife?; var got: [String] = [] }
  enum Ordered: Message { case token(EndOfLife?), got(String) }

  struct OrderUpdater: TypedUpdater {
    func update(model: inout Order, message: Ordered) -> [any Command] {
      switch message {
      case .token(let token): model.token = token
      case .got(let text): model.got.append(text)
      }
      return []
    }
  }

  @Test func aMessageThatAnUpdateSendsIsHandledNext() throws {
    let runtime = try Runtime(Program(model: Order(), OrderUpdater()))
    runtime.start()
    let dispatch = runtime.dispatcher
    runtime.dispatch(Ordered.token(EndOfLife { dispatch(Ordered.got("first")) }))
    runtime.dispatch(Ordered.token(nil))
    #expect(runtime.model.got == ["first"])
    runtime.dispatch(Ordered.got("second"))
    #expect(runtime.model.got == ["first", "second"])
  }

  @Test func theSubscriptionThatMustHearACommandListensBeforeItStarts() throws {
    let board = SourceBoard()
    let runtime = try makeRuntime([
      board.interpreter,
      .command(Doing { _, _ in board.send("progress", from: "x") }),
    ])
    runtime.start()
    runtime.dispatch(Note.want([Source(name: "x")]))
    runtime.dispatch(Note.doing("both", [Do("download")]))
    #expect(runtime.model.entries == ["both", "progress"])
  }

  @Test func anImpureUpdateIsReportedWhenAskedFor() throws {
    struct Impure: Updater {
      let counter = Locked(0)
      var takes: MessageTypes { .all }
      func update(model: inout Notes, message: any Message) -> [any Command] {
        model.entries.append("\(counter.withLock { $0 += 1; return $0 })")
        return []
      }
    }
    let issues = IssueRecorder()
    let runtime = try Runtime(
      Program(model: Notes(), Impure()),
      options: RuntimeOptions(checksPurity: true, issues: issues.handler))
    runtime.start()
    runtime.dispatch(Note.add("a"))
    #expect(issues.kinds == [.impureUpdate])
    #expect(issues.issues[0].text.contains("The update for the message Note.add gave two"))
    #expect(issues.issues[0].text.contains(".entries"))

    let pure = try makeRuntime(checksPurity: true, issues: issues)
    pure.start()
    pure.dispatch(Note.add("a"))
    #expect(issues.kinds == [.impureUpdate])
  }

}
