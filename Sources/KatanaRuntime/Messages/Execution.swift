import Dispatch

/// Which thread handles the messages of a runtime.
///
/// A thread handles at most 1,024 messages in a row. If more are waiting, the runtime schedules the
/// rest as described for each kind. It stays busy meanwhile, so no other thread can start to handle
/// messages in between.
public struct Execution: Sendable {
  enum Kind: Sendable {
    case caller
    case main
    case serial(SerialHost)
  }

  let kind: Kind
  /// Called for each post by a simulation; `nil` in an app.
  private var watch: (@Sendable (_ posted: Envelope?) -> Bool)?
  /// Called when a subscription that is no longer declared sends an event, which is then dropped.
  /// For simulations only.
  private(set) var watchSilenced: (@Sendable (_ file: StaticString, _ line: UInt) -> Void)?
  /// The number of jobs that a thread executes in a row before it schedules the rest.
  package var burst = 1_024

  private init(kind: Kind) { self.kind = kind }

  /// The thread that dispatches handles the message.
  ///
  /// If the runtime is idle, that thread handles the message before `dispatch` returns, so that a
  /// debugger shows the caller in the stack. If the runtime is busy, `dispatch` returns
  /// immediately, and the thread that is executing handles the message later. After 1,024 messages,
  /// a background task handles the rest.
  public static let caller = Execution(kind: .caller)

  /// The main actor handles all messages.
  ///
  /// A message that is sent on the main actor to an idle runtime is handled before `dispatch`
  /// returns; others as soon as the main actor is free. After 1,024 messages, the main actor does
  /// its other work before it handles the rest.
  public static let main = Execution(kind: .main)

  /// Creates an execution in which a serial executor handles all messages.
  ///
  /// A message is never handled before `dispatch` returns, even if it is sent on the executor.
  public static func serial(_ executor: any SerialExecutor) -> Execution {
    Execution(kind: .serial(SerialHost(executor)))
  }

  /// Returns this execution for a simulation, which observes each post and decides which thread may
  /// handle messages.
  ///
  /// - Parameters:
  ///   - watch: Called for each post, on the thread that posts. The envelope is `nil` for a job
  ///     that is no message. Returns whether that thread may handle messages.
  ///   - silenced: Called for each event of a subscription that is no longer declared.
  package func watched(
    _ watch: @escaping @Sendable (_ posted: Envelope?) -> Bool,
    silenced: (@Sendable (_ file: StaticString, _ line: UInt) -> Void)? = nil
  ) -> Execution {
    var execution = self
    (execution.watch, execution.watchSilenced) = (watch, silenced)
    return execution
  }

  /// Whether a simulation observes each post.
  var isWatched: Bool { watch != nil }

  /// Whether the current thread may handle messages, as far as a simulation does not decide it.
  var includesThisThread: Bool {
    switch kind {
    case .caller: true
    case .main: MainQueue.isCurrent
    case .serial: false
    }
  }

  /// Returns whether the current thread, which posts, may handle messages itself.
  func isHere(posting envelope: @autoclosure () -> Envelope?) -> Bool {
    if let watch, !watch(envelope()) { return false }
    return includesThisThread
  }

  /// Runs `work` in a new task, never on the current stack.
  func schedule(_ tasks: (any TaskExecutor)?, _ work: @escaping @Sendable () -> Void) {
    switch kind {
    case .caller: Task.detached(executorPreference: tasks) { work() }
    case .main: Task.detached(executorPreference: tasks) { @MainActor in work() }
    case .serial(let host): Task.detached(executorPreference: tasks) { await host.run(work) }
    }
  }
}

/// An actor that runs on a given executor.
actor SerialHost {
  private let executor: any SerialExecutor

  init(_ executor: any SerialExecutor) { self.executor = executor }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run(_ work: @Sendable () -> Void) { work() }
}
