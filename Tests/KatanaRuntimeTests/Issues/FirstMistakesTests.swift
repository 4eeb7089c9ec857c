import KatanaRuntime
import KatanaTesting
import Testing

/// Mistakes that the compiler cannot see: what is said about them, and where nothing is said, what happens.
/// See `Docs/maintaining/decisions/why-first-mistakes.md`.
@Suite struct FirstMistakesTests {
  // MARK: A subscription without an id declared twice

  /// Without an `id`, the value is the identity.
  struct Pulse: Subscription {
    var name = "heart"
    var reply: Reply<String>
  }

  final class PulseInterpreter: SubscriptionInterpreter {
    typealias Sub = Pulse

    private let subscription: Pulse
    private let dispatch: SubscriptionDispatcher<Pulse>
    private let log: Log

    init(_ subscription: Pulse, _ dispatch: SubscriptionDispatcher<Pulse>, _ log: Log) {
      (self.subscription, self.dispatch, self.log) = (subscription, dispatch, log)
    }

    func start() {
      log("start \(subscription.name)")
      dispatch { $0.reply("beat") }
    }
    func stop() {}
  }

  private func entries(
    of pulses: [Pulse], _ log: Log, _ issues: IssueRecorder
  ) throws -> [String] {
    let runtime = try makeRuntime(
      [.subscription { [log] in PulseInterpreter($0, $1, log) }],
      subscriptions: FunctionSubscriptionProvider { _ in pulses }, issues: issues)
    runtime.start()
    defer { runtime.requestShutdown() }
    return runtime.model.entries
  }

  @Test func equalSubscriptionsWithoutAnIDAreOneInstanceAndEachReplyIsSent() throws {
    let (log, issues) = (Log(), IssueRecorder())
    let entries = try entries(
      of: [
        Pulse(reply: Reply { Note.add("first \($0)") }),
        Pulse(reply: Reply { Note.add("second \($0)") }),
      ], log, issues)
    #expect(log.all == ["start heart"])
    #expect(entries == ["first beat", "second beat"])
    #expect(issues.kinds == [])
  }

  @Test func differentSubscriptionsWithoutAnIDAreTwoInstances() throws {
    let (log, issues) = (Log(), IssueRecorder())
    let reply = Reply { (text: String) in Note.add(text) }
    _ = try entries(
      of: [Pulse(name: "left", reply: reply), Pulse(name: "right", reply: reply)], log, issues)
    #expect(log.all == ["start left", "start right"])
    #expect(issues.kinds == [])
  }

  // MARK: A provider without an updater

  @Test func whatASubscriptionSendsAndNoUpdaterTakesIsReported() throws {
    let (board, issues) = (SourceBoard(), IssueRecorder())
    let runtime = try Runtime(
      Program(model: Notes(wanted: [Source(name: "x")]), notesSubscriptions),
      interpreters: [board.interpreter], options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    board.send("a", from: "x")
    #expect(issues.kinds == [.messageNotTaken])
    let text = issues.issues.first?.text ?? ""
    #expect(text.hasPrefix("No updater takes the message Note.add without an address.\n"))
    #expect(
      text.hasSuffix(
        "To fix this, add an updater that takes it; one that takes messages of all types says so with"
          + " `takes`."))
    runtime.requestShutdown()
  }

  // MARK: onChange that also fires for a load

  struct Settings: Model, Equatable { var language = "en" }
  enum SettingsMessage: Message, Equatable { case chosen(String), loaded(String) }
  struct Save: Command, Equatable { var language: String }

  struct SettingsUpdater: TypedUpdater {
    var saves = false

    func update(model: inout Settings, message: SettingsMessage) -> [any Command] {
      switch message {
      case .chosen(let language):
        model.language = language
        return saves ? [Save(language: language)] : []
      case .loaded(let language):
        model.language = language
        return []
      }
    }
  }

  @Test func onChangeIsCalledForALoadedValueToo() {
    let feature = SettingsUpdater().onChange(of: \.language) { model, _ in
      [Save(language: model.language)]
    }
    StepTest(feature, model: Settings())
      .send(SettingsMessage.loaded("de"), commands: [Save(language: "de")]) { $0.language = "de" }
  }

  @Test func aCommandOfThePersonsMessageIsNotReturnedForALoadedValue() {
    let test = StepTest(SettingsUpdater(saves: true), model: Settings())
    test.send(SettingsMessage.loaded("de")) { $0.language = "de" }
    test.send(SettingsMessage.chosen("fr"), commands: [Save(language: "fr")]) {
      $0.language = "fr"
    }
  }

  // MARK: A listener that does not hear an undo

  struct Line: Model, Equatable, Identifiable {
    typealias Receives = LineMessage
    let id: Int
    var taps = 0
  }
  enum LineMessage: Message, Equatable { case tapped }
  struct Page: Model, Equatable { var lines = [Line(id: 1)] }
  struct Desk: Model, Equatable {
    var document = Undoable(Page())
    var taps = 0
  }

  static let desk = CombinedUpdater<Desk>([
    .slice(
      \.document,
      CombinedUpdater<Page>([
        .each(
          \.lines,
          TypedFunctionUpdater { (model: inout Line, _: LineMessage) in
            model.taps += 1
            return []
          })
      ]).undoable { $0 is LineMessage }),
    .listen(any: Line.self) { model, _, _ in
      model.taps += 1
      return []
    },
  ])

  private func tapsAfterUndo(_ feature: CombinedUpdater<Desk>) -> Int {
    let test = StepTest(feature, model: Desk())
    test.send(.tapped, to: Desk.at.document.present.lines[1], exhaustive: [])
    #expect(test.model.taps == 1)
    test.send(.undo, to: Desk.at.document, exhaustive: [])
    #expect(test.model.document.present.lines[0].taps == 0)
    return test.model.taps
  }

  @Test func aListenerToAChildIsNotCalledForAnUndo() {
    #expect(tapsAfterUndo(Self.desk) == 1)
  }

  @Test func aListenerToTheUndoFollowsIt() {
    let following = Self.desk.with(
      .listen(to: Desk.at.document, UndoMessage.self) { model, _, _ in
        model.taps = model.document.present.lines.reduce(0) { $0 + $1.taps }
        return []
      })
    #expect(tapsAfterUndo(following) == 0)
  }
}
