import KatanaRuntime
import KatanaTesting
import Testing

/// The checks at the end of a test: no command may be left that the test has not answered.
@Suite struct AppTestEndTests {
  struct Later: Command, Equatable {}

  /// Captures its dispatcher in an action of the clock, and returns.
  struct LaterInterpreter: CommandInterpreter {
    func interpret(_ command: Later, dispatch: Dispatcher) {
      dispatch.clock.schedule(after: .seconds(60)) { dispatch(ShopMessage.ticked) }
    }
  }

  private func makeApp(
    _ commands: [any Command], interpreters: [Interpreter] = [],
    ignoring ignored: [any Command.Type] = [], ignoringPending types: [any Command.Type] = []
  ) -> AppTest<Shop> {
    let app = AppTest(
      Program(model: Shop(), shopUpdater, commands: commands), interpreters: interpreters,
      ignoring: ignored, ignoringPending: types)
    app.start(commands: commands)
    return app
  }

  @Test func aCommandThatIsLeftHidesNoneThatWaits() {
    let found = failures {
      makeApp([Parcel(), LoadItem(id: 1).delayed(by: .seconds(5))]).finish(ignoringPending: [
        Parcel.self
      ])
    }
    #expect(
      text(of: found) == """
        1 command waits for time to pass, or for other commands.
          Commands: LoadItem(id: 1, reply: Reply(ItemMessage.…)).delayed(by: .seconds(5)), due in 5 s
        The test has not checked what the app does after the wait.
        To fix this, let time pass with `advance(by:)`, answer the other commands, cancel the \
        waiting ones, or say `finish(ignoringPending: […])` with the type of the innermost command.
        """)
  }

  @Test func partsOfGroupsThatWaitAreSeenAndOthersAreNot() {
    let later = LoadItem(id: 1).delayed(by: .seconds(1))
    let found = failures {
      makeApp([Concurrent([Parcel(), later])]).finish(ignoringPending: [Parcel.self])
    }
    #expect(
      text(of: found).contains(
        "Commands: LoadItem(id: 1, reply: Reply(ItemMessage.…)).delayed(by: .seconds(1)), due in 1 s\n"
      ))
    makeApp([Sequential([later, Parcel()])])
      .finish(ignoringPending: [LoadItem.self, Parcel.self])
    makeApp([Parcel().queued(id: 1, .atMost(1)), Parcel().queued(id: 1, .atMost(1))])
      .finish(ignoringPending: [Parcel.self])
  }

  /// A command that is ignored or may be pending has not ended, so what stands behind it never began.
  @Test(arguments: [true, false])
  func whatStandsBehindACommandThatNeedsNoAnswerIsNamed(isIgnored: Bool) {
    func app(_ commands: [any Command]) -> AppTest<Shop> {
      makeApp(
        commands, ignoring: isIgnored ? [Parcel.self] : [],
        ignoringPending: isIgnored ? [] : [Parcel.self])
    }
    let groups: [any Command] = [
      Sequential([Parcel(), LoadItem(id: 1)]),
      Sequential([Concurrent([Parcel()]), LoadItem(id: 1)]).cancellable(id: 1),
    ]
    for group in groups {
      #expect(
        text(of: failures { app([group]).finish() }) == """
          1 command never began.
            Commands: LoadItem(id: 1, reply: Reply(ItemMessage.…))
            Behind: Parcel(done: Reply(ShopMessage.…))
          A command that is ignored, or that may be pending, has not ended. So nothing behind it \
          begins, and the test has not checked what follows.
          To fix this, answer it with `answer(…)`, or say \
          `finish(ignoringPending: [LoadItem.self])`.
          """)
      app([group]).finish(ignoringPending: [LoadItem.self])
    }
    let message = failures { app([Concurrent([Parcel()], then: ShopMessage.nothing)]).finish() }
    #expect(text(of: message).contains("Commands: Send(ShopMessage.nothing"))
    let answered = app([Sequential([Parcel(), LoadItem(id: 1)])])
    answered.answer(Parcel.self)
    answered.finish(ignoringPending: [LoadItem.self])
  }

  @Test func whatIsReportedLastIsSeenToo() {
    let found = failures {
      let app = makeApp([Parcel().timingOut(after: .seconds(5))])
      app.clock.advance(by: .seconds(5))
      app.finish()
    }
    #expect(text(of: found).contains("CommandTimedOut"))
  }

  @Test func aCommandThatHasGotNoAnswerHidesNoneThatWaits() {
    let found = failures {
      makeApp([Parcel(), LoadItem(id: 1).delayed(by: .seconds(5))]).finish()
    }
    #expect(found.count == 2)
  }

  @Test func anInterpreterThatMayStillSendFailsTheTest() {
    let found = failures {
      makeApp([Later()], interpreters: [.command(LaterInterpreter())]).finish()
    }
    #expect(
      text(of: found) == """
        1 command has not ended.
          Commands: Later
        An interpreter that keeps its dispatcher may still send messages.
        To fix this, let time pass with `advance(by:)`, release the dispatcher in the interpreter \
        when it is done, or say `finish(ignoringPending: […])`.
        """)
    makeApp([Later()], interpreters: [.command(LaterInterpreter())]).finish(ignoringPending: [
      Later.self
    ])
    let app = makeApp([Later()], interpreters: [.command(LaterInterpreter())])
    app.advance(by: .seconds(60), sends: [ShopMessage.ticked]) { $0.seconds = 1 }
    app.finish()
  }

  @Test func anAppThatIsNeverUsedHasBegunAtTheEnd() {
    let found = failures {
      AppTest(Program(model: Shop(), shopUpdater, commands: [Parcel()])).finish()
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text.hasPrefix("start (to be stated with `app.start(…)`): the commands") == true)
  }

  @Test func nothingFollowsTheEnd() {
    let app = AppTest(Program(model: Shop(), shopUpdater))
    app.finish()
    let calls: [(String, () -> Void)] = [
      ("nothing", { app.send(ShopMessage.nothing) }),
      ("advance(by: .seconds(1))", { app.advance(by: .seconds(1)) }),
      ("finish()", { app.finish() }),
    ]
    for (name, call) in calls {
      #expect(
        text(of: failures(call)) == """
          The test of the app has ended.
            Called: \(name)
          The app handles no messages after `finish()`.
          To fix this, call `finish()` once, and last.
          """)
    }
  }

  @Test func anErrorThatNobodyHandlesFailsTheTest() {
    let line = #line + 4
    func found(_ allowed: [RuntimeIssue.Kind]) -> [TestFailure] {
      failures {
        let app = AppTest(Program(model: Shop(), shopUpdater), allowing: allowed)
        app.send(ShopMessage.parcelTapped, commands: [Parcel()])
        app.answer(Parcel.self, throwing: ShopFailure(code: 1))
        app.finish()
      }
    }
    #expect(found([.interpreterThrew]).isEmpty)
    #expect(
      text(of: found([])) == """
        The interpreter of Parcel threw an error.
          Error: ShopFailure(code: 1)
          Cause: parcelTapped (KatanaTestingTests/AppTestEndTests.swift:\(line))
        The run has ended, perhaps without the message that the app waits for.
        To fix this, catch the error in the interpreter and dispatch a message that says what happened.
        If that may happen in this test, make the app with `allowing: [.interpreterThrew]`.
        """)
  }

  @Test func anErrorThatIsHandledHidesNoneThatFollows() {
    let found = failures {
      let app = AppTest(
        Program(
          model: Shop(), shopUpdater,
          commands: [
            Parcel().onFailure(ShopMessage.ticked), LoadItem(id: 1).timingOut(after: .seconds(5)),
          ]))
      app.start(exhaustive: [.model, .subscriptions])
      app.answer(Parcel.self, throwing: ShopFailure(code: 1), sends: [ShopMessage.ticked]) {
        $0.seconds = 1
      }
      app.advance(by: .seconds(5))
      app.finish()
    }
    #expect(text(of: found).contains("CommandTimedOut"))
  }
}
