import Katana
import Synchronization

/// Calls a function on the main actor with what has changed: immediately if called there; otherwise
/// later, once for all calls that are made before the main actor is free. The order of the changes is
/// kept.
final class Wake: @unchecked Sendable {
  // Sendable, because `changes` is used with the lock held, and `body` on the main actor.
  private let lock = Lock()
  /// The changes that wait for the main actor.
  private var changes: [ModelChange] = []
  /// Whether there are `changes`; set with the lock held.
  private let isWaiting = Flag()
  /// The version of the model after the last of `changes`.
  private var version = 0
  private let wantsChanges: Flag
  private let statistics: Statistics
  private let body: Body

  /// Receives the changes, the version of the model after them, and the address of the model if it is
  /// called immediately.
  typealias Body = @MainActor (ModelChange, _ version: Int, ReadPlace?) -> Void

  /// The number of changes that are kept for one call. More of them count as a change of everything.
  private static let limit = 64

  /// A flag that any thread may read.
  final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  /// - Parameter wantsChanges: Whether the function is told what has changed. Otherwise, it is told
  ///   that everything has.
  init(_ wantsChanges: Flag, _ statistics: Statistics, _ body: @escaping Body) {
    self.wantsChanges = wantsChanges
    self.statistics = statistics
    self.body = body
  }

  /// Called inside of steps only, so the version of the model is that after the change.
  func callAsFunction(_ model: ReadPlace, _ change: () -> ModelChange) {
    let change = wantsChanges.isSet.load(ordering: .relaxed) ? change() : .everything
    let version = statistics.modelVersion
    if MainQueue.isCurrent {
      // This thread is that of the main actor.
      nonisolated(unsafe) let model = model
      return MainActor.assumeIsolated {
        let isFirst = !isWaiting.isSet.load(ordering: .acquiring)
        body(isFirst ? change : .several(take().changes + [change]), version, model)
      }
    }
    // Released without the lock, because the deinitialiser of an `id` may run any code.
    let old = lock.withLock {
      defer { add(change, version) }
      return changes
    }
    guard old.isEmpty else { return }
    Task { @MainActor in
      let (changes, version) = take()
      if !changes.isEmpty { body(.several(changes), version, nil) }
    }
  }

  private func add(_ change: ModelChange, _ version: Int) {
    if changes.count == Self.limit { changes = [.everything] }
    changes.append(change)
    self.version = version
    isWaiting.isSet.store(true, ordering: .releasing)
  }

  private func take() -> (changes: [ModelChange], version: Int) {
    lock.withLock {
      defer { changes = [] }
      isWaiting.isSet.store(false, ordering: .releasing)
      return (changes, version)
    }
  }
}
