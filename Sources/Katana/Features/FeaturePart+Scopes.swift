// The parts that open a scope, and parts that only listen. The closure that is the last argument of
// such a part is a listener: it is called after a child has handled a message of the type
// `Child.Receives`. It may change the parent's model, and returns further commands. It is never
// called for a child that is not in the model.

extension FeaturePart where TypedModel: Model {
  /// Returns a part with a feature of a property that is always there, as a child with an address.
  ///
  /// The part opens a scope: messages from the commands and subscriptions of the child return to
  /// that child. So one feature may stand in several properties, each of which is a child of its own:
  ///
  /// ```swift
  /// CombinedUpdater<Browser>([.child(\.left, tab), .child(\.right, tab)])
  /// runtime.dispatch(.reloadTapped, to: Browser.at.left)
  /// ```
  ///
  /// A message without an address does not reach the child. For a feature whose messages need no
  /// address, use `.slice`.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the child.
  ///   - feature: The feature that works on the child.
  ///   - listener: Is called after the child has handled a message of the type that it states as
  ///     ``Model/Receives``. May change the model, and returns further commands.
  @inlinable
  public static func child<Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Child> & Sendable, _ feature: some Feature<Child>,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self {
    scope(.property(keyPath, isChild: true), feature, withoutID(listener))
  }

  /// Returns a part with a feature of an optional value, such as a sheet.
  ///
  /// The feature runs only while there is a value. The part opens a scope: messages from the
  /// commands and subscriptions of the value return to that value. They never reach a value that is
  /// set later, after the property was `nil`.
  ///
  /// A value that replaces another one within a single update counts as the same child. If it must
  /// count as another child, make it `Identifiable` or use ``optional(_:id:_:onLeave:listener:)``.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the optional value.
  ///   - feature: The feature that works on the value.
  ///   - onLeave: What happens to the commands of the value when the value is gone.
  ///   - listener: Is called after the value has handled a message of the type that it states as
  ///     ``Model/Receives``. May change the model, and returns further commands.
  @_disfavoredOverload  // So that compile errors name the types, not "no exact matches".
  @inlinable
  public static func optional<Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Child?> & Sendable, _ feature: some Feature<Child>,
    onLeave: OnLeave = .keep,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self {
    scope(
      .optional(keyPath, onLeave: onLeave, identify: nil), feature,
      withoutID(listener))
  }

  /// Returns a part with a feature of an optional value that is `Identifiable`.
  ///
  /// A value with another `id` is another child, even if it replaces the first value within a
  /// single update. Then messages from the commands of the first value do not reach the second.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the optional value.
  ///   - feature: The feature that works on the value.
  ///   - onLeave: What happens to the commands of the value when the value is gone.
  ///   - listener: Is called after the value has handled a message of the type that it states as
  ///     ``Model/Receives``. May change the model, and returns further commands.
  @inlinable
  public static func optional<Child: Model & Identifiable>(
    _ keyPath: WritableKeyPath<TypedModel, Child?> & Sendable, _ feature: some Feature<Child>,
    onLeave: OnLeave = .keep,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self where Child.ID: Sendable {
    scope(
      .optional(keyPath, onLeave: onLeave, idType: Child.ID.self, identify: { ScopeID($0.id) }),
      feature,
      withoutID(listener))
  }

  /// Returns a part with a feature of an optional value, which a property identifies.
  ///
  /// A value in which that property differs is another child, even if it replaces the first value
  /// within a single update.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the optional value.
  ///   - id: The property that identifies the value, such as a number that grows each time a sheet
  ///     is presented.
  ///   - feature: The feature that works on the value.
  ///   - onLeave: What happens to the commands of the value when the value is gone.
  ///   - listener: Is called after the value has handled a message of the type that it states as
  ///     ``Model/Receives``. May change the model, and returns further commands.
  @inlinable
  public static func optional<Child: Model, ID: Hashable & Sendable>(
    _ keyPath: WritableKeyPath<TypedModel, Child?> & Sendable,
    id: KeyPath<Child, ID> & Sendable, _ feature: some Feature<Child>, onLeave: OnLeave = .keep,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self {
    scope(
      .optional(keyPath, onLeave: onLeave, idType: ID.self, identify: { ScopeID($0[keyPath: id]) }),
      feature,
      withoutID(listener))
  }

  /// Returns a part with a feature of the payload of one case of an enum.
  ///
  /// ```swift
  /// .case(\.screen, Screen.detailsCase, DetailsUpdater())
  /// ```
  ///
  /// The feature runs only while the enum is in that case. The part opens a scope: messages
  /// from the commands and subscriptions of the payload return to that payload. The payload is
  /// changed without a copy. A payload cannot remove itself by ``Dismiss`` if the enum needs another
  /// value; let the listener choose it. If the enum is the value of an `.optional`, that becomes
  /// `nil`.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the enum.
  ///   - enumCase: The case.
  ///   - feature: The feature that works on the payload.
  ///   - onLeave: What happens to the commands of the payload when the enum leaves the case.
  ///   - listener: Is called after the payload has handled a message of the type that it states as
  ///     ``Model/Receives``. May change the model, and returns further commands.
  @inlinable
  public static func `case`<Whole: Sendable, Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Whole> & Sendable, _ enumCase: EnumCase<Whole, Child>,
    _ feature: some Feature<Child>, onLeave: OnLeave = .keep,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self {
    scope(
      .enumCase(keyPath, enumCase, onLeave: onLeave, identify: nil), feature,
      withoutID(listener))
  }

  /// Returns a part with a feature of the payload of one case, where the payload is `Identifiable`.
  ///
  /// A payload with another `id` is another child, even if it replaces the first payload within a
  /// single update.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the enum.
  ///   - enumCase: The case.
  ///   - feature: The feature that works on the payload.
  ///   - onLeave: What happens to the commands of the payload when the payload is gone.
  ///   - listener: Is called after the payload has handled a message of the type that it states as
  ///     ``Model/Receives``. May change the model, and returns further commands.
  @inlinable
  public static func `case`<Whole: Sendable, Child: Model & Identifiable>(
    _ keyPath: WritableKeyPath<TypedModel, Whole> & Sendable, _ enumCase: EnumCase<Whole, Child>,
    _ feature: some Feature<Child>, onLeave: OnLeave = .keep,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self where Child.ID: Sendable {
    scope(
      .enumCase(
        keyPath, enumCase, onLeave: onLeave, idType: Child.ID.self, identify: { ScopeID($0.id) }),
      feature,
      withoutID(listener))
  }

  /// Returns a part with a feature of the payload of one case, which a property identifies.
  ///
  /// A payload in which that property differs is another child, even if it replaces the first
  /// payload within a single update.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the enum.
  ///   - enumCase: The case.
  ///   - id: The property that identifies the payload.
  ///   - feature: The feature that works on the payload.
  ///   - onLeave: What happens to the commands of the payload when the payload is gone.
  ///   - listener: Is called after the payload has handled a message of the type that it states as
  ///     ``Model/Receives``. May change the model, and returns further commands.
  @inlinable
  public static func `case`<Whole: Sendable, Child: Model, ID: Hashable & Sendable>(
    _ keyPath: WritableKeyPath<TypedModel, Whole> & Sendable, _ enumCase: EnumCase<Whole, Child>,
    id: KeyPath<Child, ID> & Sendable, _ feature: some Feature<Child>, onLeave: OnLeave = .keep,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self {
    scope(
      .enumCase(
        keyPath, enumCase, onLeave: onLeave, idType: ID.self, identify: { ScopeID($0[keyPath: id]) }
      ),
      feature,
      withoutID(listener))
  }

  /// Returns a part with a feature of the payload of one case, for a model that is an enum itself.
  ///
  /// - Parameters:
  ///   - enumCase: A case of the model.
  ///   - feature: The feature that works on the payload.
  ///   - onLeave: What happens to the commands of the payload when the model leaves the case.
  ///   - listener: Is called after the payload has handled a message of the type that it states as
  ///     ``Model/Receives``. May change the model, and returns further commands.
  @inlinable
  public static func `case`<Child: Model>(
    _ enumCase: EnumCase<TypedModel, Child>, _ feature: some Feature<Child>,
    onLeave: OnLeave = .keep,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self {
    `case`(\TypedModel.self, enumCase, feature, onLeave: onLeave, listener: listener)
  }

  /// Returns a part with a feature of the `Identifiable` payload of one case, for a model that is
  /// an enum itself.
  ///
  /// A payload with another `id` is another child, even if it replaces the first payload within a
  /// single update.
  ///
  /// - Parameters:
  ///   - enumCase: A case of the model.
  ///   - feature: The feature that works on the payload.
  ///   - onLeave: What happens to the commands of the payload when the payload is gone.
  ///   - listener: Is called after the payload has handled a message of the type that it states as
  ///     ``Model/Receives``. May change the model, and returns further commands.
  @inlinable
  public static func `case`<Child: Model & Identifiable>(
    _ enumCase: EnumCase<TypedModel, Child>, _ feature: some Feature<Child>,
    onLeave: OnLeave = .keep,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self where Child.ID: Sendable {
    `case`(\TypedModel.self, enumCase, feature, onLeave: onLeave, listener: listener)
  }

  /// Returns a part with a feature of each element of a collection. An `id` identifies an element.
  ///
  /// Each element has its own scope: messages from its commands and subscriptions return to it,
  /// even if its position has changed. If the element was removed, they are dropped. An element
  /// receives only messages with its address.
  ///
  /// This function is for a collection that is not a `RangeReplaceableCollection`. Its elements
  /// cannot remove themselves by ``Dismiss``; let the listener remove them.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the collection.
  ///   - feature: The feature that works on each element.
  ///   - onLeave: What happens to the commands of an element that is gone.
  ///   - listener: Is called with the `id` of an element, after the element has handled a message
  ///     of the type that it states as ``Model/Receives``. May change the model, and returns
  ///     further commands.
  /// - Complexity: A message to an element takes O(*n*), where *n* is the number of elements. An
  ///   ``IdentifiedArray`` finds an element in constant time.
  @_disfavoredOverload  // As the first `optional`.
  @inlinable
  public static func each<Elements>(
    _ keyPath: WritableKeyPath<TypedModel, Elements> & Sendable,
    _ feature: some Feature<Elements.Element>, onLeave: OnLeave = .keep,
    listener: (
      @Sendable (inout TypedModel, Elements.Element.ID, Elements.Element.Receives) -> [any Command]
    )? = nil
  ) -> Self
  where
    Elements: MutableCollection & Sendable, Elements.Element: Model & Identifiable,
    Elements.Element.ID: Sendable
  {
    scope(
      .each(
        keyPath, onLeave: onLeave, findsAtOnce: false,
        find: { elements, id in elements.firstIndex { $0.id == id } }, remove: nil),
      feature, withID(listener))
  }

  /// Returns a part with a feature of each element of a collection that can remove elements.
  ///
  /// Each element has its own scope: messages from its commands and subscriptions return to it,
  /// even if its position has changed. If the element was removed, they are dropped. An element
  /// receives only messages with its address. It can remove itself by the command ``Dismiss``.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the collection.
  ///   - feature: The feature that works on each element.
  ///   - onLeave: What happens to the commands of an element that is gone.
  ///   - listener: Is called with the `id` of an element, after the element has handled a message
  ///     of the type that it states as ``Model/Receives``. May change the model, and returns
  ///     further commands.
  /// - Complexity: A message to an element takes O(*n*), where *n* is the number of elements. An
  ///   ``IdentifiedArray`` finds an element in constant time.
  @inlinable
  public static func each<Elements>(
    _ keyPath: WritableKeyPath<TypedModel, Elements> & Sendable,
    _ feature: some Feature<Elements.Element>, onLeave: OnLeave = .keep,
    listener: (
      @Sendable (inout TypedModel, Elements.Element.ID, Elements.Element.Receives) -> [any Command]
    )? = nil
  ) -> Self
  where
    Elements: MutableCollection & RangeReplaceableCollection & Sendable,
    Elements.Element: Model & Identifiable, Elements.Element.ID: Sendable
  {
    scope(
      .each(
        keyPath, onLeave: onLeave, findsAtOnce: false,
        find: { elements, id in elements.firstIndex { $0.id == id } },
        remove: { elements, index in elements.remove(at: index) }),
      feature, withID(listener))
  }

  /// Returns a part with a feature of each element of an ``IdentifiedArray``.
  ///
  /// Each element has its own scope: messages from its commands and subscriptions return to it,
  /// even if its position has changed. If the element was removed, they are dropped. An element
  /// receives only messages with its address. It is found in constant time, and can remove itself by the
  /// command ``Dismiss``.
  ///
  /// - Parameters:
  ///   - keyPath: The path from the model to the array.
  ///   - feature: The feature that works on each element.
  ///   - onLeave: What happens to the commands of an element that is gone.
  ///   - listener: Is called with the `id` of an element, after the element has handled a message
  ///     of the type that it states as ``Model/Receives``. May change the model, and returns
  ///     further commands.
  @inlinable
  public static func each<Element: Model & Identifiable>(
    _ keyPath: WritableKeyPath<TypedModel, IdentifiedArray<Element>> & Sendable,
    _ feature: some Feature<Element>, onLeave: OnLeave = .keep,
    listener: (
      @Sendable (inout TypedModel, Element.ID, Element.Receives) -> [any Command]
    )? = nil
  ) -> Self where Element.ID: Sendable {
    scope(
      .each(
        keyPath, onLeave: onLeave, findsAtOnce: true,
        find: { elements, id in elements.index(ofID: id) },
        remove: { elements, index in elements.remove(at: index) }),
      feature, withID(listener))
  }
}

/// Wraps a listener that does not receive the `id` of the child.
@inlinable
func withoutID<Whole, M>(
  _ listener: (@Sendable (inout Whole, M) -> [any Command])?
) -> (@Sendable (inout Whole, ScopeID?, M) -> [any Command])? {
  guard let listener else { return nil }
  return { model, _, message in listener(&model, message) }
}

/// Wraps a listener that receives the `id` of an element in its own type.
@inlinable
func withID<Whole, ID: Hashable & SendableMetatype, M>(
  _ listener: (@Sendable (inout Whole, ID, M) -> [any Command])?
) -> (@Sendable (inout Whole, ScopeID?, M) -> [any Command])? {
  guard let listener else { return nil }
  return { model, id, message in
    guard let id = id?.value(as: ID.self) else { return [] }
    return listener(&model, id, message)
  }
}

extension FeaturePart where TypedModel: Model {
  /// Returns a part that listens to all descendants of a type: children, their children, and so on.
  /// These are what the feature of the listener contains.
  ///
  /// The listener is called after a descendant has handled a message of the type that it states as
  /// ``Model/Receives``. It is not called for a message to a descendant that is not in the model.
  /// If several listeners apply, the innermost is called first, independent of their positions
  /// among the parts. An undo sends no message to descendants, so listen to its `UndoMessage` as well; see
  /// ``Feature/undoable(limit:recording:)``.
  ///
  /// A slice of the model also takes messages without an address. The listener is called for these
  /// only if the slice is a stored property, and not inside of a modified feature. For a slice of an
  /// element or an optional value, it is called only for messages with the slice's own address.
  ///
  /// - Parameters:
  ///   - child: The type of the descendants.
  ///   - listener: Receives the model, the address of the descendant relative to the model, and the
  ///     message. May change the model, and returns further commands. `model[child]` is the
  ///     descendant.
  public static func listen<Child: Model>(
    any child: Child.Type,
    _ listener:
      @escaping @Sendable (
        _ model: inout TypedModel, _ child: Address<TypedModel, Child>, _ message: Child.Receives
      ) -> [any Command]
  ) -> Self {
    listening(to: .ofType(child), listener)
  }

  /// Returns a part that listens to messages of one type to the child at an address.
  ///
  /// Use it for messages of another type than the child's ``Model/Receives``, such as a
  /// ``MessageTo`` the child, or ``Dismissed``. The listener is called after the child has handled
  /// the message. It is called only for messages with an address. It is not called for a message to
  /// a child that is not in the model. The type cannot be a ``GlobalMessage``, which has no address;
  /// the program stops then.
  ///
  /// - Parameters:
  ///   - address: The address of the part that holds the child. An `id` in the address is ignored.
  ///   - message: The type of the messages.
  ///   - listener: Receives the model, the address of the child relative to the model, and the
  ///     message. May change the model, and returns further commands. `model[child]` is the child.
  public static func listen<Child: Model, M: Message>(
    to address: Address<TypedModel, Child>, _ message: M.Type,
    _ listener:
      @escaping @Sendable (
        _ model: inout TypedModel, _ child: Address<TypedModel, Child>, _ message: M
      ) -> [any Command]
  ) -> Self {
    listening(to: address.anyAddress, listener)
  }

  /// Returns a part that listens to messages of one type to the elements of a collection: `App.at.rows`.
  ///
  /// Otherwise, this is as ``listen(to:_:_:)-(Address<TypedModel,Child>,_,_)``.
  public static func listen<Elements: Collection, M: Message>(
    to address: Address<TypedModel, Elements>, _ message: M.Type,
    _ listener:
      @escaping @Sendable (
        _ model: inout TypedModel, _ child: Address<TypedModel, Elements.Element>, _ message: M
      ) -> [any Command]
  ) -> Self where Elements.Element: Model & Identifiable {
    listening(to: address.anyAddress, listener)
  }

  private static func listening<Child: Model, M: Message>(
    to address: AnyAddress,
    _ listener:
      @escaping @Sendable (inout TypedModel, Address<TypedModel, Child>, M) -> [any Command]
  ) -> Self {
    precondition(
      !M.isGlobal,
      "listen(to:) never hears \(M.self): a GlobalMessage has no address. Take it with an updater in"
        + " a .full part.")
    let parts = address.parts.map { AnyAddress.Step(part: $0) }
    return listening(to: .at(AnyAddress(parts)), listener)
  }

  private static func listening<Child: Model, M: Message>(
    to children: Listener.Children,
    _ listener:
      @escaping @Sendable (inout TypedModel, Address<TypedModel, Child>, M) -> [any Command]
  ) -> Self {
    Self([
      .listener(
        Listener(
          children: children, message: M.self, parent: ModelPlace(model: TypedModel.self),
          handler: { model, _, child, message in
            listener(&model[as: TypedModel.self], Address(of: child), message[as: M.self])
          }))
    ])
  }
}
