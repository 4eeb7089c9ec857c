import Katana
import Synchronization

/// An observer of the model, which it receives by its address. Its closures are called inside of
/// steps only.
final class Observer: @unchecked Sendable {
  // Sendable, because all state is constant, and the closures are called inside of steps only.

  typealias Look = (ReadPlace) -> Void
  /// Receives the model, and a function that returns what has changed in it.
  typealias LookAtChange = (ReadPlace, () -> ModelChange) -> Void
  /// Called once, when the observer is added, in order with the messages.
  let added: Look?
  /// Called before each update.
  let willChange: Look?
  /// Called after each update.
  private let onChange: LookAtChange
  /// Called at the end of the runtime.
  let finish: (() -> Void)?
  /// The state of the observation, in an object of its own, so that a token needs no weak reference
  /// to the observer: weak references make the reference counting of an object slower for good.
  let life = Life()

  final class Life: Sendable {
    private let isCancelled = Atomic(false)
    /// The index in the list. Used inside of steps only.
    nonisolated(unsafe) fileprivate var index: Int?

    /// Cancels the observation. Returns `false` if it was already cancelled.
    func end() -> Bool { !isCancelled.exchange(true, ordering: .acquiringAndReleasing) }
    var isOver: Bool { isCancelled.load(ordering: .acquiring) }
  }

  init(
    added: Look? = nil, willChange: Look? = nil, changed: @escaping Look,
    finish: (() -> Void)? = nil
  ) {
    self.added = added
    self.willChange = willChange
    self.onChange = { model, _ in changed(model) }
    self.finish = finish
  }

  /// Creates an observer that is told what has changed. When it is added, it is told that everything
  /// has, since messages may have been handled after its creation.
  init(changed: @escaping LookAtChange) {
    (added, willChange, finish) = ({ changed($0, { .everything }) }, nil, nil)
    onChange = changed
  }

  var isActive: Bool { !life.isOver }

  /// Calls the observer after an update.
  func changed(_ model: ReadPlace, _ change: () -> ModelChange) { onChange(model, change) }
}

/// The observers of a runtime, in the order in which they were added. Used inside of steps only.
struct ObserverList {
  /// A removed observer is `nil` until many are, so that removing one of many takes constant time
  /// on average.
  private var observers: [Observer?] = []
  private var count = 0 { didSet { noteWishes() } }
  /// The number of observers that also receive the old model.
  private var beforeCount = 0 { didSet { noteWishes() } }
  /// Whether steps call no observer, because observers see a past model.
  var isPaused = false { didSet { noteWishes() } }

  // Stored, so that the pause adds no condition to each step.
  /// Whether a step calls no observer.
  private(set) var isEmpty = true
  /// Whether a step calls observers with the old model.
  private(set) var wantOldModel = false

  private mutating func noteWishes() {
    isEmpty = isPaused || count == 0
    wantOldModel = !isPaused && beforeCount > 0
  }

  func willChange(_ model: ReadPlace) {
    for case let observer? in observers where observer.isActive { observer.willChange?(model) }
  }

  /// Calls the observers, until the shutdown gives up on one that does not return; see
  /// ``Runtime/shutdown(deadline:)``.
  ///
  /// - Parameter change: Returns what has changed.
  func changed(_ model: ReadPlace, by change: () -> ModelChange, in core: RuntimeCore) {
    for case let observer? in observers where observer.isActive {
      core.call { observer.changed(model, change) }
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

/// An observation, which lasts for as long as the token is kept.
///
/// When the token is released or cancelled, the observer is no longer called. A call that has begun
/// on another thread may still be running.
public final class ObservationToken: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  deinit { onCancel() }

  /// Ends the observation.
  public func cancel() { onCancel() }
}
