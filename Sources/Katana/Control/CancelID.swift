/// The id of commands that can be cancelled, queued, debounced or throttled: a value and its type.
///
/// The type is part of the id, so features with id types of their own never share an id.
package struct CancelID: Hashable, @unchecked Sendable, CustomStringConvertible {
  // Sendable, because the initialiser takes only Sendable values.
  private let value: AnyHashable
  // Needed beside the value, because for `AnyHashable` equal numbers of different types are equal.
  private let type: ObjectIdentifier

  /// The id as it was given.
  package var base: Any { value.base }

  package init(_ id: some Hashable & Sendable) {
    self.value = AnyHashable(id)
    self.type = ObjectIdentifier(Swift.type(of: id))
  }

  /// Returns whether two ids are equal.
  ///
  /// Two values of one type that are not equal to themselves, such as NaN, count as equal.
  /// Otherwise a command with such an id could never be found again.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.type == rhs.type
      && (lhs.value == rhs.value || lhs.value != lhs.value && rhs.value != rhs.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    if value == value { hasher.combine(value) }
  }

  /// The name of the enum case, or else of the type; for texts that must contain no data.
  package var name: String {
    enumCaseName(of: value.base).map { ".\($0)" } ?? "\(Swift.type(of: value.base))"
  }

  /// The value as Swift source, such as `.search`.
  package var description: String {
    switch value.base {
    case let text as String: "\"\(text)\""
    case let base: enumCaseName(of: base).map { ".\($0)" } ?? "\(base)"
    }
  }
}

extension CancelID: CustomReflectable {
  /// A mirror of the value only, which shows the type too.
  package var customMirror: Mirror {
    Mirror(self, children: ["id": value.base], displayStyle: .struct)
  }
}
