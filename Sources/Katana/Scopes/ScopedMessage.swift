/// A message with the address of the child that it is for, or that sent it. Made by
/// ``Message/to(_:)`` and by the framework.
///
/// The child's updater receives the bare ``message``.
public struct ScopedMessage: Message {
  /// The address of the child, relative to whoever receives this.
  public let scope: Scope
  /// What the child receives, or what it sent.
  public let message: any Message
  /// Where the address was written; `nil` for one that the framework has made.
  package let origin: AddressOrigin?

  /// Addresses a message to the child at an address whose types are not known, such as one that was
  /// read from a file; see ``AddressCoder``. The address begins with the model of the app.
  public init(_ message: any Message, in scope: Scope) {
    self.init(message, in: scope, origin: nil)
  }

  package init(_ message: any Message, in scope: Scope, origin: AddressOrigin?) {
    if let scoped = ScopedMessage.unboxed(message) {
      self.scope = Scope(scope.steps + scoped.scope.steps)
      self.message = scoped.message
      self.origin = scoped.origin?.pushed(by: scope.steps.count) ?? origin
    } else {
      self.scope = scope
      self.message = message
      self.origin = origin
    }
  }

  /// Whether a message is one of these.
  package static func isAround(_ message: any Message) -> Bool {
    typeID(of: message) == ObjectIdentifier(ScopedMessage.self)
  }

  /// What is in the box around a message, if it is one of these: types are compared, since a cast
  /// takes ten times as long.
  package static func unboxed(_ message: any Message) -> ScopedMessage? {
    guard isAround(message) else { return nil }
    return withPayload(of: message) { $0.load(as: ScopedMessage.self) }
  }
}

/// Where an address that a user wrote begins.
package struct AddressOrigin: Sendable {
  /// The type of the model that the address begins with.
  package let root: ObjectIdentifier
  /// How many steps the framework has put before the address.
  package var depth = 0

  package init<Root: Model>(_ root: Root.Type) { self.root = ObjectIdentifier(root) }

  func pushed(by count: Int) -> AddressOrigin {
    var pushed = self
    pushed.depth += count
    return pushed
  }
}

extension ScopedMessage: CustomReflectable, CustomStringConvertible {
  /// The address and the message.
  public var customMirror: Mirror {
    Mirror(self, children: ["scope": scope, "message": message], displayStyle: .struct)
  }

  /// The message and the address as they are typed.
  public var description: String { "\(sourceText(of: message, namesType: true)).to(\(scope))" }
}
