/// A command by which a child removes itself from the model. For example, a sheet closes itself.
///
/// ```swift
/// case .closeTapped: return [Save(model.draft), Dismiss()]
/// ```
///
/// When the command starts, it sends the message ``Dismissed`` to the child. The step of that
/// message removes the child: the value of an `.optional` becomes `nil`, an element of an `.each`
/// leaves its collection. If the child is gone by then, the message has no effect. Parents can
/// listen for it with ``FeaturePart/listen(to:_:_:)-(Address<TypedModel,Child>,_,_)``. The listeners of the
/// direct parent run just before the removal, those of its ancestors after it.
///
/// The payload of a `.case` is removed with the enum: if the enum is the value of an `.optional` or an
/// element of an `.each`, that is removed. Otherwise the enum needs another value, and a `Dismiss`
/// cannot remove the payload. It cannot remove an element of a collection either, if that is neither a
/// `RangeReplaceableCollection` nor an ``IdentifiedArray``. For these, the parent listens for
/// ``Dismissed`` and changes the model.
public struct Dismiss: Command, Hashable, CustomStringConvertible {
  /// Creates the command.
  public init() {}

  /// `Dismiss()`.
  public var description: String { "Dismiss()" }
}

/// The message that removes a child from the model; see ``Dismiss``.
public struct Dismissed: Message, Hashable, Codable {
  /// Creates the message.
  public init() {}
}

extension Dismissed {
  /// Returns the message with the address of a child, to remove that child from the model.
  ///
  /// Use it to remove a child from the outside, or to expect the message in a test. A child removes
  /// itself by the command ``Dismiss``.
  public func to<Root, Child: Model>(_ address: Address<Root, Child>) -> ScopedMessage {
    ScopedMessage(self, in: address.anyAddress, origin: AddressOrigin(Root.self))
  }
}
