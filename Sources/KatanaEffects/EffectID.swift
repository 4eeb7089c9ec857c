import Katana

/// The name that an app gives to one of several equal effects, such as one of two downloads.
///
/// Any `Hashable & Sendable` value makes one. Values of different types are never equal.
public struct EffectID: Hashable, Sendable, CustomStringConvertible {
  private let id: CancelID

  /// Creates an id of a value.
  public init(_ id: some Hashable & Sendable) {
    self.id = (id as? EffectID)?.id ?? CancelID(id)
  }

  /// The value, as its source writes it.
  public var description: String { id.description }
}
