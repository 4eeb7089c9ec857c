import Dispatch

/// Which thread handles messages; the host of a runtime chooses when it makes the runtime.
///
/// No thread is held for longer than a burst of 1,024 messages: what is left then goes on
/// elsewhere, without a gap in which another thread could overtake.
public struct Execution: Sendable {
  enum Kind: Sendable {
    case caller
    case main
    case serial(SerialHost)
  }

  let kind: Kind
  /// Told of each post, on its thread, with the message unless it is something else; returns
  /// whether that thread may handle messages. For simulations only.
  private var watch: (@Sendable (Envelope?) -> Bool)?
  /// Told of each event of a subscription that nobody declares any more, of which no message is
  /// made.
  private(set) var watchSilenced: (@Sendable (_ file: StaticString, _ line: UInt) -> Void)?
  /// The number of jobs after which a thread stops; another thread executes the rest.
  private(set) var burst = 1_024

  private init(kind: Kind) { self.kind = kind }

  /// If the runtime is idle, the thread that dispatches handles the message before `dispatch`
  /// returns, so that a debugger shows who dispatched. If it is busy, `dispatch` returns at once
  /// and the thread that executes takes the message. Bursts go on in a background task.
  public static let caller = Execution(kind: .caller)

  /// On the main actor: at once when already there, else as soon as it is free. Between bursts, the
  /// main actor does its other work.
  public static let main = Execution(kind: .main)

  /// Always on this executor, and never before `dispatch` returns.
  public static func serial(_ executor: any SerialExecutor) -> Execution {
    Execution(kind: .serial(SerialHost(executor)))
  }

  /// The same for a simulation, which wants to know who posts from where, and keeps messages from
  /// being handled on other threads than its own.
  package func watched(
    _ watch: @escaping @Sendable (_ posted: Envelope?) -> Bool,
    silenced: (@Sendable (_ file: StaticString, _ line: UInt) -> Void)? = nil
  ) -> Execution {
    var execution = self
    execution.watch = watch
    execution.watchSilenced = silenced
    return execution
  }

  /// The same for a test, where nothing may go on elsewhere: the thread that sends handles all that
  /// follows, however much that is.
  package var withoutBursts: Execution {
    var execution = self
    execution.burst = .max
    return execution
  }

  /// Whether somebody wants to know of each post.
  var isWatched: Bool { watch != nil }

  /// Where messages may be handled before `dispatch` returns, without asking anybody.
  enum Place {
    case anywhere
    case main
    case elsewhere

    /// Whether the current thread is there.
    var isHere: Bool {
      switch self {
      case .anywhere: true
      case .main: MainQueue.isCurrent
      case .elsewhere: false
      }
    }
  }

  var place: Place {
    if isWatched { return .elsewhere }
    return switch kind {
    case .caller: .anywhere
    case .main: .main
    case .serial: .elsewhere
    }
  }

  /// Whether the current thread, which posts, may handle messages itself.
  func isHere(posting envelope: @autoclosure () -> Envelope?) -> Bool {
    if let watch, !watch(envelope()) { return false }
    return switch kind {
    case .caller: true
    case .main: MainQueue.isCurrent
    case .serial: false
    }
  }

  /// Runs `work` soon, not on this thread's stack.
  func schedule(_ tasks: (any TaskExecutor)?, _ work: @escaping @Sendable () -> Void) {
    switch kind {
    case .caller: Task.detached(executorPreference: tasks) { work() }
    case .main: Task.detached(executorPreference: tasks) { @MainActor in work() }
    case .serial(let host): Task.detached(executorPreference: tasks) { await host.run(work) }
    }
  }
}

/// An actor on a given executor.
actor SerialHost {
  private let executor: any SerialExecutor

  init(_ executor: any SerialExecutor) { self.executor = executor }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func run(_ work: @Sendable () -> Void) { work() }
}

/// The main actor's queue, marked, so that code can ask whether it runs there.
///
/// "Is this the main thread" would be wrong on Linux, where the queue is served by other threads
/// once the main thread waits for it.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
