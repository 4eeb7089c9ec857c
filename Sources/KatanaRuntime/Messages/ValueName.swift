public import Katana

/// The name of a message, a command, a subscription or an error: its type and, for an enum, its case; never a payload.
///
/// Made without allocating, because the history makes one for every message.
public struct ValueName: Sendable, Hashable, CustomStringConvertible {
  /// The type of what is named.
  public let type: any Any.Type
  // Sendable, because it points to a constant in the program's image.
  nonisolated(unsafe) private let caseAddress: UnsafePointer<CChar>?

  /// The name of a message. For one to or from a child, the name of what is inside.
  public init(_ message: any Message) {
    func open<M: Message>(_ message: M) -> ValueName { ValueName(of: message) }
    if ScopedMessage.isAround(message), let scoped = ScopedMessage.unboxed(message) {
      self.init(scoped.message)
    } else {
      self = open(message)
    }
  }

  /// The name of a command.
  public init(_ command: any Command) {
    func open<C: Command>(_ command: C) -> ValueName { ValueName(of: command) }
    self = open(command)
  }

  /// The name of a subscription.
  public init(_ subscription: any Subscription) {
    func open<S: Subscription>(_ subscription: S) -> ValueName { ValueName(of: subscription) }
    self = open(subscription)
  }

  /// The name of an error: its type and, for an enum, its case.
  public init(_ error: any Error) {
    func open<E: Error>(_ error: E) -> ValueName { ValueName(of: error) }
    self = open(error)
  }

  /// The name of a type alone.
  package init(type: any Any.Type) {
    self.type = type
    caseAddress = nil
  }

  // Generic, because `type(of:)` of an existential takes ten times as long.
  private init<Value>(of value: Value) {
    (type, caseAddress) = typeAndCaseName(of: value)
  }

  /// Whether there is nothing but the type: also for other values of the same type.
  var isTypeAlone: Bool { caseAddress == nil }

  /// The name of the enum's case; `nil` for other values.
  public var caseName: String? { caseAddress.map { String(cString: $0) } }

  /// The case's name or, for values that are not enums, the type's.
  public var description: String { caseName ?? "\(type)" }

  /// The type's name and the case's, such as `LoginMessage.tapped`.
  public var fullName: String { caseName.map { "\(type).\($0)" } ?? "\(type)" }

  /// Whether both name the same type and case.
  public static func == (lhs: ValueName, rhs: ValueName) -> Bool {
    lhs.type == rhs.type && lhs.caseAddress == rhs.caseAddress
  }

  /// Feeds the type and the case to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(caseAddress)
  }
}
