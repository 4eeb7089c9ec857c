import Katana
import Synchronization

/// One who is told of each new model, given by its address. Called inside the runtime's steps only.
final class Observer: @unchecked Sendable {
  // Sendable, because everything is constant, and the closures are called inside only.

  typealias Look = (UnsafeRawPointer) -> Void
  /// Called once, in order with the messages, when the observer was added.
  let added: Look?
  /// Called before each update.
  let willChange: Look?
  /// Called after each update.
  let changed: Look
  /// Called at the end of the runtime.
  let finish: (() -> Void)?
  /// Apart from this, so that who cancels needs no weak reference to it: an object that was ever
  /// held weakly counts its strong references slowly for good.
  let life = Life()

  final class Life: Sendable {
    private let isCancelled = Atomic(false)

    /// False if it was cancelled before.
    func end() -> Bool { !isCancelled.exchange(true, ordering: .acquiringAndReleasing) }
    var isOver: Bool { isCancelled.load(ordering: .acquiring) }
  }

  init(
    added: Look? = nil, willChange: Look? = nil, changed: @escaping Look,
    finish: (() -> Void)? = nil
  ) {
    self.added = added
    self.willChange = willChange
    self.changed = changed
    self.finish = finish
  }

  var isActive: Bool { !life.isOver }
}

/// The observers of a runtime. Used inside the runtime's steps only.
struct ObserverList {
  private var observers: [Observer] = []
  /// Whether one wants to see the old model too.
  private var looksBefore = false

  var isEmpty: Bool { observers.isEmpty }

  func willChange(_ model: UnsafeRawPointer) {
    guard looksBefore else { return }
    for observer in observers where observer.isActive { observer.willChange?(model) }
  }

  /// Calls the observers, until one of them was given up; see ``Runtime/shutdown(deadline:)``.
  func changed(_ model: UnsafeRawPointer, until isAbandoned: () -> Bool) {
    for observer in observers where observer.isActive && !isAbandoned() { observer.changed(model) }
  }

  mutating func add(_ observer: Observer) {
    observers.append(observer)
    if observer.willChange != nil { looksBefore = true }
  }

  mutating func remove(_ life: Observer.Life) {
    observers.removeAll { $0.life === life }
    looksBefore = observers.contains { $0.willChange != nil }
  }

  mutating func removeAll() {
    for observer in observers { observer.finish?() }
    observers = []
  }
}

/// An observation that lasts as long as this is kept.
///
/// When it is released or cancelled, nothing more is observed; a call that another thread has begun
/// may still end.
public final class ObservationToken: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  deinit { onCancel() }

  /// Ends the observation.
  public func cancel() { onCancel() }
}
