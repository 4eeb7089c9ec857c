/// A function that is called after a child has handled a message, over the model of a parent that
/// is given by its address.
package struct Listener: Sendable {
  enum Place: Sendable {
    /// The children at an address of parts.
    case parts([PartName])
    /// All descendants of a model type.
    case descendants(any Any.Type)
  }

  let place: Place
  /// The messages that the listener is called for.
  let message: MessageKind
  /// From the start of the model at hand to that of the parent, in bytes, and the properties
  /// between.
  var offset = 0
  var path: [any AnyKeyPath & Sendable] = []
  let model: any Any.Type
  /// What the listener may write of the model at hand.
  var extent = ByteRange.whole
  let hear: @Sendable (UnsafeMutableRawPointer, ScopeID?, Scope, UnsafeRawPointer) -> [any Command]

  /// The same as a listener of the model around its own.
  func lifted(into outer: ModelPlace) -> Listener {
    var lifted = place
    if case .parts(var parts) = place, let first = parts.first {
      parts[0] = first.lifted(by: outer.offset, path: outer.path)
      lifted = .parts(parts)
    }
    return Listener(
      place: lifted, message: message, offset: offset + outer.offset, path: outer.path + path,
      model: model, extent: outer.extent, hear: hear)
  }

  /// Calls the function, if the message is of its type.
  func call(
    _ model: UnsafeMutableRawPointer, _ id: ScopeID?, _ scope: @autoclosure () -> Scope,
    _ message: any Message
  ) -> [any Command] {
    guard typeID(of: message) == self.message.id else { return [] }
    let commands = withPayload(of: message) { hear(model + offset, id, scope(), $0) }
    return lift(commands, ModelPlace(model: self.model, offset: offset, path: path))
  }
}
