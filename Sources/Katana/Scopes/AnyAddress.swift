/// The address of a child in a model, without its types: the steps that lead to it, from the
/// outside in.
///
/// Each `.optional`, `.case` and `.each` part of a ``CombinedUpdater`` opens a scope. The framework
/// adds the address of the child to the commands and subscriptions that the child returns. So their
/// messages return to that child. The compiler checks the types of an ``Address``.
public struct AnyAddress: Hashable, Sendable {
  /// The steps from the outside in.
  public internal(set) var steps: [Step]

  package init(_ steps: [Step] = []) { self.steps = steps }
  /// The address of the app's model itself.
  package static var root: AnyAddress { AnyAddress() }

  init(_ part: PartName, id: ScopeID? = nil) { self.init([Step(part: part, id: id)]) }

  /// One step of an address: a part of the model, and the `id` of a child in that part.
  public struct Step: Hashable, Sendable {
    package let part: PartName
    /// The `id` of the child; `nil` if the children of the part have none, or if the step means the value
    /// that is there, whatever its `id`.
    public package(set) var id: ScopeID?
  }

  /// Returns the address of a descendant of the child, whose own address is relative to that child.
  ///
  /// What is always there is no step of its own: the properties that lead to it, and those that follow,
  /// are one path. So each child has one address.
  package func appending(_ inner: AnyAddress) -> AnyAddress {
    guard isContinued(by: inner) else { return isEmpty ? inner : AnyAddress(steps + inner.steps) }
    var (all, first) = (steps, inner.steps[0])
    first = Step(part: all.removeLast().part.appending(first.part), id: first.id)
    return AnyAddress(all + [first] + inner.steps.dropFirst())
  }

  /// Returns whether the first step of an address relative to the child continues the last one of this.
  func isContinued(by inner: AnyAddress) -> Bool {
    guard let last = steps.last, let first = inner.steps.first else { return false }
    return last.id == nil && last.part.isStored && last.part.type == first.part.root
  }

  /// Whether the address has no steps. Such an address means the model that it begins with.
  public var isEmpty: Bool { steps.isEmpty }

  /// Returns whether this address means the child at `other`. A step without an `id` means the child of
  /// its part, whatever its `id`.
  package func covers(_ other: AnyAddress) -> Bool {
    steps.elementsEqual(other.steps) { $0.part == $1.part && ($0.id == nil || $0.id == $1.id) }
  }

  /// Returns whether this address means the child at `other` or a child inside of it.
  package func leads(into other: AnyAddress) -> Bool { prefix(other.steps.count).covers(other) }

  /// The address with `…` in place of each `id`, for texts that must not contain data:
  /// `App.at.rows[…]`.
  public var shape: String {
    root + steps.map { $0.id == nil ? "\($0.part)" : "\($0.part)[…]" }.joined()
  }

  private var root: String { steps.first.map { "\($0.part.root).at" } ?? "" }

  /// Returns the address of an ancestor: the first steps of this one.
  package func prefix(_ count: Int) -> AnyAddress { AnyAddress(Array(steps.prefix(count))) }

  /// The parts of the address without the `id`s. All rows of a list have the same parts.
  package var parts: [PartName] { steps.map(\.part) }
}

extension AnyAddress: CustomStringConvertible {
  /// The address as source code, such as `App.at.sheet.rows[7]`.
  public var description: String { root + steps.map(\.description).joined() }
}

extension AnyAddress.Step: CustomStringConvertible {
  /// The step as source code, such as `.rows[7]`.
  public var description: String {
    guard let id else { return "\(part)" }
    return "\(part)[\(text(of: id.base))]"
  }

  /// A description may be any text, so it is in quotes unless it is a word.
  private func text(of id: any Hashable & Sendable) -> String {
    let text = sourceText(of: id)
    guard let own = (id as? any LosslessStringConvertible)?.description, !own.isWord,
      text == printableText(own)
    else { return text }
    return quotedText(own)
  }
}

/// An ``Address``, or an ``AnyAddress``: what names a child where its type does not matter.
public protocol AnyAddressConvertible: Sendable {
  /// The address without its types.
  var anyAddress: AnyAddress { get }
}

extension AnyAddress: AnyAddressConvertible {
  /// The address itself.
  public var anyAddress: AnyAddress { self }
}
