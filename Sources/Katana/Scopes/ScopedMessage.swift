/// A message to or from a child: what `.optional`, `.case` and `.each` parts deliver.
///
/// The child's updater receives the bare ``message``. A parent may listen to its children with a
/// `TypedUpdater` whose `TypedMessage` is this type; the ``scope`` is then relative to the parent:
///
/// ```swift
/// func update(model: inout AppModel, message: ScopedMessage) -> [any Command] {
///   guard case (let id, .deleteTapped)? = message.from(\AppModel.rows, RowMessage.self) else { return [] }
///   model.rows.removeAll { $0.id == id }
///   return []
/// }
/// ```
public struct ScopedMessage: Message {
  /// The address of the child, relative to whoever receives this.
  public let scope: Scope
  /// What the child receives, or what it sent.
  public let message: any Message

  /// A message for the child at an address.
  public init(_ message: any Message, in scope: Scope) {
    if let scoped = ScopedMessage.unboxed(message) {
      self.scope = Scope(scope.steps + scoped.scope.steps)
      self.message = scoped.message
    } else {
      self.scope = scope
      self.message = message
    }
  }

  /// The message and its sender's `id`, if a direct child in this collection sent one of this type.
  public func from<Root, Elements: Collection, M: Message>(
    _ part: KeyPath<Root, Elements> & Sendable, _ type: M.Type = M.self
  ) -> (id: Elements.Element.ID, message: M)? where Elements.Element: Identifiable {
    guard let step = scope.steps.first, scope.steps.count == 1, step.part == .keyPath(part),
      let id = step.id?.value(as: Elements.Element.ID.self), let message = message as? M
    else { return nil }
    return (id, message)
  }

  /// The message, if the child in this optional value sent one of this type.
  public func from<Root, Child, M: Message>(
    _ part: KeyPath<Root, Child?> & Sendable, _ type: M.Type = M.self
  ) -> M? {
    guard scope.steps.count == 1, scope.steps[0].part == .keyPath(part) else { return nil }
    return message as? M
  }

  /// The message, if the child in this case of an enum sent one of this type.
  public func from<Root, Whole, M: Message>(
    _ part: KeyPath<Root, Whole> & Sendable, case name: String, _ type: M.Type = M.self
  ) -> M? {
    guard scope.steps.count == 1, scope.steps[0].part == .enumCase(part, name) else { return nil }
    return message as? M
  }

  /// The message as the child one step further in receives it.
  var inside: any Message {
    if scope.steps.count == 1 { return message }
    return ScopedMessage(message, in: Scope(Array(scope.steps.dropFirst())))
  }

  /// What is in the box around a message, if it is one of these: types are compared, since a cast takes ten
  /// times as long.
  package static func unboxed(_ message: any Message) -> ScopedMessage? {
    guard typeID(of: message) == ObjectIdentifier(ScopedMessage.self) else { return nil }
    return withPayload(of: message) { $0.load(as: ScopedMessage.self) }
  }
}
