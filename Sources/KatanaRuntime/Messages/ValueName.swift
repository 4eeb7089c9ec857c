public import Katana

/// The name of a message, a command, a subscription or an error: its type and, for an enum, its
/// case. It never holds a payload.
///
/// Creating a name allocates no memory, because the history creates one for every message.
public struct ValueName: Sendable, Hashable, CustomStringConvertible {
  /// The type of the named value.
  public let type: any Any.Type
  // Sendable, because it points to a constant string in the image of the program.
  nonisolated(unsafe) private let caseAddress: UnsafePointer<CChar>?

  /// Creates the name of a message. A ``Katana/ScopedMessage`` gets the name of the message inside.
  public init(_ message: any Message) {
    func open<M: Message>(_ message: M) -> ValueName { ValueName(of: message) }
    if ScopedMessage.isAround(message), let scoped = ScopedMessage.unboxed(message) {
      self.init(scoped.message)
    } else {
      self = open(message)
    }
  }

  /// Creates the name of a command.
  public init(_ command: any Command) {
    self.init(of: command)
  }

  /// Creates the name of a subscription.
  public init(_ subscription: any Subscription) {
    self.init(of: subscription)
  }

  /// Creates the name of an error.
  public init(_ error: any Error) {
    self.init(of: error)
  }

  /// Creates a name that consists of a type only.
  package init(type: any Any.Type) {
    self.type = type
    caseAddress = nil
  }

  // Generic, because `type(of:)` is slow for an existential.
  init<Value>(of value: Value) {
    (type, caseAddress) = typeAndCaseName(of: value)
  }

  /// Whether the name consists of the type only. Then all values of the type have this name.
  var isTypeAlone: Bool { caseAddress == nil }

  /// The name of the enum's case; `nil` for other values.
  package var caseName: String? { caseAddress.map { String(cString: $0) } }

  /// The name of the case; for a value that is no enum, the name of the type.
  public var description: String { caseName ?? "\(type)" }

  /// The name of the type and, for an enum, of the case, such as `LoginMessage.tapped`.
  public var fullName: String { caseName.map { "\(type).\($0)" } ?? "\(type)" }

  /// Returns whether both name the same type and case.
  public static func == (lhs: ValueName, rhs: ValueName) -> Bool {
    lhs.type == rhs.type && lhs.caseAddress == rhs.caseAddress
  }

  /// Feeds the type and the case to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(caseAddress)
  }
}
