import KatanaRuntime
import KatanaTesting
import Testing

/// A test states which messages are handled.
@Suite struct HandledMessageTests {
  private struct Row: Model, Equatable, Identifiable {
    typealias Receives = RowMessage
    let id: Int
    var loads = 0
  }
  private enum RowMessage: Message, Equatable { case loadTapped, loaded, watched, closed }
  private struct App: Model, Equatable {
    var rows = [Row(id: 1), Row(id: 2)]
    var isOver = false
  }
  private struct Begin: Message, Equatable {}
  private struct Over: Message, Equatable {}
  private struct Load: Command, Equatable { var reply = Reply(RowMessage.loaded) }
  private struct Watch: Subscription, Equatable { var reply = Reply(RowMessage.watched) }

  private struct RowUpdater: TypedUpdater, SubscriptionProvider {
    func update(model: inout Row, message: RowMessage) -> [any Command] {
      switch message {
      case .loadTapped: return [Load()]
      case .loaded, .watched: return []
      case .closed: return [Dismiss()]
      }
    }
    func subscriptions(model: Row) -> [any Subscription] { [Watch()] }
  }

  private static let begin = TypedFunctionUpdater { (model: inout App, message: Begin) in
    [Send(Over()), Send(Over()).delayed(by: .seconds(1))]
  }
  private static let over = TypedFunctionUpdater { (model: inout App, message: Over) in
    model.isOver = true
    return []
  }

  private func makeApp() -> AppTest<App> {
    let feature = CombinedUpdater<App>([
      .each(\.rows, RowUpdater()), .full(Self.begin), .full(Self.over),
    ])
    let app = AppTest(Program(model: App(), feature))
    app.start(subscriptions: [1, 2].map { .started(Watch().in(App.at.rows[$0])) })
    return app
  }

  private func text(_ body: (AppTest<App>) -> Void) -> String {
    let found = failures {
      let app = makeApp()
      body(app)
    }
    return found.count == 1 ? found[0].text : "\(found.count) failures: \(found)"
  }

  private struct Echo: Command, Equatable {}

  /// Once, a test that stated the message of its answer passed although it was handled twice.
  @Test func theMessageOfAnAnswerThatIsHandledTwiceMustBeStatedTwice() {
    let row = TypedFunctionUpdater { (row: inout Row, message: RowMessage) in
      guard message == .loaded else { return message == .loadTapped ? [Load()] : [] }
      row.loads += 1
      return row.loads == 1 ? [Echo()] : []
    }
    let echo = Interpreter.command(Echo.self) { _, dispatch in dispatch(RowMessage.loaded) }
    func answered(sends: [any Message]) -> [TestFailure] {
      failures {
        let app = AppTest(Program(model: Row(id: 1), row), interpreters: [echo])
        app.send(.loadTapped, commands: [Load()])
        app.answer(\Load.reply, with: (), sends: sends, commands: [Echo()]) { $0.loads = 2 }
      }
    }
    #expect(answered(sends: [RowMessage.loaded, RowMessage.loaded]).isEmpty)
    #expect(
      answered(sends: [RowMessage.loaded]).map(\.text) == [
        """
        the answer to Load (loaded): the messages are not as expected (− expected, + actual).
        Messages:
          = RowMessage.loaded
          + RowMessage.loaded   (unexpected)
        """
      ])
  }

  private let delayed = Send(Over()).delayed(by: .seconds(1))

  @Test func whatATimerSendsMustBeStated() {
    #expect(
      text { app in
        app.send(Begin(), commands: [Send(Over()), delayed]) { $0.isOver = true }
        app.advance(by: .seconds(1))
      } == """
        advance(by: .seconds(1)): the messages are not as expected (− expected, + actual).
        Messages:
          + Over()   (unexpected)
        """)
    let app = makeApp()
    app.send(Begin(), commands: [Send(Over()), delayed]) { $0.isOver = true }
    app.advance(by: .seconds(1), sends: [Over()])
    app.finish()
  }

  @Test func aMessageThatDoesNotComeIsMissed() {
    let missed = text { $0.advance(by: .seconds(1), sends: [Over()]) }
    #expect(missed.contains("− Over()   (missing)"))
  }

  @Test func messagesNeedNotBeStatedWhereThatIsSaid() {
    let app = makeApp()
    app.send(Begin(), commands: [Send(Over()), delayed]) { $0.isOver = true }
    app.advance(by: .seconds(1), exhaustive: [.model, .commands, .subscriptions])
    app.finish()
  }

  @Test func theAnswerForAChildThatIsGoneMustBeExpected() {
    func closeWhileLoading(_ app: AppTest<App>) {
      let row = App.at.rows[1]
      app.send(.loadTapped, to: row, commands: [Load().in(row)])
      app.send(
        .closed, to: row, commands: [Dismiss().in(row)],
        subscriptions: [.stopped(Watch().in(row))]
      ) { $0.rows.removeFirst() }
    }
    #expect(
      text { app in
        closeWhileLoading(app)
        app.answer(\Load.reply, with: (), sends: [RowMessage.loaded])
      } == """
        the answer to Load (loaded): the message was not handled.
        The child that the message is for, or whose command sent it, is gone.
        To fix this, keep the child, or say `expectingNoReceiver: true` if the test expects that.
        """)
    let app = makeApp()
    closeWhileLoading(app)
    app.answer(\Load.reply, with: (), expectingNoReceiver: true)
    app.finish()
  }

  @Test func theMessageOfAnAnswerMayBeStatedWithItsAddressOrWithout() {
    let app = makeApp()
    let row = App.at.rows[1]
    for message in [RowMessage.loaded, RowMessage.loaded.to(row)] as [any Message] {
      app.send(.loadTapped, to: row, commands: [Load().in(row)])
      app.answer(\Load.reply, with: (), sends: [message])
    }
    app.send(.loadTapped, to: row, commands: [Load().in(row)])
    let wrong = failures { app.answer(\Load.reply, with: (), sends: [RowMessage.watched]) }
    #expect(wrong.count == 1)
  }

  @Test func anEventIsSentByTheSubscriptionOfOneRow() {
    let app = makeApp()
    app.emit(\Watch.reply, of: Watch().in(App.at.rows[2]), with: (), sends: [RowMessage.watched])
    app.emit(
      \Watch.reply, of: Watch().in(App.at.rows[1]), with: (),
      sends: [RowMessage.watched.to(App.at.rows[1])])
    #expect(
      text { $0.emit(\Watch.reply, with: ()) } == """
        2 subscriptions Watch are running.
          0: Watch(reply: Reply(RowMessage.…)).in(App.at.rows[1])
          1: Watch(reply: Reply(RowMessage.…)).in(App.at.rows[2])
        To fix this, select one with `of:`, or by its child with `in:`. If they are equal, give its \
        number as `at:`.
        """)
  }

  @Test func theStartMayChangeTheModel() {
    let app = AppTest(
      Program(
        model: App(), CombinedUpdater<App>([.full(Self.begin), .full(Self.over)]),
        commands: [Send(Over())]))
    app.start(commands: [Send(Over())]) { $0.isOver = true }
    app.finish()
  }

  /// The closure of a later call would use an index that the model does not have.
  @Test func afterAFailureNoClosureIsCalledAndNothingMoreIsReported() {
    #expect(
      text { app in
        app.send(.closed, to: App.at.rows[1])
        app.send(.loadTapped, to: App.at.rows[2], commands: []) { _ in fatalError("not called") }
        app.answer(\Load.reply, with: (), sends: [Over()]) { _ in fatalError("not called") }
        app.answer(\Load.reply, with: ())
        app.advance(by: .seconds(1)) { _ in fatalError("not called") }
      }.hasPrefix("closed: the model, the commands and the subscriptions are not as expected"))
    let found = failures {
      let test = StepTest(Self.over, model: App())
      test.send(Over())
      test.send(Over()) { _ in fatalError("not called") }
    }
    #expect(found.count == 1)
  }

  @Test func aForgottenCancellationIsNamed() {
    let row = App.at.rows[1]
    let text = text { app in
      for _ in 1...2 { app.send(.loadTapped, to: row, commands: [Load().in(row)]) }
      app.answer(\Load.reply, with: ())
    }
    #expect(
      text.hasSuffix(
        "If the newer command should replace the older one, the update did not cancel that one:"
          + " `.cancellable(id: …, cancelInFlight: true)`."))
  }

  @Test func whatWaitsIsNamedWithItsTime() {
    #expect(
      text { app in
        app.send(Begin(), commands: [Send(Over()), delayed]) { $0.isOver = true }
        app.advance(by: .milliseconds(999))
        app.finish()
      } == """
        1 command waits for time to pass, or for other commands.
          Commands: Send(Over()).delayed(by: .seconds(1)), due in 1 ms
        The test has not checked what the app does after the wait.
        To fix this, let time pass with `advance(by:)`, answer the other commands, cancel the \
        waiting ones, or say `finish(ignoringPending: […])` with the type of the innermost command.
        """)
  }

  @Test func duplicateIDsFailAStepTestToo() {
    struct Add: Message {}
    let add = TypedFunctionUpdater { (model: inout App, message: Add) in
      model.rows.append(Row(id: 1))
      return []
    }
    let found = failures {
      StepTest(CombinedUpdater<App>([.full(add), .each(\.rows, RowUpdater())]), model: App())
        .send(Add(), exhaustive: false)
    }
    #expect(found.first?.text.contains("have the same id") == true)
  }

  /// A listener of a part does not count as a receiver of the message.
  @Test func aListenerToAllMessagesDoesNotHideAWrongType() {
    struct Wrong: MessageTo, Equatable { typealias Receiver = Row }
    let feature = CombinedUpdater<App>([
      .each(\.rows, RowUpdater()), .listen(any: Row.self) { _, _, _ in [] },
      .full(
        FunctionUpdater(takes: .only([ScopedMessage.self])) { model, _ in (model, []) }),
    ])
    let found = failures {
      let app = AppTest(Program(model: App(), feature))
      app.start(exhaustive: false)
      app.send(Wrong().to(App.at.rows[1]))
    }
    #expect(found.count == 1)
    #expect(found.first?.text.contains("Wrong") == true)
  }

  /// A failure of a test shows the whole message. A log shows no payload, which may be private.
  @Test func aMessageThatReachesNobodyIsShownWithItsPayload() {
    struct Stranger: Message { var name = "ada" }
    let found = failures { makeApp().send(Stranger()) }
    #expect(found.first?.text.contains(#"Stranger(name: "ada")"#) == true)
  }

  @Test func aMessageThatIsDroppedOnTheWayIsMissed() {
    let gone = TypedFunctionUpdater { (model: inout App, message: Begin) in
      model.rows = []
      return [Send(.loaded, to: App.at.rows[1])]
    }
    func send(_ exhaustive: Exhaustivity) -> [TestFailure] {
      failures {
        let app = AppTest(
          Program(model: App(), CombinedUpdater<App>([.full(gone), .each(\.rows, RowUpdater())])))
        app.start(exhaustive: [.model, .commands])
        app.send(
          Begin(), commands: [Send(.loaded, to: App.at.rows[1])],
          exhaustive: exhaustive.subtracting(.subscriptions)
        ) { $0.rows = [] }
      }
    }
    #expect(
      send(.everything).map(\.text) == [
        """
        Begin: 1 message that it caused was not handled.
          Counted: handled: 1, gone: 1
        A message is dropped if its command was cancelled or its child is gone.
        To fix this, leave `.messages` out of `exhaustive:` if the test expects that.
        """
      ])
    #expect(send([.model, .commands]) == [])
  }

  @Test func aMessageThatIsHandledAgainstTheExpectationFails() {
    let row = App.at.rows[1]
    #expect(
      text { app in
        app.send(.loadTapped, to: row, commands: [Load().in(row)])
        app.answer(\Load.reply, with: (), expectingNoReceiver: true)
      } == """
        the answer to Load (loaded): the message was handled.
        The test says `expectingNoReceiver: true`.
        To fix this, remove `expectingNoReceiver:`, and state what the message causes.
        """)
  }

  /// It is not enough that a message is dropped that the answer causes.
  @Test func aHandledAnswerWhoseConsequenceIsDroppedFails() {
    struct Ask: Command, Equatable { var reply = Reply(Begin()) }
    let asking = TypedFunctionUpdater { (model: inout App, message: Over) in [Ask()] }
    let lost = Send(.loaded, to: App.at.rows[9])
    let losing = TypedFunctionUpdater { (model: inout App, message: Begin) in [lost] }
    let feature = CombinedUpdater<App>([
      .full(asking), .full(losing), .each(\.rows, RowUpdater()),
    ])
    let found = failures {
      let app = AppTest(Program(model: App(rows: []), feature))
      app.start()
      app.send(Over(), commands: [Ask()])
      app.answer(\Ask.reply, with: (), expectingNoReceiver: true, commands: [lost])
    }
    #expect(found.map { $0.text.contains("the message was handled") } == [true])
  }

  @Test func whatIsAnsweredBeforeTheStartIsReportedAsTheStart() {
    let feature = CombinedUpdater<App>([.each(\.rows, RowUpdater()), .full(Self.over)])
    let program = Program(model: App(rows: []), feature, commands: [Load()])
    let found = failures { AppTest(program).answer(\Load.reply, with: ()) }
    #expect(found.first?.text.contains("app.start(") == true)
  }

  @Test func whatIsAnsweredAfterTheEndIsToldSo() {
    let found = failures {
      let app = makeApp()
      app.finish()
      app.answer(\Load.reply, with: ())
    }
    #expect(found.map { $0.text.contains("The test of the app has ended.") } == [true])
  }

  @Test func whatTheStartDropsMayBeExpected() {
    func start(_ exhaustive: Exhaustivity) -> [TestFailure] {
      failures {
        let app = AppTest(
          Program(
            model: App(rows: []), CombinedUpdater<App>([.each(\.rows, RowUpdater())]),
            commands: [Send(.loaded, to: App.at.rows[1])]))
        app.start(commands: [Send(.loaded, to: App.at.rows[1])], exhaustive: exhaustive)
      }
    }
    #expect(start(.everything).map { $0.text.contains("was not handled") } == [true])
    #expect(start([.model, .commands, .subscriptions]) == [])
  }

  private enum TripMessage: Message, Equatable { case begun, went, tooLate }

  @Test func theMessageOfATimeoutMustBeStatedEvenIfItsCommandBeganInTheSameCall() {
    let go = Send(TripMessage.went).delayed(by: .seconds(1))
    let load = Load().timingOut(after: .seconds(1), TripMessage.tooLate)
    let trip = TypedFunctionUpdater { (model: inout App, message: TripMessage) in
      switch message {
      case .begun: [go]
      case .went: [load]
      case .tooLate: []
      }
    }
    func advance(sends messages: [TripMessage]) -> [String] {
      failures {
        let app = AppTest(Program(model: App(rows: []), CombinedUpdater<App>([.full(trip)])))
        app.send(TripMessage.begun, commands: [go])
        app.advance(by: .seconds(5), sends: messages, commands: [load])
        app.finish()
      }.map(\.text)
    }
    #expect(advance(sends: [.went, .tooLate]) == [])
    let missing = advance(sends: [.went])
    #expect(missing.count == 1 && missing[0].contains("tooLate   (unexpected)"), "\(missing)")
  }
}
