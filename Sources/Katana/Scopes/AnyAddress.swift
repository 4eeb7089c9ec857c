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

  /// Returns whether two addresses mean the same child.
  ///
  /// A child that is always there is a step of its own in the addresses that the framework creates,
  /// and may be part of the next step in those that the app has written.
  public static func == (lhs: AnyAddress, rhs: AnyAddress) -> Bool {
    if lhs.steps == rhs.steps { return true }
    return (lhs.isSplit || rhs.isSplit) && lhs.merged == rhs.merged
  }

  /// Feeds the steps to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(isSplit ? merged : steps) }

  /// Whether a child that is always there is a step before another one.
  private var isSplit: Bool { steps.count > 1 && steps.dropLast().contains(where: \.part.isChild) }

  /// The steps, with each child that is always there as part of the next step.
  private var merged: [Step] {
    var merged: [Step] = []
    for step in steps {
      guard let last = merged.last, last.part.isChild, let offset = last.part.offset else {
        merged.append(step)
        continue
      }
      merged[merged.count - 1] = Step(
        part: step.part.lifted(by: offset, path: last.part.path), id: step.id)
    }
    return merged
  }

  /// Whether the address has no steps. Such an address means the model that it begins with.
  public var isEmpty: Bool { steps.isEmpty }

  /// Returns whether this address means the child at `other`. A step without an `id` means the child of
  /// its part, whatever its `id`.
  package func covers(_ other: AnyAddress) -> Bool {
    steps.elementsEqual(other.steps) { $0.part == $1.part && ($0.id == nil || $0.id == $1.id) }
  }

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
