// Each function below opens a scope. The last argument of each listens to the child: it is called
// after the child has handled a message of its own type, `Child.Receives`, may change the parent's
// model, and returns further commands. It is never called for a child that is not there.

extension FeaturePart where TypedModel: Model {
  /// A feature of a value that comes and goes, such as a sheet; it runs only while there is one.
  ///
  /// The value is a ``Scope``: what its commands and subscriptions send comes back to it, and to no
  /// other value that takes its place after it was absent.
  ///
  /// - Parameters:
  ///   - keyPath: Leads to the value.
  ///   - feature: What works on it.
  ///   - onLeave: What becomes of its commands when it is gone.
  ///   - listener: Called after the value has handled a message of its own type.
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

  /// A feature of an identified value that comes and goes.
  ///
  /// A value with another `id` is another child, also when it replaces the first one within one
  /// update.
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

  /// A feature of a value that comes and goes, and that says itself when it is another one:
  /// whenever the property `id` has another value.
  ///
  /// - Parameter id: Such as a number that grows each time the sheet is presented.
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

  /// A feature of the payload of one case of an enum; it runs only while the enum is in that case.
  ///
  /// ```swift
  /// .case(\.screen, Screen.detailsCase, DetailsUpdater())
  /// ```
  ///
  /// The payload is a ``Scope``, as the value of an optional part is. It is changed without a copy.
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

  /// A feature of the identified payload of one case; one with another `id` is another child.
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

  /// A feature of the payload of one case that says itself when it is another one; see
  /// ``optional(_:id:_:onLeave:listener:)``.
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

  /// A feature of the payload of one case of a model that is an enum itself.
  @inlinable
  public static func `case`<Child: Model>(
    _ enumCase: EnumCase<TypedModel, Child>, _ feature: some Feature<Child>,
    onLeave: OnLeave = .keep,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self {
    `case`(\TypedModel.self, enumCase, feature, onLeave: onLeave, listener: listener)
  }

  /// A feature of the identified payload of one case of a model that is an enum itself.
  @inlinable
  public static func `case`<Child: Model & Identifiable>(
    _ enumCase: EnumCase<TypedModel, Child>, _ feature: some Feature<Child>,
    onLeave: OnLeave = .keep,
    listener: (@Sendable (inout TypedModel, Child.Receives) -> [any Command])? = nil
  ) -> Self where Child.ID: Sendable {
    `case`(\TypedModel.self, enumCase, feature, onLeave: onLeave, listener: listener)
  }

  /// A feature of each element of a collection; an element is found by its `id`.
  ///
  /// Each element is a ``Scope``: what its commands and subscriptions send comes back to it
  /// wherever it stands by then, and to nothing if it was removed. An element receives only what is
  /// addressed to it.
  ///
  /// - Parameters:
  ///   - keyPath: Leads to the collection.
  ///   - feature: What works on an element.
  ///   - onLeave: What becomes of the commands of an element that is gone.
  ///   - listener: Called after an element has handled a message of its own type, with its `id`.
  /// - Complexity: Looks at one element after the other. An ``IdentifiedCollection``, such as
  ///   ``IdentifiedArray``, finds its elements in constant time.
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
    each(
      keyPath, feature, onLeave, listener, findsAtOnce: false,
      find: { elements, id in elements.firstIndex { $0.id == id } }, remove: nil)
  }

  /// A feature of each element of a collection from which elements can be removed; so an element
  /// can return ``Dismiss``.
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
    each(
      keyPath, feature, onLeave, listener, findsAtOnce: false,
      find: { elements, id in elements.firstIndex { $0.id == id } },
      remove: { elements, index in elements.remove(at: index) })
  }

  /// A feature of each element of a collection that finds its elements in constant time.
  ///
  /// In debug builds, an element with another `id` than asked for stops the program.
  @inlinable
  public static func each<Elements>(
    _ keyPath: WritableKeyPath<TypedModel, Elements> & Sendable,
    _ feature: some Feature<Elements.Element>, onLeave: OnLeave = .keep,
    listener: (
      @Sendable (inout TypedModel, Elements.Element.ID, Elements.Element.Receives) -> [any Command]
    )? = nil
  ) -> Self
  where
    Elements: IdentifiedCollection & MutableCollection & Sendable,
    Elements.Element: Model & Identifiable, Elements.Element.ID: Sendable
  {
    each(
      keyPath, feature, onLeave, listener, findsAtOnce: true,
      find: { elements, id in identified(id, in: elements) }, remove: nil)
  }

  /// A feature of each element of an identified array.
  @inlinable
  public static func each<Element: Model & Identifiable>(
    _ keyPath: WritableKeyPath<TypedModel, IdentifiedArray<Element>> & Sendable,
    _ feature: some Feature<Element>, onLeave: OnLeave = .keep,
    listener: (
      @Sendable (inout TypedModel, Element.ID, Element.Receives) -> [any Command]
    )? = nil
  ) -> Self where Element.ID: Sendable {
    each(
      keyPath, feature, onLeave, listener, findsAtOnce: true,
      find: { elements, id in elements.index(ofID: id) },
      remove: { elements, index in elements.remove(at: index) })
  }

  @inlinable
  static func each<Elements>(
    _ keyPath: WritableKeyPath<TypedModel, Elements> & Sendable,
    _ feature: some Feature<Elements.Element>, _ onLeave: OnLeave,
    _ listener: (
      @Sendable (inout TypedModel, Elements.Element.ID, Elements.Element.Receives) -> [any Command]
    )?, findsAtOnce: Bool,
    find: @escaping @Sendable (Elements, Elements.Element.ID) -> Elements.Index?,
    remove: (@Sendable (inout Elements, Elements.Index) -> Void)?
  ) -> Self
  where
    Elements: MutableCollection & Sendable, Elements.Element: Model & Identifiable,
    Elements.Element.ID: Sendable
  {
    scope(
      .each(
        keyPath, onLeave: onLeave, findsAtOnce: findsAtOnce, find: find, remove: remove), feature,
      withID(listener))
  }
}

/// A listener that is not told which child sent.
@inlinable
func withoutID<Whole, M>(
  _ listener: (@Sendable (inout Whole, M) -> [any Command])?
) -> (@Sendable (inout Whole, ScopeID?, M) -> [any Command])? {
  guard let listener else { return nil }
  return { model, _, message in listener(&model, message) }
}

/// A listener that is told the `id` of an element.
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

/// The index of an element by its `id`, checked in debug builds.
@inlinable
func identified<Elements: IdentifiedCollection>(
  _ id: Elements.Element.ID, in elements: Elements
) -> Elements.Index? {
  let index = elements.index(ofID: id)
  assert(
    index.map { elements[$0].id == id } ?? true,
    "index(ofID: \(id)) of \(Elements.self) gives the place of another element")
  return index
}

extension FeaturePart where TypedModel: Model {
  /// Listens to all children, grandchildren and so on that are models of a type.
  ///
  /// Called after such a child has handled a message of its own type, the innermost listener first,
  /// wherever the part is written; never for a child that is not there. Of a slice of the model
  /// itself, messages without an address are heard too.
  ///
  /// - Parameters:
  ///   - child: The type of the children.
  ///   - listener: Is given the model, the address of the child as seen from the model, and the
  ///     message; may change the model, and returns further commands.
  public static func listen<Child: Model>(
    any child: Child.Type,
    _ listener:
      @escaping @Sendable (
        _ model: inout TypedModel, _ child: Address<TypedModel, Child>, _ message: Child.Receives
      ) -> [any Command]
  ) -> Self {
    Self([
      .listener(
        Listener(
          place: .descendants(child), message: MessageKind(Child.Receives.self),
          model: TypedModel.self,
          hear: { model, _, scope, message in
            let address = Address<TypedModel, Child>(scope.steps)
            return listener(
              &model.assumingMemoryBound(to: TypedModel.self).pointee, address,
              message.assumingMemoryBound(to: Child.Receives.self).pointee)
          }))
    ])
  }

  /// Listens to messages of another type that a child in a part handles, such as a ``MessageTo``
  /// the child, or ``Dismissed``.
  ///
  /// - Parameters:
  ///   - address: The child, or `.all` elements of a collection; `id`s make no difference.
  ///   - message: The type of the messages.
  ///   - listener: As with ``listen(any:_:)``.
  public static func listen<Child: Model, M: Message>(
    to address: Address<TypedModel, Child>, _ message: M.Type,
    _ listener:
      @escaping @Sendable (
        _ model: inout TypedModel, _ child: Address<TypedModel, Child>, _ message: M
      ) -> [any Command]
  ) -> Self {
    Self([
      .listener(
        Listener(
          place: .parts(address.scope.parts), message: MessageKind(M.self),
          model: TypedModel.self,
          hear: { model, _, scope, message in
            let address = Address<TypedModel, Child>(scope.steps)
            return listener(
              &model.assumingMemoryBound(to: TypedModel.self).pointee, address,
              message.assumingMemoryBound(to: M.self).pointee)
          }))
    ])
  }
}
