import Katana
import Synchronization

/// One who is told of each new model. Called inside the runtime's steps only.
final class Observer<AppModel: Model>: @unchecked Sendable {
  // Sendable, because everything but the atomic is constant, and the closures are called inside only.
  /// Called once, in order with the messages, when the observer was added.
  let added: ((AppModel) -> Void)?
  let changed: ((AppModel) -> Void)?
  let changedFrom: ((AppModel, AppModel) -> Void)?
  let finish: (() -> Void)?
  private let isCancelled = Atomic(false)

  init(
    added: ((AppModel) -> Void)? = nil, changed: ((AppModel) -> Void)? = nil,
    changedFrom: ((AppModel, AppModel) -> Void)? = nil, finish: (() -> Void)? = nil
  ) {
    self.added = added
    self.changed = changed
    self.changedFrom = changedFrom
    self.finish = finish
  }

  func cancel() { isCancelled.store(true, ordering: .releasing) }
  var isActive: Bool { !isCancelled.load(ordering: .acquiring) }
}

/// The observers of a runtime. Used inside the runtime's steps only.
struct ObserverList<AppModel: Model> {
  private var observers: [Observer<AppModel>] = []
  private(set) var needOld = false

  func notify(old: AppModel?, new: AppModel) {
    for observer in observers where observer.isActive {
      observer.changed?(new)
      if let old { observer.changedFrom?(old, new) }
    }
  }

  mutating func add(_ observer: Observer<AppModel>) {
    observers.append(observer)
    update()
  }

  mutating func remove(_ id: ObjectIdentifier) {
    observers.removeAll { ObjectIdentifier($0) == id }
    update()
  }

  mutating func removeAll() {
    for observer in observers { observer.finish?() }
    observers = []
    update()
  }

  private mutating func update() { needOld = observers.contains { $0.changedFrom != nil } }
}

/// An observation that lasts as long as this is kept.
///
/// When it is released or cancelled, nothing more is observed; a call that another thread has begun
/// may still end.
public final class Observation: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  deinit { onCancel() }

  /// Ends the observation.
  public func cancel() { onCancel() }
}
