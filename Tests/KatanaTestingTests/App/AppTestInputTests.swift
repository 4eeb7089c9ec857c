import KatanaRuntime
import KatanaTesting
import Testing

/// Inputs with which an app cannot work: the test fails, and does not hang or crash.
@Suite struct AppTestInputTests {
  struct Again: Message {}

  /// The text of the failure of an app in which each message causes another one.
  private func textOfLoop(
    _ again: any Command, _ body: (AppTest<Shop>) -> Void
  ) -> String {
    let updater = FunctionUpdater<Shop>(takes: .all) { model, message in
      var model = model
      model.seconds += 1
      return (model, [again])
    }
    let found = failures {
      let app = AppTest(Program(model: Shop(), updater), ignoringPending: [Send.self], atMost: 10)
      body(app)
    }
    return text(of: found)
  }

  private let endless = """
    One call of the test caused more than 10 messages.
      The last ones: Again, Again, Again, Again
    They seem to cause each other for ever. All further messages of the call are dropped.
    To fix this, end the chain of causes, or allow more with `AppTest(…, atMost: …)`.
    """

  @Test func messagesThatCauseEachOtherForEverFailTheTest() {
    let found = textOfLoop(Send(Again())) { app in
      app.send(Again(), exhaustive: [.model]) { $0.seconds = 10 }
    }
    #expect(found == endless)
  }

  @Test func soDoThoseThatCauseEachOtherInNoTime() {
    let found = textOfLoop(Send(Again()).delayed(by: .zero)) { app in
      app.send(Again(), exhaustive: [.model]) { $0.seconds = 1 }
      app.advance(by: .zero, exhaustive: [.model]) { $0.seconds = 11 }
    }
    #expect(found == endless)
  }

  @Test func twoInterpretersOfOneTypeFailTheTestWhereTheAppIsMade() {
    let ticks = Interpreter.subscription(TicksInterpreter.self)
    let line = #line + 2
    let found = failures {
      let app = AppTest(Program(model: Shop(), shopUpdater), interpreters: [ticks, ticks])
      app.send(ShopMessage.parcelTapped, commands: [Parcel()])
      app.answer(\Parcel.done, with: 0.5) { $0.seconds = 50 }
    }
    #expect(found.map(\.place.line) == [UInt(line)])
    #expect(
      text(of: found).hasPrefix(
        "2 interpreters could be found for the subscription Ticks;"))
  }
}
