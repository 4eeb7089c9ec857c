import Katana

/// One subscription that a provider has declared, as a sender of messages.
///
/// Several declarations may share one running instance. Each has its own lifetime and its own
/// messages.
final class Declaration: Sender, @unchecked Sendable {
  // Sendable, because `position` is changed only inside of steps with the table's lock held, so steps
  // may read it without the lock and other threads with it. `buffer` is used with the lock held, and
  // `instance` inside of steps.

  /// The position of its value in the table; `nil` after it was removed.
  var position: Position?
  var buffer: MessageBuffer?

  /// The instance that it shares with the others of one key; `nil` for a subscription without a model.
  var instance: Instance?

  override var isSilenced: Bool { position == nil }

  init(core: RuntimeCore, type: any Subscription.Type, cause: UInt64, limit: Int?) {
    self.buffer = limit.map(MessageBuffer.init)
    super.init(core: core, origin: .subscription(type), cause: cause)
  }

  /// A provider, and an index in its list. Both fit in 32 bits, so that a declaration is small.
  struct Position: Comparable {
    private let provider32: Int32
    private let index32: Int32

    init(provider: Int, index: Int) {
      provider32 = Int32(provider)
      index32 = Int32(index)
    }

    var provider: Int { Int(provider32) }
    var index: Int { Int(index32) }

    static func < (lhs: Position, rhs: Position) -> Bool {
      (lhs.provider, lhs.index) < (rhs.provider, rhs.index)
    }
  }
}
