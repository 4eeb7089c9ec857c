/// The changes that the wrappers around a command or a subscription make to its messages.
///
/// The runtime removes the wrappers from the outside in, and each of them adds its layer here. An
/// interpreter receives the command or the subscription inside of all wrappers. Its messages pass
/// the layers from the inside out.
package struct EffectContext: Sendable {
  package enum Layer: Hashable, Sendable {
    case scope(AnyAddress, origin: AddressOrigin? = nil)
    case map(MessageTransform)

    /// The address of a child; `nil` for a conversion.
    package var address: AnyAddress? {
      if case .scope(let address, _) = self { address } else { nil }
    }

    /// For mirrors.
    var shown: (label: String, value: Any) {
      switch self {
      case .scope(let address, _): ("address", address)
      case .map(let transform): ("transform", transform)
      }
    }
  }

  /// `nil` if there are no layers, because even an empty array is retained with each copy.
  private var layers: [Layer]?

  package init() {}

  package var isEmpty: Bool { layers == nil }

  /// The address of the child that the command or subscription belongs to.
  package var scope: AnyAddress {
    (layers ?? []).reduce(.root) { scope, layer in
      layer.address.map { scope.appending($0) } ?? scope
    }
  }

  /// Adds a layer. An address that begins with the model of the app replaces all layers.
  ///
  /// - Parameter app: The type of the app's model; `nil` if there is no app.
  package mutating func enter(_ layer: Layer, for app: ObjectIdentifier? = nil) {
    if case .scope(let scope, let origin?) = layer, origin.root == app {
      layers = [.scope(AnyAddress(Array(scope.steps.dropFirst(origin.depth))))]
    } else {
      layers = (layers ?? []) + [layer]
    }
  }

  /// Returns the message as the app receives it. The layers do not change a ``GlobalMessage``, nor
  /// a message whose address begins with the model of the app.
  ///
  /// - Parameter app: The type of the app's model.
  package func wrap(_ message: any Message, for app: ObjectIdentifier?) -> any Message {
    guard let layers else { return message }
    var message = message
    for layer in layers.reversed() {
      if isGlobal(message) { return message }
      if let origin = ScopedMessage.unboxed(message)?.origin, origin.root == app { return message }
      switch layer {
      case .scope(let scope, _): message = ScopedMessage(message, in: scope)
      case .map(let transform): message = transform(message)
      }
    }
    return message
  }
}

/// A function that converts messages. Like a ``Reply``, it is compared by its types only.
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

extension EffectContext.Layer: CustomStringConvertible {
  package var description: String {
    switch self {
    case .scope(let address, _): ".in(\(address))"
    case .map(let transform): ".map(\(transform))"
    }
  }
}
