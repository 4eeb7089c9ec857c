/// The listeners of a router's model, by the messages that they hear.
final class ListenerTable: Sendable {
  /// The listeners to messages of a type, in the order of the calls.
  private let byMessage: [ObjectIdentifier: [Listener]]
  /// The bytes that a message to a child of a part may change by its listeners, if some listen to it.
  private let byPart: [PartName: [ByteRange]]
  /// The same for each other part.
  private let ofOthers: [ByteRange]

  init(_ ofParts: [Listener], _ ofDescendants: [Listener]) {
    byMessage = Dictionary(grouping: ofParts + ofDescendants, by: { ObjectIdentifier($0.message) })
      .mapValues(\.innermostFirst)
    ofOthers = ofDescendants.map(\.parent.extent)
    byPart = Dictionary(grouping: ofParts, by: \.firstPart).reduce(into: [:]) { byPart, part in
      if let name = part.key { byPart[name] = (part.value + ofDescendants).map(\.parent.extent) }
    }
  }

  /// Returns whether a listener hears messages of a type.
  func hears(_ message: ObjectIdentifier) -> Bool { byMessage.index(forKey: message) != nil }

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
    if case .parts(let parts) = place { parts.first } else { nil }
  }
}
