/// The address of a child in a model, without its types: the parts that lead to it, from the
/// outside in.
///
/// ``CombinedUpdater`` opens a scope for each `.optional`, `.case` and `.each` part and pushes it
/// onto the commands and subscriptions of the child, so that what they send comes back to that very
/// child. See ``Address`` for the form that the compiler checks.
public struct Scope: Hashable, Sendable {
  /// The steps from the outside in.
  public internal(set) var steps: [Step]

  init(_ steps: [Step] = []) { self.steps = steps }

  /// The app itself.
  package static var root: Scope { Scope() }

  init(_ part: PartName, id: ScopeID? = nil) { self.init([Step(part: part, id: id)]) }

  /// One step of an address: a part of the model and, where the part has several children or an
  /// identified one, which of them.
  public struct Step: Hashable, Sendable {
    package let part: PartName
    /// The child's `id`; `nil` for a part without identified children, or for all its children.
    public let id: ScopeID?
  }

  /// Whether this is the address of the app itself.
  public var isEmpty: Bool { steps.isEmpty }

  /// Whether this address means the child at `other`: equal steps, where a step without an `id`
  /// means every child of its part.
  package func covers(_ other: Scope) -> Bool {
    steps.count == other.steps.count
      && zip(steps, other.steps).allSatisfy {
        $0.part == $1.part && ($0.id == nil || $0.id == $1.id)
      }
  }

  /// The address without the `id`s of elements, for texts that must hold no data: `App.at.rows[…]`.
  public var shape: String {
    root + steps.map { $0.id == nil ? "\($0.part)" : "\($0.part)[…]" }.joined()
  }

  private var root: String { steps.first.map { "\($0.part.root).at" } ?? "" }

  /// The address of an ancestor.
  package func prefix(_ count: Int) -> Scope { Scope(Array(steps.prefix(count))) }

  /// Whether this is the address of a child, or of something inside of it.
  package func begins(with other: Scope) -> Bool {
    steps.count >= other.steps.count && zip(steps, other.steps).allSatisfy { $0 == $1 }
  }

  /// The parts of the address without the `id`s: what is equal for all rows of a list.
  package var parts: [PartName] { steps.map(\.part) }
}

extension Scope: CustomStringConvertible {
  /// As it is typed: `App.at.sheet.rows[7]`.
  public var description: String { root + steps.map(\.description).joined() }
}

extension Scope.Step: CustomStringConvertible {
  /// Such as `.rows[7]`.
  public var description: String {
    guard let id else { return "\(part)" }
    return "\(part)[\(sourceText(of: id.base))]"
  }
}
