/// A function of a parent that is called after a child has handled a message. It accesses the
/// parent's model by its memory address.
package final class Listener: Sendable {
  enum Place: Sendable {
    /// The children at an address of parts.
    case parts([PartName])
    /// All descendants of a model type.
    case descendants(any Any.Type)
  }

  let place: Place
  /// The messages that the listener is called for.
  let message: MessageKind
  /// The offset of the parent's model in bytes from the start of the router's model.
  let offset: Int
  /// The properties from the router's model to the parent's model.
  let path: [any AnyKeyPath & Sendable]
  /// The type of the parent's model.
  let model: any Any.Type
  /// The bytes of the router's model that the listener may write.
  let extent: ByteRange
  let handler: Handler

  package typealias Handler =
    @Sendable (OpenPlace, ScopeID?, any ListenedChild, ReadPlace) -> [any Command]

  init(
    place: Place, message: MessageKind, offset: Int = 0,
    path: [any AnyKeyPath & Sendable] = [], model: any Any.Type, extent: ByteRange = .whole,
    handler: @escaping Handler
  ) {
    (self.place, self.message, self.offset, self.path) = (place, message, offset, path)
    (self.model, self.extent, self.handler) = (model, extent, handler)
  }

  /// Returns the listener relative to a model around the router's model.
  func lifted(into outer: ModelPlace) -> Listener {
    var lifted = place
    if case .parts(var parts) = place, let first = parts.first {
      parts[0] = first.lifted(by: outer.offset, path: outer.path)
      lifted = .parts(parts)
    }
    return Listener(
      place: lifted, message: message, offset: offset + outer.offset, path: outer.path + path,
      model: model, extent: outer.extent, handler: handler)
  }

  /// Returns the listener at other parts.
  func moved(to parts: [PartName]) -> Listener {
    Listener(
      place: .parts(parts), message: message, offset: offset, path: path, model: model,
      extent: extent, handler: handler)
  }

  /// Returns whether the listener is called for a child, if it is called for the model of the child.
  ///
  /// - Parameter scope: The address of the child relative to the router's model.
  func hears(_ scope: AnyAddress) -> Bool {
    switch place {
    case .parts(let parts):
      parts.count == scope.steps.count && zip(parts, scope.steps).allSatisfy { $0 == $1.part }
    case .descendants:
      path.isEmpty || scope.steps.first?.part.isInside(model, at: offset) == true
    }
  }
}

/// A child that is a slice at an offset in the listener's model.
final class ListenedSlice: ListenedChild {
  let address: AnyAddress
  private let offset: Int

  init(_ address: AnyAddress, offset: Int) { (self.address, self.offset) = (address, offset) }

  func look(in model: ReadPlace, _ body: (ReadPlace) -> Void) { body(model + offset) }
}

extension [Listener] {
  /// The same in the order in which they are called.
  var innermostFirst: [Listener] {
    // Of two models around one child, the inner one is smaller.
    // A model of one property is as large as the property, but has the shorter path. The index keeps
    // the order of the listeners of one model.
    enumerated().sorted {
      (size(of: $0.element.model), -$0.element.path.count, $0.offset)
        < (size(of: $1.element.model), -$1.element.path.count, $1.offset)
    }.map(\.element)
  }
}
