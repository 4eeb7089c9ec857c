/// The address of a child in a model: the parts that lead to it, from the outside in.
///
/// ``CombinedUpdater`` opens a scope for each `.optional`, `.case` and `.each` part and pushes it
/// onto the commands and subscriptions of the child, so that what they send comes back to that very
/// child. Slices between two scopes are part of the address.
public struct Scope: Hashable, Sendable {
  /// The steps from the outside in.
  public internal(set) var steps: [Step]

  /// An address from its steps.
  public init(_ steps: [Step] = []) { self.steps = steps }

  /// One step of an address: a part of the model and, where the part has several children or an
  /// identified one, which of them.
  public struct Step: Hashable, Sendable {
    let part: PartName
    /// The child's `id`; `nil` for a part without identified children, or for all its children.
    public let id: ScopeID?
  }

  /// Whether this address means the child at `other`: equal steps, where a step without an `id`
  /// means every child of its part.
  package func covers(_ other: Scope) -> Bool {
    steps.count == other.steps.count
      && zip(steps, other.steps).allSatisfy {
        $0.part == $1.part && ($0.id == nil || $0.id == $1.id)
      }
  }
}

/// What tells the parts of one model apart.
@usableFromInline
enum PartName: Hashable, Sendable, CustomStringConvertible {
  case keyPath(AnyKeyPath & Sendable)
  case enumCase(AnyKeyPath & Sendable, String)
  case named(String)

  @usableFromInline var description: String {
    switch self {
    case .keyPath(let keyPath): "\(keyPath)"
    case .enumCase(let keyPath, let name): "\(keyPath).\(name)"
    case .named(let name): name
    }
  }

  @usableFromInline static func == (lhs: PartName, rhs: PartName) -> Bool {
    switch (lhs, rhs) {
    case (.keyPath(let lhs), .keyPath(let rhs)): lhs == rhs
    case (.enumCase(let lhs, let lhsName), .enumCase(let rhs, let rhsName)):
      lhsName == rhsName && lhs == rhs
    case (.named(let lhs), .named(let rhs)): lhs == rhs
    default: false
    }
  }

  @usableFromInline func hash(into hasher: inout Hasher) {
    switch self {
    case .keyPath(let keyPath): hasher.combine(keyPath)
    case .enumCase(let keyPath, let name):
      hasher.combine(keyPath)
      hasher.combine(name)
    case .named(let name): hasher.combine(name)
    }
  }
}

extension Scope: CustomStringConvertible {
  /// Such as `\AppModel.sheet → \Sheet.rows[7]`.
  public var description: String { steps.map(\.description).joined(separator: " → ") }
}

extension Scope.Step: CustomStringConvertible {
  /// Such as `\Sheet.rows[7]`.
  public var description: String { id.map { "\(part)[\($0)]" } ?? "\(part)" }
}
