/// A message with the address of the child that receives it.
///
/// ``Message/to(_:)`` creates it. The framework creates it for the messages that commands and
/// subscriptions of a child send. The updater of the child receives the ``message`` only.
public struct ScopedMessage: Message {
  /// The address of the child, relative to the model whose feature receives this value.
  public let address: AnyAddress
  /// The message that the child receives.
  public let message: any Message
  /// The model that the address begins with. It is `nil` for an address that the framework has
  /// created.
  package let origin: AddressOrigin?

  /// Creates a message to a child from an address without types, such as one that an
  /// ``AddressCoder`` has read from a file.
  ///
  /// If `message` already has an address, the new address is `address` followed by that address.
  ///
  /// - Parameters:
  ///   - message: The message that the child receives.
  ///   - address: The address of the child. It begins with the model of the app.
  public init(_ message: any Message, in address: AnyAddress) {
    self.init(message, in: address, origin: nil)
  }

  package init(_ message: any Message, in address: AnyAddress, origin: AddressOrigin?) {
    if let scoped = ScopedMessage.unboxed(message) {
      self.address = address.appending(scoped.address)
      self.message = scoped.message
      self.origin = scoped.origin?.pushed(by: address, before: scoped.address) ?? origin
    } else {
      self.address = address
      self.message = message
      self.origin = origin
    }
  }

  /// Creates a message with the address of a child of a model of a type.
  @usableFromInline
  init(_ message: any Message, along way: AddressWay, from root: any Any.Type) {
    self.init(message, in: way.address, origin: AddressOrigin(root))
  }

  /// Returns whether a message is a `ScopedMessage`.
  package static func isAround(_ message: any Message) -> Bool {
    typeID(of: message) == ObjectIdentifier(ScopedMessage.self)
  }

  /// Returns a message as a `ScopedMessage` if it is one.
  ///
  /// Compares types, because a cast is much slower.
  package static func unboxed(_ message: any Message) -> ScopedMessage? {
    guard isAround(message) else { return nil }
    return withPayload(of: message) { $0[as: ScopedMessage.self] }
  }
}

extension Message {
  /// Returns the message with the address of a child.
  ///
  /// Use it where a message is a value: in `Send`, replies, interceptors and pure updates. If a
  /// command of a child sends the message, the address is relative to that child, unless it begins
  /// with the model of the app.
  ///
  /// ```swift
  /// runtime.dispatch(RowMessage.toggled.to(App.at.rows[7]))
  /// ```
  @inlinable
  public func to<Root, Child: Model>(
    _ address: Address<Root, Child>
  ) -> ScopedMessage where Child.Receives == Self {
    ScopedMessage(self, along: address.way, from: Root.self)
  }
}

extension MessageTo {
  /// Returns the message with the address of a child; see ``Message/to(_:)``.
  @inlinable
  public func to<Root>(_ address: Address<Root, Receiver>) -> ScopedMessage {
    ScopedMessage(self, along: address.way, from: Root.self)
  }
}

/// The model that an address in the app's source code begins with.
package struct AddressOrigin: Hashable, Sendable {
  /// The type of the model that the address begins with.
  package let root: ObjectIdentifier
  /// The number of steps that the framework has added before the address.
  package var depth = 0

  package init(_ root: any Any.Type) { self.root = ObjectIdentifier(root) }

  /// Returns the origin after an address was added before the one that this belongs to; `nil` if both
  /// are one path now, which begins with the other model.
  func pushed(by outer: AnyAddress, before own: AnyAddress) -> AddressOrigin? {
    let isOnePath = outer.isContinued(by: own)
    if isOnePath && depth == 0 { return nil }
    var pushed = self
    pushed.depth += outer.steps.count - (isOnePath ? 1 : 0)
    return pushed
  }
}

extension ScopedMessage: CustomReflectable, CustomStringConvertible {
  /// A mirror of the address and the message.
  public var customMirror: Mirror {
    Mirror(self, children: ["address": address, "message": message], displayStyle: .struct)
  }

  /// The message and the address as source code.
  public var description: String { "\(sourceText(of: message, namesType: true)).to(\(address))" }
}
