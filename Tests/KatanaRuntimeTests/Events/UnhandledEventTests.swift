import KatanaRuntime
import KatanaTesting
import Testing

/// Each message that is counted and not handled is told, with the reason.
@Suite struct UnhandledEventTests {
  typealias Run = EventTest.Run
  typealias Change = EventTest.Change

  @Test func aMessageAfterTheEndIsLost() throws {
    let test = try EventTest(to: .messages)
    test.runtime.requestShutdown()
    test.runtime.dispatch(Run())
    #expect(test.told() == ["Run of outside not handled: lost"])
    #expect(test.runtime.statistics.lost == 1)
  }

  @Test func aMessageThatStillWaitsAtTheEndIsLost() throws {
    let test = try EventTest(
      to: .messages,
      interceptors: [
        .forEachRuntime { dispatch in
          Interceptor(before: { _, _ in
            dispatch(Run())
            dispatch.requestShutdown()
            return .handle
          })
        }
      ])
    test.runtime.dispatch(Run())
    #expect(
      test.told() == ["handled 1 → []", "Run of interceptor not handled: lost"])
  }

  @Test func aMessageOfACancelledCommandIsSilenced() throws {
    let test = try EventTest(to: .messages)
    test.runtime.dispatch(Run(EventTest.Hold().cancellable(id: "a")))
    test.runtime.dispatch(Run(Cancel(id: "a")))
    test.held.withLock { $0[0] }(Run())
    #expect(
      test.told().last == "Run of command Hold, caused by 1 not handled: silenced")
    test.release()
  }

  @Test func aMessageOfARemovedSubscriptionIsSilenced() throws {
    let test = try EventTest(to: .messages)
    test.runtime.dispatch(Change.sources([Source(name: "a")]))
    let dispatch = test.board.running.withLock { $0["a"] }
    test.runtime.dispatch(Change.sources([]))
    dispatch? { $0.reply("late") }
    #expect(test.told().last == "a message of subscription Source not handled: silenced")
    #expect(test.runtime.statistics.silenced == 1)
  }

  @Test func aMessageFromTheOutsideIsRefusedWhileAPastModelIsShown() throws {
    let test = try EventTest(to: .messages)
    test.runtime.show(EventTest.App())
    test.runtime.dispatch(Run())
    test.runtime.goOn(from: EventTest.App())
    #expect(test.told() == ["Run of outside not handled: refused", "model replaced after 1"])
    #expect(test.runtime.statistics.refused == 1)
  }

  @Test func aMessageToARowThatIsGoneIsGone() throws {
    let test = try EventTest(to: .messages)
    test.runtime.dispatch(Run().to(EventTest.App.at.rows[1]))
    #expect(test.told() == ["Run of outside not handled: gone"])
  }

  @Test func aMessageWithAnUnknownAddressIsToldWithItsIssue() throws {
    let elsewhere = ClosurePart<EventTest.App, EventTest.Row>("elsewhere") { _, _ in }
    let test = try EventTest(to: [.messages, .issues])
    test.runtime.dispatch(Run().to(EventTest.App.at[part: elsewhere]))
    #expect(
      test.told() == ["issue messageNotTaken", "Run of outside not handled: unknownAddress"])
  }

  @Test func aMessageThatANewerOneReplacesIsSuperseded() throws {
    let board = Locked<SourceBoard?>(nil)
    let sending = EventHandler(to: .updates) { event in
      guard case .handling(let envelope) = event.fact, envelope.number == 2 else { return }
      board.withLock { $0 }?.send("one", from: "a")
      board.withLock { $0 }?.send("two", from: "a")
    }
    let test = try EventTest(to: .messages, eventHandlers: [sending])
    board.withLock { $0 = test.board }
    test.runtime.dispatch(Change.sources([Source(name: "a", buffering: .latest)]))
    test.runtime.dispatch(Run())
    #expect(
      test.told().contains(
        "a message of subscription Source, caused by 1 not handled: superseded"))
  }

  @Test func aMessageThatAnInterceptorDropsIsIntercepted() throws {
    let test = try EventTest(
      to: .messages, interceptors: [Interceptor(before: { _, _ in .drop })])
    test.runtime.dispatch(Run())
    #expect(test.told() == ["Run of outside not handled: intercepted"])
  }
}
