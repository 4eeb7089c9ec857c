import Synchronization

/// The counts of what became of the messages of a runtime. May be read from any thread, also after
/// the runtime's end.
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
    let replacements = Atomic<Int>(0)
  }

  private let counters = Counters()

  init() {}

  /// The number of messages that were handled, including those that no updater takes.
  public var handled: Int { counters.handled.load(ordering: .relaxed) }
  /// The number of messages that were dropped by the end of the runtime: sent after its shutdown,
  /// still waiting at its shutdown, or sent from outside while it finishes.
  public var lost: Int { counters.lost.load(ordering: .relaxed) }
  /// The number of messages from cancelled commands and removed subscriptions, which were dropped.
  public var silenced: Int { counters.silenced.load(ordering: .relaxed) }
  /// The number of messages to or from a child that was gone, which were dropped.
  public var gone: Int { counters.gone.load(ordering: .relaxed) }
  /// The number of messages with an address that no part of the app has, which were dropped. An
  /// issue reports the first message of each type and kind of address.
  public var unknownAddress: Int { counters.unknownAddress.load(ordering: .relaxed) }
  /// The number of messages that a newer one replaced, as the `buffering` of their subscription
  /// declares.
  public var superseded: Int { counters.superseded.load(ordering: .relaxed) }
  /// The number of messages that an interceptor dropped.
  public var intercepted: Int { counters.intercepted.load(ordering: .relaxed) }
  /// The number of messages that were sent from outside while a past model was shown, and dropped;
  /// see ``Runtime/show(_:)``.
  public var refused: Int { counters.refused.load(ordering: .relaxed) }
  /// The number of times that more messages waited than the soft limit allows.
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

  /// Counts a message that is not handled.
  func add(to reason: UnhandledMessage.Reason) {
    switch reason {
    case .lost: counters.lost.add(1, ordering: .relaxed)
    case .silenced: counters.silenced.add(1, ordering: .relaxed)
    case .gone: counters.gone.add(1, ordering: .relaxed)
    case .unknownAddress: counters.unknownAddress.add(1, ordering: .relaxed)
    case .superseded: counters.superseded.add(1, ordering: .relaxed)
    case .intercepted: counters.intercepted.add(1, ordering: .relaxed)
    case .refused: counters.refused.add(1, ordering: .relaxed)
    }
  }

  /// Counts that more messages wait than the soft limit allows.
  func countOverLimit() { counters.overLimit.add(1, ordering: .relaxed) }

  /// Counts a replacement of the model that observers see, after it has happened.
  func countReplacement() { counters.replacements.add(1, ordering: .relaxed) }

  /// A number that differs after each change of the model that observers see. A message is counted
  /// within its update. So a store that was told of all changes up to this number has the present
  /// model, or that before an update which has not ended.
  var modelVersion: Int { handled + counters.replacements.load(ordering: .relaxed) }

  /// Counts a handled message. Only steps call this, and they never overlap, so a plain store is
  /// enough.
  func countHandled() {
    counters.handled.store(counters.handled.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }
}
