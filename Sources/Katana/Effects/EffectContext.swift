/// What the wrappers around a command or a subscription do to the messages that it sends.
///
/// The runtime takes wrappers off from the outside in, letting each enter its layer here; what is
/// left is the leaf that an interpreter sees. Messages pass the layers from the inside out.
package struct EffectContext: Sendable {
  package enum Layer: Sendable {
    case scope(Scope)
    case map(MessageTransform)
  }

  /// `nil` in place of none: an empty array is counted like any other, with each copy of this.
  private var layers: [Layer]?
  /// The type of the app's model.
  private let app: ObjectIdentifier?

  package init(of app: ObjectIdentifier? = nil) { self.app = app }

  package var isEmpty: Bool { layers == nil }

  /// The address of the child that the effect belongs to, from the outside in.
  package var scope: Scope {
    Scope(
      (layers ?? []).flatMap { layer -> [Scope.Step] in
        if case .scope(let scope) = layer { scope.steps } else { [] }
      })
  }

  package mutating func enter(_ layer: Layer) { layers = (layers ?? []) + [layer] }

  /// Enters the scope of a command. An address that begins with the app's own model leaves all
  /// layers.
  package mutating func enter(_ scope: Scope, origin: AddressOrigin?) {
    guard let origin, origin.root == app else { return enter(.scope(scope)) }
    layers = [.scope(Scope(Array(scope.steps.dropFirst(origin.depth))))]
  }

  /// The message as the app receives it. A ``GlobalMessage`` leaves all layers unchanged, as does a
  /// message whose address begins with the app's own model.
  package func wrap(_ message: any Message) -> any Message {
    guard let layers else { return message }
    var message = message
    for layer in layers.reversed() {
      if isGlobal(message) { return message }
      if let origin = ScopedMessage.unboxed(message)?.origin, origin.root == app { return message }
      switch layer {
      case .scope(let scope): message = ScopedMessage(message, in: scope)
      case .map(let transform): message = transform(message)
      }
    }
    return message
  }
}

/// A function from messages to messages, equal to another by its types only, as a ``Reply`` is.
package struct MessageTransform: Hashable, Sendable, CustomStringConvertible {
  private let from: ObjectIdentifier
  private let to: ObjectIdentifier
  private let apply: @Sendable (any Message) -> any Message
  package let description: String

  package init<Child: Message, Parent: Message>(
    _ transform: @escaping @Sendable (Child) -> Parent
  ) {
    self.from = ObjectIdentifier(Child.self)
    self.to = ObjectIdentifier(Parent.self)
    self.apply = { message in (message as? Child).map(transform) ?? message }
    self.description = "\(Child.self) → \(Parent.self)"
  }

  package func callAsFunction(_ message: any Message) -> any Message { apply(message) }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.from == rhs.from && lhs.to == rhs.to
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(from)
    hasher.combine(to)
  }
}
