import KatanaRuntime
import KatanaTesting
import Testing

/// The failures of an `AppTest` whose calls cause something else than they state.
@Suite struct AppTestFailureTests {
  let password = Secret("hunter2")

  private func textOfFailure(
    _ shop: Shop = Shop(), _ body: (AppTest<Shop>) -> Void
  ) -> String {
    text(
      of: failures {
        let app = AppTest(Program(model: shop, shopUpdater))
        body(app)
        app.finish(ignoringPending: [LoadItem.self, Parcel.self])
      })
  }

  @Test func whatAnUpdaterReturnsAtTheStartIsStatedToo() {
    let found = failures {
      let app = AppTest(
        Program(
          model: Shop(), CombinedUpdater([.full(shopUpdater), .full(shopSubscriptions)]),
          commands: [Forget(name: "ada")]))
      app.send(ShopMessage.nothing)
      app.finish(ignoringPending: [Forget.self])
    }
    #expect(
      text(of: found) == """
        start (to be stated with `app.start(…)`): the commands and the subscriptions are not as expected \
        (− expected, + actual).
        Commands:
          + Forget(name: "ada")   (unexpected)
        Subscriptions:
          + started AccountNews(token: nil)   (unexpected)
        """)
  }

  @Test func anAnswerToNothingFailsTheTest() {
    #expect(
      textOfFailure { app in
        app.send(ShopMessage.parcelTapped, commands: [Parcel()])
        app.answer(\SignIn.reply, with: .success(ada))
      } == """
        No command SignIn is pending.
          Pending: Parcel(done: Reply(ShopMessage.…))
        To fix this, send the message that returns it first, or answer a command that is pending.
        """)
  }

  @Test func aSecondAnswerFailsTheTest() {
    let line = #line + 3
    let found = textOfFailure { app in
      app.send(ShopMessage.parcelTapped, commands: [Parcel()])
      app.answer(Parcel.self)
      app.answer(Parcel.self)
    }
    #expect(
      found == """
        No command Parcel is pending.
          Pending: none
          Answered before: Parcel(done: Reply(ShopMessage.…)), at KatanaTestingTests/\
        AppTestFailureTests.swift:\(line)
        To fix this, answer each command once; with `ends: false` it stays pending.
        """)
  }

  @Test func anAnswerToOneOfManyMustSayWhichOne() {
    let shop = Shop(items: [Item(id: 1, title: "a"), Item(id: 2, title: "b")])
    func ask(_ app: AppTest<Shop>) {
      for id in 1...2 {
        app.send(
          ItemMessage.loadTapped.to(Shop.at.items[id]),
          commands: [LoadItem(id: id).in(Shop.at.items[id])])
      }
    }
    let candidates = """
      2 commands LoadItem are pending.
        0: LoadItem(id: 1, reply: Reply(ItemMessage.…)).in(Shop.at.items[1])
        1: LoadItem(id: 2, reply: Reply(ItemMessage.…)).in(Shop.at.items[2])
      """
    #expect(
      textOfFailure(shop) { app in
        ask(app)
        app.answer(\LoadItem.reply, with: "x")
      } == candidates + """

        To fix this, select one with `of:`, or by its child with `in:`. If they are equal, give its \
        number as `at:`.
        """)
    #expect(
      textOfFailure(shop) { app in
        ask(app)
        app.answer(\LoadItem.reply, at: 2, with: "x")
      } == candidates + "\nTo fix this, give one of these numbers as `at:`.")
    #expect(
      textOfFailure(shop) { app in
        ask(app)
        app.answer(\LoadItem.reply, of: LoadItem(id: 3), with: "x")
      } == """
        No command LoadItem(id: 3, reply: Reply(ItemMessage.…)) is pending.
          Pending: LoadItem(id: 1, reply: Reply(ItemMessage.…)).in(Shop.at.items[1]), \
        LoadItem(id: 2, reply: Reply(ItemMessage.…)).in(Shop.at.items[2])
        To fix this, send the message that returns it first, or answer a command that is pending.
        """)
  }

  @Test func anEventOfNothingFailsTheTest() {
    #expect(
      textOfFailure { $0.emit(\Ticks.reply, with: ()) } == """
        No subscription Ticks is running.
          Running: none
        To fix this, first send the message after which the model declares it.
        """)
  }

  @Test func aCommandWithoutAnAnswerFailsTheTestWhereTheAppWasMade() {
    let line = #line + 2
    let found = failures {
      let app = AppTest(Program(model: Shop(), shopUpdater))
      app.send(ShopMessage.parcelTapped, commands: [Parcel()])
    }
    #expect(found.first?.place.line == UInt(line))
    #expect(
      text(of: found) == """
        1 command has got no answer.
          Parcel(done: Reply(ShopMessage.…)), started at KatanaTestingTests/AppTestFailureTests.swift:\
        \(line + 1)
        The test has not checked what the app does with the answer.
        To fix this, answer it, or say `finish(ignoringPending: [Parcel.self])`.
        """)
  }

  @Test func whatTheRuntimeReportsFailsTheTest() {
    let provider = FunctionSubscriptionProvider<Shop> { model in
      model.isBusy ? [AccountNews(token: nil), AccountNews(token: Secret("t"))] : []
    }
    let found = failures {
      let app = AppTest(
        Program(model: Shop(), CombinedUpdater([.full(ShopUpdater()), .full(provider)])))
      app.send(
        .logInTapped(name: "ada", password: password),
        commands: [SignIn(name: "ada", password: password)],
        subscriptions: [.started(AccountNews(token: nil))]
      ) { $0.isBusy = true }
      app.finish(ignoringPending: [SignIn.self])
    }
    #expect(
      text(of: found) == """
        The subscription AccountNews is declared with different payloads under one id.
          Id: account
        One instance cannot run with two payloads; the first declared one runs, and the others get \
        no messages.
        To fix this, declare equal payloads, or make what differs part of the `id`.
        If that may happen in this test, make the app with `allowing: [.conflictingSubscriptions]`.
        """)
  }

  @Test func startIsCalledOnceAndFirst() {
    #expect(
      textOfFailure { app in
        app.start()
        app.start()
      } == "The app has begun before. To fix this, call start() once, and first.")
  }

  @Test func theMessageOfAReplyMayBeStated() {
    #expect(
      textOfFailure { app in
        app.send(ShopMessage.parcelTapped, commands: [Parcel()])
        app.answer(\Parcel.done, with: 0.5, sends: [ShopMessage.parcelProgressed(0.6)]) {
          $0.seconds = 50
        }
      } == """
        the answer to Parcel (parcelProgressed): the messages are not as expected \
        (− expected, + actual).
        Messages:
          ~ ShopMessage.parcelProgressed(0.6)   (differs)
              .parcelProgressed
                − 0.6
                + 0.5
        """)
  }

  /// The message of the call itself is not shown as unexpected, even if another one is missing.
  @Test func theMessageOfTheCallIsNotShownAsUnexpected() {
    #expect(
      textOfFailure { app in
        app.send(ShopMessage.parcelTapped, commands: [Parcel()])
        app.answer(\Parcel.done, with: 0.5, sends: [ShopMessage.ticked]) { $0.seconds = 50 }
      } == """
        the answer to Parcel (parcelProgressed): the messages are not as expected \
        (− expected, + actual).
        Messages:
          − ShopMessage.ticked   (missing)
          The call itself sent ShopMessage.parcelProgressed(0.5), which need not be stated.
        """)
    #expect(
      textOfFailure { app in
        app.send(ShopMessage.parcelTapped, sends: [ShopMessage.ticked], commands: [Parcel()])
      } == """
        parcelTapped: the messages are not as expected (− expected, + actual).
        Messages:
          − ShopMessage.ticked   (missing)
          The call itself sent ShopMessage.parcelTapped, which need not be stated.
        """)
  }

  @Test func whatHappensBetweenTwoCallsFailsTheTest() {
    let found = failures {
      let app = AppTest(
        Program(
          model: Shop(isBusy: true),
          CombinedUpdater([.full(shopUpdater), .full(shopSubscriptions)])),
        interpreters: [.subscription(TicksInterpreter.self)])
      app.start(subscriptions: [.started(AccountNews(token: nil)), .started(Ticks(seconds: 1))])
      app.clock.advance(by: .seconds(2))
      app.send(ShopMessage.nothing)
    }
    let expected = """
      2 messages came between two calls of the test.
        Messages: ticked, ticked
      The test does not check what they caused.
      To fix this, advance the clock only with `advance(by:)` of the test, and send messages only \
      with its `send(_:)`, `answer(_:with:)` and `emit(_:with:)`.
      """
    #expect(found.map(\.text) == [expected])
  }

  @Test func asynchronousInterpretersAreNotTakenIn() {
    struct Slow: AsyncCommandInterpreter {
      func interpret(_ command: Parcel, dispatch: Dispatcher) async throws {}
    }
    let found = failures {
      _ = AppTest(Program(model: Shop(), shopUpdater), interpreters: [.command(Slow())])
    }
    #expect(
      text(of: found) == """
        The interpreter Slow is asynchronous.
        Its task would run concurrently with the test, so it is not run.
        To fix this, remove it and answer its commands, or test it with `RecordingDispatcher` or \
        `explore`.
        """)
  }

  @Test func anInterpreterThatBeginsATaskFailsTheTest() {
    struct Tasks: CommandInterpreter {
      func interpret(_ command: Parcel, dispatch: Dispatcher) {
        for _ in 0..<2 { dispatch.task {} }
      }
    }
    let found = failures {
      let app = AppTest(Program(model: Shop(), shopUpdater), interpreters: [.command(Tasks())])
      app.send(ShopMessage.parcelTapped, commands: [Parcel()])
      app.finish(ignoringPending: [Parcel.self])
    }
    #expect(
      text(of: found) == """
        An interpreter that was given to the app began a task.
        The task would run concurrently with the test, so it is not run.
        To fix this, remove it and answer its commands, or test it with `RecordingDispatcher` or \
        `explore`.
        """)
  }

  @Test func allTypesThatWaitAreNamedAtTheEnd() {
    let found = failures {
      let app = AppTest(Program(model: Shop(items: [Item(id: 1, title: "a")]), shopUpdater))
      app.send(ShopMessage.parcelTapped, commands: [Parcel()])
      app.send(
        ItemMessage.loadTapped.to(Shop.at.items[1]),
        commands: [LoadItem(id: 1).in(Shop.at.items[1])])
      app.finish()
    }
    #expect(
      text(of: found).split(separator: "\n").last
        == "To fix this, answer them, or say `finish(ignoringPending: [Parcel.self, LoadItem.self])`."
    )
  }

  @Test func anAnswerToACancelledCommandFailsTheTest() {
    enum ID { case parcel }
    let updater = FunctionUpdater<Shop>(takes: .all) { model, message in
      let isParcel = message as? ShopMessage == .parcelTapped
      return (model, isParcel ? [Parcel().cancellable(id: ID.parcel)] : [Cancel(id: ID.parcel)])
    }
    let line = #line + 4
    let found = failures {
      let app = AppTest(Program(model: Shop(), updater))
      app.send(ShopMessage.parcelTapped, commands: [Parcel().cancellable(id: ID.parcel)])
      app.send(ShopMessage.nothing, commands: [Cancel(id: ID.parcel)])
      app.answer(Parcel.self)
    }
    #expect(
      text(of: found) == """
        No command Parcel is pending.
          Pending: none
          Cancelled before: Parcel(done: Reply(ShopMessage.…)), at KatanaTestingTests/\
        AppTestFailureTests.swift:\(line)
        To fix this, send the message that returns it first, or answer a command that is pending.
        """)
  }

  @Test func aTimeOutThatNothingIsSaidAboutFailsTheTest() {
    let found = failures {
      let app = AppTest(
        Program(model: Shop(), shopUpdater, commands: [Parcel().timingOut(after: .seconds(5))]))
      app.start(commands: [Parcel().timingOut(after: .seconds(5))])
      app.advance(by: .seconds(5))
      app.finish()
    }
    #expect(found.count == 1)
    #expect(text(of: found).contains("CommandTimedOut"))
  }

  @Test func aCommandThatWaitsForItsTimeFailsTheTestAtItsEnd() {
    let updater = FunctionUpdater<Shop>(takes: .all) { model, _ in
      (model, [Parcel().delayed(by: .seconds(1))])
    }
    let found = failures {
      let app = AppTest(Program(model: Shop(), updater))
      app.send(ShopMessage.nothing, commands: [Parcel().delayed(by: .seconds(1))])
      app.finish()
    }
    #expect(
      text(of: found) == """
        1 command waits for time to pass, or for other commands.
          Commands: Parcel(done: Reply(ShopMessage.…)).delayed(by: .seconds(1)), due in 1 s
        The test has not checked what the app does after the wait.
        To fix this, let time pass with `advance(by:)`, answer the other commands, cancel the \
        waiting ones, or say `finish(ignoringPending: […])` with the type of the innermost command.
        """)
    let app = AppTest(Program(model: Shop(), updater), ignoringPending: [Parcel.self])
    app.send(ShopMessage.nothing, commands: [Parcel().delayed(by: .seconds(1))])
  }
}
