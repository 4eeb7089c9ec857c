/// Takes the child that returns it out of the model: a sheet closes itself, an element removes
/// itself.
///
/// ```swift
/// case .closeTapped: return [Save(model.draft), Dismiss()]
/// ```
///
/// The child is removed when the command is carried out, by a message of its own: the value of an
/// `.optional` becomes `nil`, the element of an `.each` is removed. Parents who listen with
/// ``FeaturePart/listen(to:_:_:)`` for ``Dismissed`` are told. The payload of a `.case`, and an
/// element of a collection that is not `RangeReplaceableCollection`, cannot be removed by itself:
/// let the parent listen and choose what follows.
public struct Dismiss: Command, Hashable, CustomStringConvertible {
  /// Creates the command.
  public init() {}

  /// As its source writes it.
  public var description: String { "Dismiss()" }
}

/// The message by which a child is taken out of the model; see ``Dismiss``.
public struct Dismissed: Message, Hashable, Codable {
  /// Creates the message.
  public init() {}
}
