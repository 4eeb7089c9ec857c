public import Katana
public import KatanaRuntime

/// Tests a whole app, or a part of one, without its effects.
///
/// The real runtime handles the messages, but nothing is performed: what the app asks for is held
/// until the test answers, in any order, and subscriptions send what the test says. Each call states
/// everything that it causes, as with ``StepTest``.
///
/// ```swift
/// let app = AppTest(model: LoginModel(), updater: LoginUpdater())
/// app.send(.loginTapped, commands: [LogIn(email: "a@b.c", Reply(LoginMessage.finished))]) {
///   $0.isBusy = true
/// }
/// app.answer(\LogIn.reply, with: .success(session)) {
///   $0.isBusy = false
///   $0.session = session
/// }
/// app.finish()
/// ```
///
/// Time passes with ``advance(by:commands:subscriptions:exhaustive:fileID:filePath:line:change:)`` only.
/// Interpreters that use nothing but the clock may be given to run for real, such as
/// `.subscription(EveryInterpreter.self)`. Problems that the runtime reports are failures. At the end,
/// no command may be left without an answer; see ``finish(leaving:fileID:filePath:line:)``.
public final class AppTest<Tested: Updater> {
  /// What a step changes.
  public typealias AppModel = Tested.TypedModel

  /// The clock of the app.
  public let clock: ManualClock

  let runtime: Runtime<AppModel>
  let effects: HeldEffects
  let place: TestPlace
  private let recorder: StepRecorder<AppModel>
  private let issues: IssueRecorder
  private var reportedIssues = 0
  /// Whether the test has let an interpreter throw, whose error the runtime may report now or later.
  var hasThrown = false
  private var hasStarted = false
  var hasFinished = false
  let leftTypes: [any Command.Type]

  /// An app that has not begun yet; ``start(commands:subscriptions:exhaustive:fileID:filePath:line:)``
  /// begins it, or the first message does.
  ///
  /// - Parameters:
  ///   - model: The model at the start.
  ///   - updater: The app's logic.
  ///   - subscriptions: What the app listens to, given the model.
  ///   - commands: What the app does at the start.
  ///   - interpreters: What runs for real, and uses nothing but the clock; everything else is held. An
  ///     asynchronous interpreter fails the test: its task would run beside it. See ``explore``.
  ///   - types: The types of commands that never get an answer in this test.
  ///   - limit: How many messages one call of the test may cause; more fail it, and are dropped, since
  ///     they seem to cause each other for ever.
  ///   - clock: The clock of the app. Advance it with ``advance(by:commands:subscriptions:exhaustive:fileID:filePath:line:change:)``.
  public init(
    model: AppModel, updater: Tested,
    subscriptions: (any SubscriptionProvider<AppModel>)? = nil, commands: [any Command] = [],
    interpreters: [Interpreter] = [], leaving types: [any Command.Type] = [],
    atMost limit: Int = 100_000, clock: ManualClock = ManualClock(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    self.clock = clock
    self.place = TestPlace(fileID, filePath, line)
    self.leftTypes = types
    let effects = HeldEffects()
    let recorder = StepRecorder(updater, subscriptions, commands, limit: limit)
    let issues = IssueRecorder()
    (self.effects, self.recorder, self.issues) = (effects, recorder, issues)
    func runtime(_ interpreters: [Interpreter]) throws(WiringError) -> Runtime<AppModel> {
      try Runtime(
        model: model, updater: updater, subscriptions: subscriptions, commands: commands,
        interpreters: interpreters + effects.interpreters(beside: interpreters),
        interceptors: [recorder.interceptor], clock: clock,
        execution: .caller.withoutBursts, softLimit: .max, issues: issues.handler)
    }
    do {
      self.runtime = try runtime(interpreters)
    } catch {
      place.fail(error.description)
      guard let runtime = try? runtime([]) else {
        preconditionFailure("without interpreters, nothing can be wired twice")
      }
      self.runtime = runtime
    }
    for name in Interpreter.asynchronous(among: interpreters) { place.fail(asynchronousText(name)) }
  }

  /// The model after the steps so far.
  public var model: AppModel { runtime.model }

  /// The commands that wait for an answer, in the order of their start.
  public var pending: [any Command] { effects.pending.map(\.shown) }

  /// The commands of a type that wait for an answer, as an interpreter sees them, in the order of their
  /// start.
  public func pending<C: Command>(_ type: C.Type) -> [C] {
    effects.pending.compactMap { $0.held.command as? C }
  }

  /// The subscriptions that run without an interpreter of their own, in the order of their start.
  public var running: [any Subscription] { effects.running.map(\.payload) }

  /// Begins: states the first subscriptions and commands of the app.
  ///
  /// Not needed for an app that has neither.
  public func start(
    commands: [any Command] = [], subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity = .everything, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    let place = TestPlace(fileID, filePath, line)
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, exhaustive: exhaustive)
    guard !hasStarted else {
      return place.fail("The app has begun before. To fix this, call start() once, and first.")
    }
    begin(expectation, at: place)
  }

  /// Sends a message and compares all that it causes with what is stated; see
  /// ``StepTest/send(_:commands:subscriptions:exhaustive:fileID:filePath:line:change:)-(Message,_,_,_,_,_,_,_)``.
  public func send(
    _ message: any Message, commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = TestPlace(fileID, filePath, line)
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, exhaustive: exhaustive)
    step(Label(message).description, expectation, at: place, change: change) {
      let handled = runtime.statistics.handled
      runtime.dispatch(message, file: fileID, line: line)
      if runtime.statistics.handled == handled { place.fail(reachedNobodyText(message)) }
    }
  }

  /// Lets time pass, and compares all that it causes with what is stated.
  public func advance(
    by duration: Duration, commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = TestPlace(fileID, filePath, line)
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, exhaustive: exhaustive)
    step("advance(by: \(duration))", expectation, at: place, change: change) {
      clock.advance(by: duration)
    }
  }

  /// Does something, and compares all that it causes with an expectation.
  func step(
    _ name: String, _ expectation: StepExpectation, at place: TestPlace,
    change: (inout AppModel) -> Void, action: () -> Void
  ) {
    if !hasStarted {
      begin(
        StepExpectation(commands: [], subscriptions: [], exhaustive: .everything), at: place)
    }
    checkSilence(at: place)
    effects.place = place
    recorder.begin(runtime.model, at: place)
    action()
    recorder.result(after: runtime.model).check(
      expectation, of: name, at: place, change: change)
    reportIssues(at: place)
  }

  private func begin(_ expectation: StepExpectation, at place: TestPlace) {
    hasStarted = true
    effects.place = place
    recorder.begin(runtime.model, at: place)
    runtime.start()
    recorder.recordStart(runtime.model)
    recorder.result(after: runtime.model).check(expectation, of: "start", at: place) { _ in }
    reportIssues(at: place)
  }

  /// Problems that the runtime reports are failures of the test, except errors that the test throws;
  /// without those, an error is that of a command that was not finished in time.
  private func reportIssues(at place: TestPlace) {
    let all = issues.issues
    for issue in all.dropFirst(reportedIssues) where issue.kind != .interpreterThrew || !hasThrown {
      place.fail(issue.text)
    }
    reportedIssues = all.count
  }

  /// Fails if something has happened that no call has stated.
  func checkSilence(at place: TestPlace) {
    let names = recorder.unstated
    if names.isEmpty { return }
    place.fail(
      failureText(
        "\(counted(names.count, "message")) came between two calls of the test.",
        [("Messages", names.joined(separator: ", "))],
        why: "What they have caused is stated nowhere.",
        fix: "let time pass with `advance(by:)`, and send with `send(_:)`, `answer(_:with:)` and"
          + " `emit(_:with:)`."))
  }

  func repeatUpdates() { recorder.repeatUpdates() }

  deinit { end(leaving: [], at: place) }
}

extension AppTest where Tested: TypedUpdater {
  /// Sends a message of the updater's own type; see the general form.
  public func send(
    _ message: Tested.TypedMessage, commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    send(
      message as any Message, commands: commands, subscriptions: subscriptions,
      exhaustive: exhaustive, fileID: fileID, filePath: filePath, line: line, change: change)
  }
}

private func asynchronousText(_ name: String) -> String {
  failureText(
    "The interpreter \(name) is asynchronous.",
    why: "Its task runs beside the test, so a call cannot know what it causes.",
    fix: "leave it out and answer its commands, or test it with `RecordingDispatcher` or `explore`."
  )
}

private func reachedNobodyText(_ message: any Message) -> String {
  failureText(
    "The message reached nobody.", [("Message", valueText(message))],
    why: "The part of the model that it is addressed to is not there.",
    fix: "make the part first, or correct the address.")
}
