public import Katana

/// Runs an app: the one place where its program meets its interpreters.
///
/// ```swift
/// let program = Program(model: Counter(), CounterUpdater())
/// let runtime = try Runtime(program, interpreters: [.command(PrintInterpreter())])
/// runtime.start()
/// runtime.dispatch(CounterMessage.increased)
/// ```
///
/// Messages are handled one at a time, in the order sent, and none is lost. One step is: update;
/// the new model is visible; observers are called; subscriptions that are no longer declared stop,
/// then changed ones are updated, then new ones start; commands start. Whatever these send is
/// queued.
///
/// - Important: Keep the runtime for as long as the app runs. Dropping the last reference ends it.
public final class Runtime<AppModel: Model>: Sendable {
  let cycle: Cycle
  let core: RuntimeCore
  private let outside: Sender

  /// Creates a runtime; nothing runs before ``start()``.
  ///
  /// - Parameters:
  ///   - program: The pure app.
  ///   - interpreters: What performs commands and runs subscriptions.
  ///   - options: Clock, execution, interceptors and more.
  /// - Throws: ``WiringError`` if there are two interpreters for one type, or none for one that the
  ///   program's features state as their effects. Types that are not stated are checked when first
  ///   used.
  public init(
    _ program: Program<AppModel>, interpreters: [Interpreter] = [],
    options: RuntimeOptions<AppModel> = RuntimeOptions()
  ) throws(WiringError) {
    let router = program.feature.node.router.forApp
    self.core = RuntimeCore(
      clock: options.clock, issues: options.issues, history: options.history,
      execution: options.execution, tasks: options.taskExecutor, softLimit: options.softLimit,
      router: router)
    self.cycle = try Cycle(program, interpreters, options, router, core: core)
    self.outside = Sender(core: core, origin: .outside)
    try cycle.runner.check(program.effects)
    core.attach(cycle, options.listeners, modelType: AppModel.self)
  }

  /// Begins: starts the declared subscriptions, then the initial commands, then handles what has
  /// been dispatched before. Calling it again does nothing.
  public func start() { core.start() }

  /// Sends a message, from any thread. Never blocks, and is never nested in another message.
  ///
  /// When it is handled, and by which thread, depends on the ``Execution``.
  @inlinable
  public func dispatch<M: Message>(
    _ message: M, file: StaticString = #fileID, line: UInt = #line
  ) {
    withUnsafePointer(to: message) {
      if !handleAtOnce(UnsafeRawPointer($0), M.self) {
        post(UnsafeRawPointer($0), M.self, file, line)
      }
    }
  }

  @usableFromInline
  func handleAtOnce(_ message: UnsafeRawPointer, _ type: any Message.Type) -> Bool {
    core.handleAtOnce(message, type)
  }

  @usableFromInline
  func post(
    _ message: UnsafeRawPointer, _ type: any Message.Type, _ file: StaticString, _ line: UInt
  ) {
    if core.tellAtOnce(message, type, from: outside, file: file, line: line) { return }
    core.post(
      QueuedMessage(MessageInPlace(message, type).value, from: outside, file: file, line: line))
  }

  /// Sends a message, from any thread. Never blocks, and is never nested in another message.
  @_disfavoredOverload  // Else it is preferred to the generic one, as anything that is not generic.
  public func dispatch(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) {
    // Out of its box, so that it may be handled at once as well.
    func open<M: Message>(_ message: M) { dispatch(message, file: file, line: line) }
    open(message)
  }

  /// Sends a message of the type that the app's model receives, from any thread.
  @inlinable @_disfavoredOverload
  public func dispatch(
    _ message: AppModel.Receives, file: StaticString = #fileID, line: UInt = #line
  ) {
    func open<M: Message>(_ message: M) { dispatch(message, file: file, line: line) }
    open(message)
  }

  /// Sends a message and waits until it has been handled, but not for what it causes: for senders that
  /// are faster than the app and can wait, so that what they send needs no memory.
  ///
  /// ```swift
  /// for try await line in lines { await runtime.deliver(ImportMessage.line(line)) }
  /// ```
  ///
  /// The messages that one task sends in this way are handled in its order, and come after those that it
  /// has dispatched before. Returns as well when the runtime ends, which drops and counts the message,
  /// and as soon as the task is cancelled: the message is handled all the same then, unless the task was
  /// cancelled before the call. A message sent before the start waits for it.
  public func deliver(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) async {
    await dispatcher.deliver(message, file: file, line: line)
  }

  /// Sends messages for code that should not keep the runtime alive.
  public var dispatcher: Dispatcher { Dispatcher(outside) }

  /// What has become of the messages so far.
  public var statistics: Statistics { core.statistics }

  /// Marks the runtime as ended and returns. May be called from anywhere, also within a step, any
  /// number of times.
  ///
  /// New messages are refused; the current step ends; what still waits is dropped and counted;
  /// commands are cancelled; subscriptions stop in reverse order of their start.
  public func requestShutdown() { core.requestShutdown() }

  deinit {
    if !core.isClosed {
      core.post { $0.reportIfWorking() }
      core.requestShutdown()
    }
    core.leave()
  }
}

extension Cycle {
  /// Reports a runtime that was dropped while it had work.
  fileprivate func reportIfWorking() {
    let commands = runner.liveRuns(except: []).map(\.name.fullName).sorted()
    let subscriptions = runner.subscriptions.running.map { "\(type(of: $0))" }
    if commands.isEmpty && subscriptions.isEmpty { return }
    core.report(.runtimeNotKept(commands: commands, subscriptions: subscriptions))
  }
}
