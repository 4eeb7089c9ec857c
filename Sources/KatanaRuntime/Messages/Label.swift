public import Katana

/// The name of a message or a command: its type and, for an enum, its case; never a payload.
///
/// Made without allocating, because the history makes one for every message.
public struct Label: Sendable, Hashable, CustomStringConvertible {
  /// The type of what is named.
  public let type: any Any.Type
  // Sendable, because it points to a constant in the program's image.
  nonisolated(unsafe) private let caseAddress: UnsafePointer<CChar>?

  /// The name of a message. For one to or from a child, the name of what is inside.
  public init(_ message: any Message) {
    if let scoped = message as? ScopedMessage {
      self = Label(scoped.message)
    } else {
      self = Label(any: message)
    }
  }

  /// The name of a command.
  public init(_ command: any Command) { self.init(any: command) }

  private init(any value: Any) {
    func open<Value>(_ value: Value) -> UnsafePointer<CChar>? { Katana.caseName(of: value) }
    self.type = Swift.type(of: value)
    self.caseAddress = _openExistential(value, do: open)
  }

  /// The name of the enum's case; `nil` for other values.
  public var caseName: String? { caseAddress.map { String(cString: $0) } }

  /// The case's name or, for values that are not enums, the type's.
  public var description: String { caseName ?? "\(type)" }

  /// The type's name and the case's, such as `LoginMessage.tapped`.
  public var fullName: String { caseName.map { "\(type).\($0)" } ?? "\(type)" }

  /// Whether both name the same type and case.
  public static func == (lhs: Label, rhs: Label) -> Bool {
    lhs.type == rhs.type && lhs.caseAddress == rhs.caseAddress
  }

  /// Feeds the type and the case to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(caseAddress)
  }
}
