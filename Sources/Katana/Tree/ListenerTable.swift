/// The listeners of a router's model, by the messages that they hear and the models of the children.
final class ListenerTable: Sendable {
  /// The listeners to messages of a type, by the type of the child's model, in the order of the calls.
  /// With `nil`, those to children at an address; they are also in the other lists.
  private let byMessage: [ObjectIdentifier: [ObjectIdentifier?: [Listener]]]
  /// The bytes that a message to a child of a part may change by its listeners, if some listen to it.
  private let byPart: [PartName: [ByteRange]]
  /// The same for each other part.
  private let ofOthers: [ByteRange]

  init(_ ofParts: [Listener], _ ofDescendants: [Listener]) {
    byMessage = Dictionary(grouping: ofParts + ofDescendants, by: \.message.id).mapValues { all in
      let ofModels = Dictionary(grouping: all, by: \.descendants)
      let ofParts = ofModels[nil] ?? []
      return Dictionary(
        uniqueKeysWithValues: ofModels.map { type, listeners in
          (type, (type == nil ? listeners : ofParts + listeners).innermostFirst)
        })
    }
    ofOthers = ofDescendants.map(\.parent.extent)
    byPart = Dictionary(grouping: ofParts, by: \.firstPart).reduce(into: [:]) { byPart, part in
      if let name = part.key { byPart[name] = (part.value + ofDescendants).map(\.parent.extent) }
    }
  }

  /// Returns whether a listener hears messages of a type.
  func hears(_ message: ObjectIdentifier) -> Bool { byMessage.index(forKey: message) != nil }

  /// Returns the listeners to messages of a type that may be called for a child.
  ///
  /// - Parameter target: The type of the child's model.
  func find(_ message: ObjectIdentifier, for target: ObjectIdentifier?) -> [Listener] {
    guard let all = byMessage[message] else { return [] }
    return all[target] ?? all[nil] ?? []
  }

  /// Returns whether there may be a listener to children of a part.
  func listens(to part: PartName) -> Bool { !ofOthers.isEmpty || byPart[part] != nil }

  /// Returns the bytes that the listeners to children of a part may write.
  func extents(_ part: PartName) -> [ByteRange] { byPart[part] ?? ofOthers }
}

extension Listener {
  /// The type of which it hears all descendants; `nil` if it hears children at an address.
  fileprivate var descendants: ObjectIdentifier? {
    if case .descendants(let type) = place { ObjectIdentifier(type) } else { nil }
  }

  /// The first part of that address.
  fileprivate var firstPart: PartName? {
    if case .parts(let parts) = place { parts.first } else { nil }
  }
}
