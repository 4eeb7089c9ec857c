/// A function of a parent that is called after a child has handled a message. It accesses the
/// parent's model by its memory address.
package struct Listener: Sendable {
  enum Place: Sendable {
    /// The children at an address of parts.
    case parts([PartName])
    /// All descendants of a model type.
    case descendants(any Any.Type)
  }

  var place: Place
  /// The messages that the listener is called for.
  let message: MessageKind
  /// The offset of the parent's model in bytes from the start of the router's model.
  var offset = 0
  /// The properties from the router's model to the parent's model.
  var path: [any AnyKeyPath & Sendable] = []
  /// The type of the parent's model.
  let model: any Any.Type
  /// The size of that model in bytes. Of two models around one child, the inner one is smaller.
  var size: Int { Katana.size(of: model) }
  /// The bytes of the router's model that the listener may write.
  var extent = ByteRange.whole
  let handler: @Sendable (OpenPlace, ScopeID?, ListenedChild, ReadPlace) -> [any Command]

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

  /// Calls the function if the message has the listener's message type. Returns its commands with
  /// addresses relative to the router's model.
  ///
  /// - Parameters:
  ///   - scope: The address of the child relative to the router's model.
  ///   - router: The router.
  func call(
    _ model: OpenPlace, _ scope: AnyAddress, _ message: any Message,
    _ router: Router
  ) -> [any Command] {
    guard typeID(of: message) == self.message.id else { return [] }
    let own = path.isEmpty ? scope : scope.lowered(by: offset, into: self.model)
    let commands = withPayload(of: message) {
      handler(
        model + offset, scope.steps.last?.id,
        ListenedChild(address: own, place: .routed(router, scope, offset: offset)), $0)
    }
    return lift(commands, ModelPlace(model: self.model, offset: offset, path: path))
  }

  /// Returns whether the listener is called for a child.
  ///
  /// - Parameters:
  ///   - scope: The address of the child relative to the router's model.
  ///   - target: The type of the child.
  func hears(_ scope: AnyAddress, _ target: ObjectIdentifier?) -> Bool {
    switch place {
    case .parts(let parts): parts == scope.parts
    case .descendants(let type):
      ObjectIdentifier(type) == target
        && (path.isEmpty || scope.steps.first?.part.isInside(model, at: offset) == true)
    }
  }
}

/// The child that a listener is called for.
@usableFromInline
package struct ListenedChild: Sendable {
  /// How the child is found in the listener's model.
  enum Place: Sendable {
    /// The router of a model around it finds the child by the address in that model. The listener's
    /// model is at the offset in it.
    case routed(Router, AnyAddress, offset: Int)
    /// The child is a slice at the offset.
    case slice(offset: Int)
  }

  /// The address of the child, relative to the listener's model.
  let address: AnyAddress
  let place: Place

  /// Calls a function with the memory address of the child, if the model has it.
  func look(in model: ReadPlace, _ body: (ReadPlace) -> Void) {
    switch place {
    // Only the parts on the way to the child are read, and these are in the listener's model.
    case .routed(let router, let address, let offset):
      router.look(model - offset, address, nil, body)
    case .slice(let offset): body(model + offset)
    }
  }
}

extension [Listener] {
  /// The same in the order in which they are called.
  var innermostFirst: [Listener] {
    // A model of one property is as large as the property, but has the shorter path. The index keeps
    // the order of the listeners of one model.
    enumerated().sorted {
      ($0.element.size, -$0.element.path.count, $0.offset)
        < ($1.element.size, -$1.element.path.count, $1.offset)
    }.map(\.element)
  }
}

extension AnyAddress {
  /// Returns the address relative to a model inside of the model with which it begins.
  fileprivate func lowered(by offset: Int, into model: any Any.Type) -> AnyAddress {
    guard let first = steps.first else { return self }
    var lowered = self
    lowered.steps[0] = Step(part: first.part.lowered(by: offset, into: model), id: first.id)
    return lowered
  }
}
