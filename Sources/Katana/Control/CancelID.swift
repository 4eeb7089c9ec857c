/// What names commands that run, for those who cancel or replace them: a value and its type, so
/// that the ids of features with types of their own never meet.
package struct CancelID: Hashable, @unchecked Sendable, CustomStringConvertible {
  // Sendable, because the initialiser takes only values that are.
  private let value: AnyHashable
  // Beside the value, because `AnyHashable` takes equal numbers of different types for the same.
  private let type: ObjectIdentifier

  package init(_ id: some Hashable & Sendable) {
    self.value = AnyHashable(id)
    self.type = ObjectIdentifier(Swift.type(of: id))
  }

  /// An id that is not equal to itself, such as one that holds a NaN, could never be found again: it
  /// equals all others of its kind.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.type == rhs.type
      && (lhs.value == rhs.value || lhs.value != lhs.value && rhs.value != rhs.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    if value == value { hasher.combine(value) }
  }

  /// The case of an enum, else the type: for texts that must hold no data.
  package var name: String {
    enumCaseName(of: value.base).map { ".\($0)" } ?? "\(Swift.type(of: value.base))"
  }

  /// As its source writes it.
  package var description: String {
    switch value.base {
    case let text as String: "\"\(text)\""
    case let base: enumCaseName(of: base).map { ".\($0)" } ?? "\(base)"
    }
  }
}

extension CancelID: CustomReflectable {
  /// The value alone, whose type says the rest.
  package var customMirror: Mirror {
    Mirror(self, children: ["id": value.base], displayStyle: .struct)
  }
}
