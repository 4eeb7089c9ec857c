import Katana

/// The name that an app gives to an effect, to tell it from others of its kind, such as one of two
/// downloads.
///
/// Any `Hashable & Sendable` value can be an id. Two ids are equal if their values have the same
/// type and are equal.
package struct EffectID: Hashable, Sendable, CustomStringConvertible {
  private let id: CancelID

  /// Creates an id from a value. An `EffectID` is not wrapped again.
  package init(_ id: some Hashable & Sendable) {
    self.id = (id as? EffectID)?.id ?? CancelID(id)
  }

  /// The value, written as Swift source.
  package var description: String { id.description }
}
