import Katana
import Synchronization

/// Calls a function on the main actor with what has changed: immediately if called there; otherwise
/// later, once for all calls that are made before the main actor is free.
final class Wake: @unchecked Sendable {
  // Sendable, because `changes` is used with the lock held, and `body` on the main actor.
  private let lock = Lock()
  private var changes: [ModelChange] = []
  private let wantsChanges: Flag
  private let body: @MainActor (ModelChange, UnsafeRawPointer?) -> Void

  /// The number of changes that are kept for one call. More of them count as a change of everything.
  private static let limit = 64

  /// A flag that any thread may read.
  final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  /// - Parameter wantsChanges: Whether the function is told what has changed. Otherwise, it is told
  ///   that everything has.
  /// - Parameter body: Called also with the address of the model, if it is called immediately.
  init(
    _ wantsChanges: Flag, _ body: @escaping @MainActor (ModelChange, UnsafeRawPointer?) -> Void
  ) {
    self.wantsChanges = wantsChanges
    self.body = body
  }

  func callAsFunction(_ model: UnsafeRawPointer, _ change: () -> ModelChange) {
    let change = wantsChanges.isSet.load(ordering: .relaxed) ? change() : .everything
    if MainQueue.isCurrent {
      // This thread is that of the main actor.
      nonisolated(unsafe) let model = model
      return MainActor.assumeIsolated { body(change, model) }
    }
    let isFirst = lock.withLock {
      defer { add(change) }
      return changes.isEmpty
    }
    guard isFirst else { return }
    Task { @MainActor in
      let all = lock.withLock {
        defer { changes = [] }
        return changes
      }
      body(.several(all), nil)
    }
  }

  private func add(_ change: ModelChange) {
    if changes.count == Self.limit { changes = [.everything] }
    changes.append(change)
  }
}
