/// A function of a parent that is called after a child has handled a message. It accesses the
/// parent's model by its memory address.
package struct Listener: Sendable {
  enum Children: Sendable {
    /// Those at an address in the parent's model, whatever their `id`s.
    case at(AnyAddress)
    /// All descendants of a model type.
    case ofType(any Any.Type)
  }

  package typealias Handler =
    @Sendable (OpenPlace, ScopeID?, ListenedChild, ReadPlace) -> [any Command]

  let children: Children
  /// The messages that the listener is called for.
  let message: any Message.Type
  /// The place of the parent's model in the router's model. The listener may write its bytes.
  var parent: ModelPlace
  let handler: Handler

  /// The type of the descendants that it hears; `nil` for children at an address.
  var type: (any Any.Type)? { if case .ofType(let type) = children { type } else { nil } }

  /// Returns the listener relative to a model around the router's model.
  func lifted(into outer: ModelPlace) -> Listener {
    var lifted = self
    lifted.parent = parent.lifted(into: outer)
    return lifted
  }

  /// Returns the address of a child relative to the parent's model; `nil` if the listener does not hear
  /// the child.
  ///
  /// - Parameters:
  ///   - scope: The address of the child relative to the router's model.
  ///   - target: The type of the child's model.
  fileprivate func address(
    of scope: AnyAddress, _ target: ObjectIdentifier?, in router: Router
  ) -> AnyAddress? {
    var own = scope
    switch children {
    case .at(let address):
      guard let first = address.steps.first, parent.address.appending(address).covers(scope)
      else { return nil }
      own.steps[0] = AnyAddress.Step(part: first.part, id: scope.steps[0].id)
    case .ofType(let type):
      guard ObjectIdentifier(type) == target else { return nil }
      if parent.isWhole { return scope }
      let parts = router.placedParts(scope.steps[0].part)
      guard let placed = parts.first(where: { $0.place.isInside(parent) }) else { return nil }
      let first = placed.place.address(in: parent).appending(AnyAddress(placed.part.name))
      own.steps[0] = AnyAddress.Step(part: first.steps[0].part, id: scope.steps[0].id)
    }
    return own
  }

  /// Calls the function with a message of the listener's message type. Returns its commands with
  /// addresses relative to the router's model; none if the listener does not hear the child.
  ///
  /// - Parameters:
  ///   - scope: The address of the child relative to the router's model.
  ///   - target: The type of the child's model.
  func call(
    _ model: OpenPlace, _ scope: AnyAddress, _ target: ObjectIdentifier?, _ message: any Message,
    _ router: Router
  ) -> [any Command] {
    guard let own = address(of: scope, target, in: router) else { return [] }
    // Only the parts on the way to the child are read, and these are in the parent's model.
    let child = ListenedChild(address: own) { [offset = parent.offset] model, body in
      router.look(model - offset, scope, nil, body)
    }
    return parent.addressed(
      withPayload(of: message) {
        handler(model + parent.offset, scope.steps.last?.id, child, $0)
      })
  }
}

extension [Listener] {
  /// The same in the order in which they are called: of models inside of each other, the innermost
  /// first; of one model, those to an address first, and otherwise in the declared order.
  var innermostFirst: [Listener] {
    func rank(_ index: Int, _ listener: Listener) -> (Int, Int, Int) {
      (-listener.parent.depth, listener.type == nil ? 0 : 1, index)
    }
    return enumerated().sorted { rank($0.offset, $0.element) < rank($1.offset, $1.element) }
      .map(\.element)
  }
}

/// The listeners of a router's model, by the messages that they hear.
final class ListenerTable: Sendable {
  /// The listeners to messages of a type, in the order of the calls.
  private let byMessage: [ObjectIdentifier: [Listener]]
  /// The bytes that a message to a child of a part may change by its listeners, if some listen to it.
  private let byPart: [PartName: [ByteRange]]
  /// The same for each other part.
  private let ofOthers: [ByteRange]

  init(_ listeners: [Listener]) {
    byMessage = Dictionary(grouping: listeners, by: { ObjectIdentifier($0.message) })
      .mapValues(\.innermostFirst)
    let byPart = Dictionary(grouping: listeners, by: \.firstPart)
      .mapValues { $0.map(\.parent.extent) }
    let ofOthers = byPart[nil] ?? []
    self.ofOthers = ofOthers
    self.byPart = byPart.reduce(into: [:]) { byPart, part in
      if let name = part.key { byPart[name] = part.value + ofOthers }
    }
  }

  /// Returns whether a listener hears messages of a type.
  func hears(_ message: ObjectIdentifier) -> Bool {
    // Most models have no listeners, and even a look-up in an empty table hashes the type.
    !byMessage.isEmpty && byMessage.index(forKey: message) != nil
  }

  /// Returns the listeners to messages of a type.
  func find(_ message: ObjectIdentifier) -> [Listener] { byMessage[message] ?? [] }

  /// Returns whether there may be a listener to children of a part.
  func listens(to part: PartName) -> Bool { !ofOthers.isEmpty || byPart[part] != nil }

  /// Returns the bytes that the listeners to children of a part may write.
  func extents(_ part: PartName) -> [ByteRange] { byPart[part] ?? ofOthers }
}

extension Listener {
  /// The first part of the address of the children that it hears; `nil` if it hears all descendants of a
  /// type.
  fileprivate var firstPart: PartName? {
    guard case .at(let address) = children else { return nil }
    return address.steps.first.map { parent.name(of: $0.part) }
  }
}
