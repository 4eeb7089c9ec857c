/// The way from a model to an updater inside of its parts, which all have direct access: the
/// outermost part, and the rest of the way.
///
/// It is walked in a loop, so a message to deeply nested updaters needs no stack for each level.
final class LeafWay: Sendable {
  private let part: ModelPart
  private let openPart: ModelPart.Open
  /// The place in the child's model at which the way goes on.
  private let place: ModelPlace
  private let next: LeafWay?
  /// Whether a part of the way is a scope, into which only global messages pass.
  let isInScope: Bool

  init?(_ part: ModelPart, _ place: ModelPlace, next: LeafWay?) {
    guard let open = part.open else { return nil }
    (self.part, openPart, self.place, self.next) = (part, open, place, next)
    isInScope = part.isScope || next?.isInScope == true
  }

  /// The open children on a way, from the outside in.
  struct Opened {
    fileprivate var levels = ShortStack<
      (way: LeafWay, model: OpenPlace, child: OpenChild)
    >()

    /// Closes the children. Returns the commands of the updater with addresses relative to the model
    /// around the first part.
    mutating func close(_ commands: consuming [any Command]) -> [any Command] {
      var commands = commands
      while let (way, model, child) = levels.popLast() {
        way.part.close?(model, child)
        if commands.isEmpty { continue }
        commands = way.part.addressed(lift(commands, way.place), child.id)
      }
      return commands
    }
  }

  /// Opens all children on the way.
  ///
  /// - Returns: The address of the updater's model; `nil` if one of the children is not there. Then
  ///   nothing is open.
  func open(_ model: OpenPlace, _ opened: inout Opened) -> OpenPlace? {
    var (address, next) = (model, Optional(self))
    while let way = next {
      var index = 0
      guard let child = way.openPart(address, nil, &index) else {
        _ = opened.close([])
        return nil
      }
      opened.levels.append((way, address, child))
      (address, next) = (child.address + way.place.offset, way.next)
    }
    return address
  }

  /// Calls an updater with the address of its model if all children on the way are there.
  func update(
    _ model: OpenPlace, _ update: (OpenPlace) -> [any Command]
  ) -> [any Command] {
    var opened = Opened()
    guard let address = open(model, &opened) else { return [] }
    return opened.close(update(address))
  }
}

extension ModelPart {
  /// Returns the commands of a child with its address.
  func addressed(_ commands: [any Command], _ id: ScopeID?) -> [any Command] {
    if commands.isEmpty { return commands }
    let step = AnyAddress.Step(part: name, id: id)
    return Katana.addressed(commands, [step], scopes: isScope ? 1 : 0)
  }
}
