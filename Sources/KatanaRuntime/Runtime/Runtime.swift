public import Katana

/// Runs an app: it combines the program with its interpreters.
///
/// ```swift
/// let program = Program(model: Counter(), CounterUpdater())
/// let runtime = try Runtime(program, interpreters: [.command(PrintInterpreter())])
/// runtime.start()
/// runtime.dispatch(CounterMessage.increased)
/// ```
///
/// Messages are handled one at a time, in the order in which they were sent. Until the runtime
/// ends, each message is handled, or dropped and counted in ``Statistics``. One step is:
///
/// 1. The update changes the model, and the new model is visible.
/// 2. Observers are called.
/// 3. Commands of children that are gone are cancelled, if their parts say ``Katana/OnLeave/cancel``.
/// 4. Subscriptions that are no longer declared stop; then changed ones are updated; then new ones
///    start.
/// 5. Commands start.
///
/// Messages that are sent during a step are queued, so steps are never nested.
///
/// - Important: Keep the runtime for as long as the app runs. Releasing the last reference ends it.
public final class Runtime<AppModel: Model>: Sendable {
  let loop: Loop
  let core: RuntimeCore
  private let outside: Sender

  /// Creates a runtime. Nothing runs before ``start()``.
  ///
  /// - Parameters:
  ///   - program: The pure description of the app.
  ///   - interpreters: The interpreters that perform the commands and run the subscriptions.
  ///   - options: The clock, the execution, interceptors and more.
  /// - Throws: ``WiringError`` if one type has two interpreters, if a type that the features of the
  ///   program state as their effect has none, or if parts of a model cannot be told apart. It names
  ///   all that is wrong. Types that the features do not state are checked when they are first used.
  public init(
    _ program: Program<AppModel>, interpreters: [Interpreter] = [],
    options: RuntimeOptions<AppModel> = RuntimeOptions()
  ) throws(WiringError) {
    self.core = RuntimeCore(
      clock: options.clock, issues: options.issues, history: options.history,
      execution: options.execution, tasks: options.taskExecutor, softLimit: options.softLimit,
      app: ObjectIdentifier(program.router.model))
    self.loop = try Loop(program, interpreters, options, core: core)
    self.outside = Sender(core: core, origin: .outside)
    core.attach(loop)
  }

  /// Starts the runtime. Calling it again has no effect.
  ///
  /// It starts the declared subscriptions, then the initial commands, then handles the messages
  /// that were sent before. With ``Execution/caller``, and with ``Execution/main`` on the main
  /// actor, this happens on the calling thread before the call returns; otherwise, the executor
  /// does it later. After the shutdown, it starts nothing.
  public func start() { core.start() }

  /// Sends a message, from any thread. The call never waits until another thread has handled
  /// messages, and an update is never nested in another one.
  ///
  /// The ``Execution`` determines which thread handles the message, and whether it is handled
  /// before the call returns. If this thread handles it, it also handles the messages that others
  /// send meanwhile, up to 1,024. A message that is sent before ``start()`` waits for it.
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - file: The file that sends the message, for the history and the log.
  ///   - line: The line that sends the message.
  @inlinable
  public func dispatch<M: Message>(
    _ message: M, file: StaticString = #fileID, line: UInt = #line
  ) {
    withPlace(of: message) { send($0, M.self, file, line) }
  }

  @usableFromInline
  func send(
    _ message: ReadPlace, _ type: any Message.Type, _ file: StaticString, _ line: UInt
  ) {
    core.send(message, type, from: SendSite(outside, file, line))
  }

  /// Sends a message whose type is not known, from any thread.
  @_disfavoredOverload  // Otherwise it would be preferred to the generic one.
  public func dispatch(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) {
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

  /// Sends a message and waits until it has been handled, but not for what it causes.
  ///
  /// For code that can send faster than the app handles messages: waiting keeps the queue short.
  ///
  /// ```swift
  /// for try await line in lines { await runtime.deliver(ImportMessage.line(line)) }
  /// ```
  ///
  /// The messages that one task sends in this way are handled in its order, after those that it has
  /// dispatched before. A message that is sent before ``start()`` waits for it.
  ///
  /// The call returns early in three cases. If the runtime ends, the message is dropped and counted.
  /// If the task is cancelled, the message is handled all the same, unless the task was cancelled
  /// before the call: then nothing is sent. If an interceptor defers the message, the message is
  /// handled later; `settle` waits for it.
  public func deliver(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) async {
    await dispatcher.deliver(message, file: file, line: line)
  }

  /// Reports a problem that something beside the runtime has found, such as a screen.
  package func report(_ issue: RuntimeIssue) { core.report(issue) }

  /// A dispatcher for code that must not keep the runtime alive.
  public var dispatcher: Dispatcher { Dispatcher(outside) }

  /// The counts of what became of the messages so far.
  public var statistics: Statistics { core.statistics }

  /// Ends the runtime after the current step, and does not wait for commands. If the runtime is
  /// idle and its ``Execution`` allows this thread, the subscriptions stop on this thread before
  /// the call returns. May be called from any thread, also within a step, any number of times.
  ///
  /// From now on, new messages are refused. When the current step has ended, waiting messages are
  /// dropped and counted, commands are cancelled, and subscriptions stop in reverse order of their
  /// start.
  public func requestShutdown() { core.requestShutdown() }

  deinit {
    if !core.isClosed {
      core.post { [loop] in loop.reportIfWorking() }
      core.requestShutdown()
    }
    core.leave()
  }
}
