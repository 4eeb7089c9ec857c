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
    /// The place in the list; used inside the runtime's steps only.
    nonisolated(unsafe) fileprivate var index: Int?

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

/// The observers of a runtime, in the order in which they came. Used inside the runtime's steps only.
struct ObserverList {
  /// `nil` where one has left: so leaving costs the same among many.
  private var observers: [Observer?] = []
  private var count = 0 { didSet { noteWishes() } }
  /// How many want to see the old model too.
  private var beforeCount = 0 { didSet { noteWishes() } }
  /// Whether steps tell nobody, since the observers see a past model.
  var isPaused = false { didSet { noteWishes() } }

  // Stored, so that a pause costs the steps of others nothing.
  /// Whether a step has nobody to tell.
  private(set) var isEmpty = true
  /// Whether a step has somebody to tell of the model before it.
  private(set) var wantOldModel = false

  private mutating func noteWishes() {
    isEmpty = isPaused || count == 0
    wantOldModel = !isPaused && beforeCount > 0
  }

  func willChange(_ model: UnsafeRawPointer) {
    for case let observer? in observers where observer.isActive { observer.willChange?(model) }
  }

  /// Calls the observers, until one of them was given up; see ``Runtime/shutdown(deadline:)``.
  func changed(_ model: UnsafeRawPointer, until isAbandoned: () -> Bool) {
    for case let observer? in observers where observer.isActive && !isAbandoned() {
      observer.changed(model)
    }
  }

  mutating func add(_ observer: Observer) {
    observer.life.index = observers.count
    observers.append(observer)
    count += 1
    if observer.willChange != nil { beforeCount += 1 }
  }

  mutating func remove(_ life: Observer.Life) {
    guard let index = life.index, let observer = observers[index] else { return }
    life.index = nil
    observers[index] = nil
    count -= 1
    if observer.willChange != nil { beforeCount -= 1 }
    if observers.count > 2 * count { closeGaps() }
  }

  private mutating func closeGaps() {
    observers = observers.filter { $0 != nil }
    for (index, observer) in observers.enumerated() { observer?.life.index = index }
  }

  mutating func removeAll() {
    let all = observers
    observers = []
    (count, beforeCount) = (0, 0)
    for case let observer? in all {
      observer.life.index = nil
      observer.finish?()
    }
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
