/// A function of a parent that is called after a child has handled a message. It accesses the
/// parent's model by its memory address.
package struct Listener: Sendable {
  enum Place: Sendable {
    /// The children at an address of parts.
    case parts([PartName])
    /// All descendants of a model type.
    case descendants(any Any.Type)
  }

  package typealias Handler =
    @Sendable (OpenPlace, ScopeID?, ListenedChild, ReadPlace) -> [any Command]

  var place: Place
  /// The messages that the listener is called for.
  let message: any Message.Type
  /// The place of the parent's model in the router's model. The listener may write its bytes.
  var parent: ModelPlace
  let handler: Handler

  /// Returns the listener relative to a model around the router's model.
  func lifted(into outer: ModelPlace) -> Listener {
    var lifted = self
    lifted.parent = parent.lifted(into: outer)
    if case .parts(var parts) = place, let first = parts.first {
      parts[0] = first.lifted(by: outer.offset, path: outer.path)
      lifted.place = .parts(parts)
    }
    return lifted
  }

  /// Returns whether the listener is called for a child.
  ///
  /// - Parameters:
  ///   - steps: The address of the child relative to the router's model.
  ///   - target: The type of the child's model.
  func hears(_ steps: ArraySlice<AnyAddress.Step>, of target: ObjectIdentifier?) -> Bool {
    switch place {
    case .parts(let parts):
      parts.count == steps.count && zip(parts, steps).allSatisfy { $0 == $1.part }
    case .descendants(let type):
      ObjectIdentifier(type) == target
        && (parent.path.isEmpty
          || steps.first?.part.isInside(parent.model, at: parent.offset) == true)
    }
  }
}

extension [Listener] {
  /// The same in the order in which they are called.
  var innermostFirst: [Listener] {
    // The index keeps the order of the listeners of one model.
    enumerated().sorted {
      let (first, second) = ($0.element.parent, $1.element.parent)
      if isInner(first.model, first.path, than: second.model, second.path) { return true }
      if isInner(second.model, second.path, than: first.model, first.path) { return false }
      return $0.offset < $1.offset
    }.map(\.element)
  }
}
