import Dispatch
import KatanaRuntime
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Who uses which signal: subscriptions and terminals of all runtimes in the process share it.
final class SignalTable: @unchecked Sendable {
  // Sendable, because all variables are used with the lock held.
  static let shared = SignalTable()

  private let lock = Lock()
  private var uses: [Int32: Int] = [:]
  private var listeners: [Int32: [(id: Int, action: @Sendable () -> Void)]] = [:]
  private var lastID = 0
  private var source: (any DispatchSourceRead)?

  /// Calls an action for each signal, on a queue of the table, until ``stopListening(_:_:)``.
  ///
  /// - Returns: The id for ``stopListening(_:_:)``.
  func listen(to signal: Int32, _ action: @escaping @Sendable () -> Void) -> Int {
    lock.withLock {
      startReading()
      lastID += 1
      listeners[signal, default: []].append((lastID, action))
      SignalMemory.isListened[Int(signal)].store(true, ordering: .relaxed)
      use(signal)
      return lastID
    }
  }

  /// Ends a listener; an action that is running on another thread may still finish.
  func stopListening(to signal: Int32, _ id: Int) {
    let removed = lock.withLock {
      let removed = listeners[signal]?.filter { $0.id == id } ?? []
      listeners[signal]?.removeAll { $0.id == id }
      guard !removed.isEmpty else { return removed }
      let isListened = listeners[signal]?.isEmpty == false
      unuse(signal)
      SignalMemory.isListened[Int(signal)].store(isListened, ordering: .relaxed)
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// Handles signals that end or stop the process, to restore terminals before.
  func beginGuarding(_ signals: [Int32]) { lock.withLock { signals.forEach(use) } }

  /// Ends what ``beginGuarding(_:)`` began.
  func endGuarding(_ signals: [Int32]) { lock.withLock { signals.forEach(unuse) } }

  private func use(_ signal: Int32) {
    uses[signal, default: 0] += 1
    guard uses[signal] == 1, !isLeftIgnored(signal) else { return }
    SignalAction.install(signal)
  }

  private func unuse(_ signal: Int32) {
    uses[signal, default: 1] -= 1
    guard uses[signal] == 0 else { return }
    SignalAction.remove(signal)
  }

  /// By convention, a program keeps ignoring what the program that started it made it ignore.
  private func isLeftIgnored(_ signal: Int32) -> Bool {
    [SIGINT, SIGQUIT, SIGHUP, SIGTSTP].contains(signal) && SignalAction.isIgnored(signal)
  }

  private func startReading() {
    guard source == nil else { return }
    let pipe = SignalMemory.pipe
    let queue = DispatchQueue(label: "katana.signals")
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe.reading, queue: queue)
    source.setEventHandler { [self] in pipe.takeAll().forEach { deliver(Int32($0)) } }
    source.resume()
    self.source = source
  }

  private func deliver(_ signal: Int32) {
    // Called without the lock: an action may start and stop listeners.
    for listener in lock.withLock({ listeners[signal] ?? [] }) { listener.action() }
  }
}
