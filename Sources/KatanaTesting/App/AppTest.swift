public import Katana
public import KatanaRuntime

/// Tests a whole app, or a part of one, without its effects.
///
/// The real runtime handles the messages, but nothing is performed: what the app asks for is held
/// until the test answers, in any order, and subscriptions send what the test says. Each call
/// states everything that it causes, as with ``StepTest``.
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
/// Time passes with ``advance(by:expectingNoReceiver:sends:commands:subscriptions:exhaustive:fileID:filePath:line:change:)``
/// only. Interpreters that use nothing but the clock may be given to run for real, such as
/// `.time()`. Problems that the runtime reports are failures. At the
/// end, no command may be left without an answer; see
/// ``finish(ignoringPending:fileID:filePath:line:)``.
public final class AppTest<AppModel: Model> {
  /// The clock of the app.
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

  /// Creates an app that has not begun yet;
  /// ``start(sends:commands:subscriptions:exhaustive:fileID:filePath:line:change:)`` begins it, or the first
  /// message does.
  ///
  /// - Parameters:
  ///   - program: The app.
  ///   - interpreters: What runs for real, and uses nothing but the clock; everything else is held.
  ///     One that is asynchronous or begins a task fails the test: the task would run beside it.
  ///     See ``explore``.
  ///   - types: The types of commands that never get an answer in this test.
  ///   - allowedIssues: Problems that the runtime may report in this test, such as
  ///     `.interpreterThrew` for an error that an interpreter throws and no `Reply` carries.
  ///   - limit: How many messages one call of the test may cause; more fail it, and are dropped,
  ///     since they seem to cause each other for ever.
  ///   - clock: The clock of the app. Advance it with
  ///     ``advance(by:expectingNoReceiver:sends:commands:subscriptions:exhaustive:fileID:filePath:line:change:)``.
  public init(
    _ program: Program<AppModel>, interpreters: [Interpreter] = [],
    ignoringPending types: [any Command.Type] = [],
    allowing allowedIssues: [RuntimeIssue.Kind] = [], atMost limit: Int = 100_000,
    clock: ManualClock = ManualClock(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    self.clock = clock
    var place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    place.verdict = verdict
    self.place = place
    self.leftTypes = types
    self.allowedIssues = allowedIssues
    self.reachability = MessageReachability(program.feature)
    let effects = PendingEffects()
    let recorder = StepRecorder(program, limit: limit)
    let issues = IssueRecorder()
    (self.effects, self.recorder, self.issues) = (effects, recorder, issues)
    func runtime(_ interpreters: [Interpreter]) throws(WiringError) -> Runtime<AppModel> {
      try Runtime(
        program, interpreters: interpreters + effects.interpreters(beside: interpreters),
        options: RuntimeOptions(
          interceptors: [recorder.interceptor], clock: clock,
          execution: .caller.withoutBursts, taskExecutor: TaskWatch(place),
          history: History(capacity: 256), softLimit: .max, issues: issues.handler))
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
    for name in Interpreter.asynchronous(among: interpreters) {
      place.fail(AppTestTexts.asynchronous(name))
    }
  }

  /// The model after the steps so far.
  public var model: AppModel { runtime.model }

  /// The commands that wait for an answer, in the order of their start.
  public var pending: [any Command] { effects.pending.map(\.shown) }

  /// The commands of a type that wait for an answer, as an interpreter sees them, in the order of
  /// their start.
  public func pending<C: Command>(_ type: C.Type) -> [C] {
    effects.pending.compactMap { $0.held.command as? C }
  }

  /// The subscriptions that run without an interpreter of their own, in the order of their start.
  public var running: [any Subscription] { effects.running.map(\.shown) }

  /// Begins: states the first subscriptions and commands of the app.
  ///
  /// Not needed for an app that has neither.
  public func start(
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = place(fileID, filePath, line)
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    guard !hasStarted else {
      return place.fail("The app has begun before. To fix this, call start() once, and first.")
    }
    begin(expectation, at: place, change: change)
  }

  /// Sends a message and compares all that it causes with what is stated; `expectingNoReceiver`
  /// says that no updater takes it, or that its child is not there. See
  /// ``StepTest/send(_:expectingNoReceiver:commands:subscriptions:exhaustive:fileID:filePath:line:change:)``.
  public func send(
    _ message: any Message, expectingNoReceiver: Bool = false, sends messages: [any Message] = [],
    commands: [any Command] = [], subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = place(fileID, filePath, line)
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    // One that reaches nobody is a failure of its own, said here with the whole message.
    step(
      ValueName(message).description, expectation, at: place,
      expectingNoReceiver: expectingNoReceiver, checksReceivers: false,
      allowing: reachability.takes(message) ? [] : [.messageNotTaken], change: change
    ) {
      reachability.check(
        message, in: runtime.model, expectingNoReceiver: expectingNoReceiver, at: place)
      runtime.dispatch(message, file: fileID, line: line)
      return 1
    }
  }

  /// Lets time pass, and compares all that it causes with what is stated.
  public func advance(
    by duration: Duration, expectingNoReceiver: Bool = false, sends messages: [any Message] = [],
    commands: [any Command] = [], subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    let place = place(fileID, filePath, line)
    let expectation = StepExpectation(
      commands: commands, subscriptions: subscriptions, messages: messages,
      exhaustive: exhaustive)
    step(
      "advance(by: \(durationText(duration)))", expectation, at: place,
      expectingNoReceiver: expectingNoReceiver, change: change
    ) {
      clock.advance(by: duration, fileID: fileID, filePath: filePath, line: line)
      return 0
    }
  }

  /// Where a call of the test stands.
  package func place(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt) -> TestPlace {
    var place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    place.verdict = verdict
    return place
  }

  deinit { end(ignoringPending: [], at: place) }
}

extension AppTest {
  /// Sends a message of the type that the app's model receives; see the general form.
  public func send(
    _ message: AppModel.Receives, expectingNoReceiver: Bool = false,
    sends messages: [any Message] = [], commands: [any Command] = [],
    subscriptions: [SubscriptionChange] = [], exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    send(
      message as any Message, expectingNoReceiver: expectingNoReceiver, sends: messages,
      commands: commands, subscriptions: subscriptions,
      exhaustive: exhaustive, fileID: fileID, filePath: filePath, line: line, change: change)
  }

  /// Sends a message to a child; see the general form.
  public func send<Child: Model>(
    _ message: Child.Receives, to address: Address<AppModel, Child>,
    expectingNoReceiver: Bool = false, sends messages: [any Message] = [],
    commands: [any Command] = [], subscriptions: [SubscriptionChange] = [],
    exhaustive: Exhaustivity = .everything,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    change: (inout AppModel) -> Void = { _ in }
  ) {
    send(
      message.to(address), expectingNoReceiver: expectingNoReceiver, sends: messages,
      commands: commands, subscriptions: subscriptions, exhaustive: exhaustive, fileID: fileID,
      filePath: filePath,
      line: line, change: change)
  }
}
