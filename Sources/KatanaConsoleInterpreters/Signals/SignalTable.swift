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

/// Counts which signals are used. All subscriptions and terminals of the process share one table.
final class SignalTable: @unchecked Sendable {
  // Sendable, because all variables are accessed only while the lock is held.
  static let shared = SignalTable()

  private let lock = Lock()
  private var uses: [Int32: Int] = [:]
  private var listeners: [Int32: [(id: Int, action: @Sendable () -> Void)]] = [:]
  private var lastID = 0
  private var source: (any DispatchSourceRead)?

  /// Calls an action for each occurrence of a signal, on a queue of the table, until
  /// ``stopListening(to:_:)``.
  ///
  /// - Returns: The id for ``stopListening(to:_:)``.
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

  /// Removes a listener. Its action may still be running on another thread when this returns.
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

  /// Installs the handler for signals that end or stop the process, so that it can restore
  /// terminals first.
  func beginGuarding(_ signals: [Int32]) { lock.withLock { signals.forEach(use) } }

  /// Installs the handler for those of the signals that would end the process now. What the app
  /// handles or ignores itself is left out.
  ///
  /// - Returns: The signals for ``endGuarding(_:)``.
  func beginGuardingDefaults(_ signals: [Int32]) -> [Int32] {
    lock.withLock {
      let guarded = signals.filter { SignalAction.endsProcess($0) }
      guarded.forEach(use)
      return guarded
    }
  }

  /// Ends a use of signals that a call to guard them began.
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

  /// Returns whether a signal stays ignored: by convention, a program continues to ignore what its
  /// parent made it ignore.
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
    // Called without the lock, because an action may start and stop listeners.
    for listener in lock.withLock({ listeners[signal] ?? [] }) { listener.action() }
  }
}
