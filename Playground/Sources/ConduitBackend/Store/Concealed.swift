/// A value that must never be printed: a password or the token of a session.
///
/// It can be compared and decoded. Printing, dumping and reflecting it, or anything that holds it,
/// shows `•••`.
struct Concealed<Value: Hashable & Sendable>: Hashable, Sendable {
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Returns the value itself. The caller must send it to nobody but its owner.
  func reveal() -> Value {
    value
  }
}

extension Concealed: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  var description: String { "•••" }
  var debugDescription: String { "•••" }
  var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Concealed: Decodable where Value: Decodable {
  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }
}

/// The secret that a client sends back to prove who it is.
typealias SessionToken = Concealed<String>

extension SessionToken {
  /// A new token, from the system's secure source of randomness.
  static func random() -> SessionToken {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<4).map { _ in String(generator.next() as UInt64, radix: 36) }
    return SessionToken(words.joined())
  }
}
