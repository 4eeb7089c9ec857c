public import Katana
public import KatanaRuntime

/// Tests a whole app, or a part of one, without performing its side effects.
///
/// The messages are handled by a real runtime, on the thread of the test. Commands stay pending
/// until the test answers them, in any order. Subscriptions send the events that the test emits.
/// Each call states everything that it causes, as with ``StepTest``.
///
/// ```swift
/// let app = AppTest(Program(model: LoginModel(), LoginUpdater()))
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
/// If the features state ``Katana/Feature/effects``, a command or a subscription of another type fails
/// the test.
///
/// Time passes only when the test calls `advance(by:)`. Synchronous interpreters that use nothing but
/// the clock, such as `.time()`, may run for real: pass them as `interpreters:`. Issues that the
/// runtime reports fail the test. At the end, no command may be left without an answer; see
/// ``finish(ignoringPending:fileID:filePath:line:)``. After a failure, later calls still send their
/// messages, but call no closure and report nothing.
///
/// Use a test on one thread.
public final class AppTest<AppModel: Model> {
  /// The clock of the app, which `advance(by:)` advances.
  public let clock: ManualClock

  let runtime: Runtime<AppModel>
  let effects: PendingEffects
  let place: TestPlace
  let verdict = Verdict()
  let reachability: MessageReachability<AppModel>
  let recorder: StepRecorder<AppModel>
  let issues: IssueRecorder
  let allowedIssues: [RuntimeIssue.Kind]
  var reportedIssues = 0
  var hasStarted = false
  var hasFinished = false
  let leftTypes: [any Command.Type]
  let exhaustive: Exhaustivity
  let ignored: [any Command.Type]

  /// Creates a test of an app.
  ///
  /// The app starts with the call of `start`, or else with the first other call.
  ///
  /// - Parameters:
  ///   - program: The app.
  ///   - interpreters: The interpreters that run for real. They may use nothing but the clock. An
  ///     interpreter that is asynchronous or begins a task fails the test, because its task would
  ///     run concurrently with the test; test such an interpreter with ``RecordingDispatcher`` or
  ///     `explore`. All other commands and subscriptions are left to the test.
  ///   - exhaustive: The results that each call of this test must state completely. A call may say
  ///     otherwise.
  ///   - ignored: The types of commands that no call need state, such as those of `.logged`, and
  ///     that need no answer, unless others stand behind them in a `Sequential`. A call that states
  ///     one of them states all of its type.
  ///   - types: The types of commands that may stay without an answer in this test.
  ///   - allowedIssues: The kinds of issues that the runtime may report in this test, such as
  ///     `.interpreterThrew` for an error that an interpreter throws and no `Reply` carries.
  ///   - limit: The largest number of messages that one call of the test may cause. More fail the
  ///     test and are dropped, since they seem to cause each other for ever.
  ///   - clock: The clock of the app. Advance it with `advance(by:)` of this test, which compares
  ///     what time causes.
  ///   - fileID: The file in which a failure at the end is shown; the caller's by default.
  ///   - filePath: The path of this file; the caller's by default.
  ///   - line: The line at which a failure at the end is shown; the caller's by default.
  public init(
    _ program: Program<AppModel>, interpreters: [Interpreter] = [],
    exhaustive: Exhaustivity = .everything, ignoring ignored: [any Command.Type] = [],
    ignoringPending types: [any Command.Type] = [],
    allowing allowedIssues: [RuntimeIssue.Kind] = [], atMost limit: Int = 100_000,
    clock: ManualClock = ManualClock(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    self.clock = clock
    var place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    place.verdict = verdict
    self.place = place
    self.leftTypes = types + ignored
    (self.exhaustive, self.ignored) = (exhaustive, ignored)
    self.allowedIssues = allowedIssues
    self.reachability = MessageReachability(program.feature)
    let effects = PendingEffects()
    let recorder = StepRecorder(program, limit: limit)
    let issues = IssueRecorder()
    (self.effects, self.recorder, self.issues) = (effects, recorder, issues)
    // Without a limit of messages in a row: the thread that sends handles everything that follows.
    var execution = Execution.caller
    execution.burst = .max
    func runtime(
      _ program: Program<AppModel>, _ interpreters: [Interpreter]
    ) throws(WiringError) -> Runtime<AppModel> {
      try Runtime(
        program, interpreters: interpreters + effects.interpreters(beside: interpreters),
        options: RuntimeOptions(
          interceptors: [recorder.interceptor], clock: clock,
          execution: execution, taskExecutor: TaskWatch(place),
          history: History(capacity: 256), softLimit: .max, issues: issues.handler))
    }
    do {
      self.runtime = try runtime(program, interpreters)
    } catch {
      place.fail(error.description)
      let empty = Program(model: program.model, CombinedUpdater([]))
      guard let runtime = try? runtime(empty, []) else {
        preconditionFailure("without interpreters and features, nothing can be wired wrongly")
      }
      self.runtime = runtime
    }
    for name in Interpreter.asynchronous(among: interpreters) {
      place.fail(AppTestTexts.asynchronous(name))
    }
  }

  /// The place at which the test was made.
  package var placeOfCreation: TestPlace { place }

  /// The model after the steps so far.
  public var model: AppModel { runtime.model }

  /// The commands without an answer, in the order of their start; those of a child with its scope.
  public var pending: [any Command] { effects.pending.map(\.shown) }

  /// Returns the commands of a type that are without an answer, in the order of their start.
  ///
  /// They are as an interpreter receives them, without the scope of a child.
  public func pending<C: Command>(_ type: C.Type) -> [C] {
    effects.pending.compactMap { $0.held.command as? C }
  }

  /// The running subscriptions whose events the test emits, in the order of their start.
  ///
  /// Subscriptions that an interpreter of the test runs for real are not among them.
  public var running: [any Subscription] { effects.running.map(\.shown) }

  /// Starts the app, and fails the test unless this causes exactly what is stated.
  ///
  /// State the first commands of the program, the commands that follow from them at once, and the
  /// subscriptions of the first model. If there are none, this call is not needed: the first other
  /// call starts the app. Otherwise call this first, and once.
  ///
  /// `send(_:)` for `any Message` describes the parameters.
  public func start(
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    let place = place(fileID, filePath, line)
    let expectation = expectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    guard !hasStarted else {
      return place.fail("The app has begun before. To fix this, call start() once, and first.")
    }
    begin(expectation, at: place, change: change)
  }

  /// Sends a message, and fails the test unless it causes exactly what is stated.
  ///
  /// - Parameters:
  ///   - message: The message; for a child, one with its address, as `message.to(address)` makes
  ///     it.
  ///   - expectingNoReceiver: Whether the message must reach no updater, because no updater takes
  ///     it or because its child is missing. If this is `false`, such a message fails the test.
  ///   - messages: The other messages that are handled in this call, in order, such as those of
  ///     interpreters that run for real. The messages of `Send` and `Dismiss` among `commands` need
  ///     not be stated.
  ///   - commands: All commands that the app returns in this call, in order.
  ///   - subscriptions: The changes of the declared subscriptions, in any order. Kept subscriptions
  ///     need not be stated.
  ///   - exhaustive: The results that must be stated completely; those of the test if it is `nil`.
  ///   - fileID: The file in which a failure is shown; the caller's by default.
  ///   - filePath: The path of this file; the caller's by default.
  ///   - line: The line at which a failure is shown; the caller's by default.
  ///   - change: Changes the model before the call into the model that is expected after it. Leave
  ///     it out if the model must not change: a closure that changes nothing fails the test.
  public func send(
    _ message: any Message, expectingNoReceiver: Bool = false, sends messages: [any Message] = [],
    commands: [any Command] = [], subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    let place = place(fileID, filePath, line)
    let expectation = expectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    // A message that no updater takes fails the test here, with a text that shows the message. The
    // runtime's issue about it would only repeat that.
    step(
      ValueName(message).description, expectation, at: place,
      expectingNoReceiver: expectingNoReceiver, checksReceivers: false,
      noting: reachability.takes(message) ? [] : [.messageNotTaken], change: change
    ) {
      reachability.check(
        message, in: runtime.model, expectingNoReceiver: expectingNoReceiver, at: place)
      runtime.dispatch(message, file: fileID, line: line)
      return 1
    }
  }

  /// Advances the clock, and fails the test unless this causes exactly what is stated.
  ///
  /// `send(_:)` for `any Message` describes the other parameters.
  ///
  /// - Parameters:
  ///   - duration: The time that passes; with `.zero`, the actions that are due now are called.
  ///   - expectingNoReceiver: Whether a message must be dropped in this call, because its command
  ///     was cancelled or its child is missing.
  public func advance(
    by duration: Duration, expectingNoReceiver: Bool = false, sends messages: [any Message] = [],
    commands: [any Command] = [], subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    let place = place(fileID, filePath, line)
    let expectation = expectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    step(
      "advance(by: \(durationText(duration)))", expectation, at: place,
      expectingNoReceiver: expectingNoReceiver, hint: { hintAboutTime }, change: change
    ) {
      clock.advance(by: duration, fileID: fileID, filePath: filePath, line: line)
      return 0
    }
  }

  /// The reason why time causes nothing in subscriptions that no interpreter runs.
  private var hintAboutTime: String? {
    if effects.running.isEmpty { return nil }
    return "The test has no interpreters for these subscriptions, so time causes nothing in them: "
      + shownList(running) + ".\nTo fix this, make the app with their interpreters, such as"
      + " `interpreters: [.time()]` for `Every`, or send their events with"
      + " `emit(\\Every.reply, with: …)`."
  }

  /// Returns the place of a call, which shares the verdict of this test.
  package func place(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt) -> TestPlace {
    var place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    place.verdict = verdict
    return place
  }

  /// Returns what a call states, with what the test says of all its calls.
  package func expectation(
    commands: [any Command], subscriptions: [SubscriptionChange], messages: [any Message],
    exhaustive: Exhaustivity?
  ) -> StepExpectation {
    StepExpectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive ?? self.exhaustive, ignoring: ignored)
  }

  deinit { end(ignoringPending: [], at: place) }
}

extension AppTest {
  /// Sends a message of the type that the model receives, which may be written with a leading dot.
  ///
  /// `send(_:)` for `any Message` describes the parameters.
  public func send(
    _ message: AppModel.Receives, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    send(
      message as any Message, expectingNoReceiver: expectingNoReceiver, sends: messages,
      commands: commands, subscriptions: subscriptions,
      exhaustive: exhaustive, fileID: fileID, filePath: filePath, line: line, change: change)
  }

  /// Sends a message to a child of the model.
  ///
  /// `send(_:)` for `any Message` describes the other parameters.
  ///
  /// - Parameters:
  ///   - message: A message of the type that the child receives.
  ///   - address: The child, such as `App.at.rows[7]`.
  public func send<Child: Model>(
    _ message: Child.Receives, to address: Address<AppModel, Child>,
    expectingNoReceiver: Bool = false, sends messages: [any Message] = [],
    commands: [any Command] = [], subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: ((inout AppModel) -> Void)? = nil
  ) {
    send(
      message.to(address), expectingNoReceiver: expectingNoReceiver, sends: messages,
      commands: commands, subscriptions: subscriptions, exhaustive: exhaustive, fileID: fileID,
      filePath: filePath,
      line: line, change: change)
  }
}
