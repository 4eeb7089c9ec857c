import Synchronization

/// What became of the messages of a runtime; may be read from anywhere, also after its end.
public final class Statistics: Sendable, CustomStringConvertible {
  struct Counters: ~Copyable, Sendable {
    let handled = Atomic<Int>(0)
    let lost = Atomic<Int>(0)
    let silenced = Atomic<Int>(0)
    let gone = Atomic<Int>(0)
    let unknownAddress = Atomic<Int>(0)
    let superseded = Atomic<Int>(0)
    let intercepted = Atomic<Int>(0)
    let refused = Atomic<Int>(0)
    let overLimit = Atomic<Int>(0)
  }

  private let counters = Counters()

  init() {}

  /// Messages that were given to the updater.
  public var handled: Int { counters.handled.load(ordering: .relaxed) }
  /// Messages that were sent to a runtime after its shutdown, or were still waiting when it came.
  public var lost: Int { counters.lost.load(ordering: .relaxed) }
  /// Messages of commands that had been cancelled and of subscriptions that had been removed.
  public var silenced: Int { counters.silenced.load(ordering: .relaxed) }
  /// Messages to or from a child of the model that was gone.
  public var gone: Int { counters.gone.load(ordering: .relaxed) }
  /// Messages with an address that no part of the app has; each kind of them is reported too.
  public var unknownAddress: Int { counters.unknownAddress.load(ordering: .relaxed) }
  /// Messages that gave way to newer ones, as their subscription declared.
  public var superseded: Int { counters.superseded.load(ordering: .relaxed) }
  /// Messages that an interceptor dropped.
  public var intercepted: Int { counters.intercepted.load(ordering: .relaxed) }
  /// Messages from the outside that came while a past model was shown; see ``Runtime/show(_:)``.
  public var refused: Int { counters.refused.load(ordering: .relaxed) }
  /// How often more messages waited than the soft limit allows.
  public var overLimit: Int { counters.overLimit.load(ordering: .relaxed) }

  /// The counts that are not zero, on one line.
  public var description: String {
    let counts = [
      ("handled", handled), ("lost", lost), ("silenced", silenced), ("gone", gone),
      ("unknownAddress", unknownAddress),
      ("superseded", superseded), ("intercepted", intercepted), ("refused", refused),
      ("overLimit", overLimit),
    ]
    return counts.filter { $0.1 != 0 }.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
  }

  enum Counter {
    case handled, lost, silenced, gone, unknownAddress, superseded, intercepted, refused, overLimit
  }

  func add(_ count: Int = 1, to counter: Counter) {
    switch counter {
    case .handled: counters.handled.add(count, ordering: .relaxed)
    case .lost: counters.lost.add(count, ordering: .relaxed)
    case .silenced: counters.silenced.add(count, ordering: .relaxed)
    case .gone: counters.gone.add(count, ordering: .relaxed)
    case .unknownAddress: counters.unknownAddress.add(count, ordering: .relaxed)
    case .superseded: counters.superseded.add(count, ordering: .relaxed)
    case .intercepted: counters.intercepted.add(count, ordering: .relaxed)
    case .refused: counters.refused.add(count, ordering: .relaxed)
    case .overLimit: counters.overLimit.add(count, ordering: .relaxed)
    }
  }

  /// Counts a handled message. Only steps call this, one at a time, so a plain store is enough.
  func countHandled() {
    counters.handled.store(counters.handled.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }
}
