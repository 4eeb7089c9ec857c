/// One updater and the part of the model it works on, for ``CombinedUpdater``.
///
/// Each kind of part is a static function: `.full`, `.slice`, `.optional`, `.case`, `.each`.
public struct UpdaterPart<TypedModel>: Sendable {
  // Not inside `CombinedUpdater`, and not for models only: to make an array of parts, the system would look
  // for the model's conformance among all conformances of the app, 0.1 ms for each combined updater of a
  // large one. For the same reason the functions can be inlined as far as their generic parameters go.
  let entries: [UpdateEntry]
}

extension UpdaterPart where TypedModel: Model {
  /// An updater for the whole model.
  @inlinable
  public static func full(_ updater: some Updater<TypedModel>) -> Self { Self(updater.routes) }

  /// An updater for a part of the model that is always there.
  ///
  /// A key path of stored properties changes the part in place. One with a computed step copies
  /// what the step returns; use ``slice(named:_:change:)`` for those.
  @inlinable
  public static func slice<Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Child> & Sendable, _ updater: some Updater<Child>
  ) -> Self {
    child(.slice(keyPath), updater)
  }

  /// An updater for a part that a closure changes in place, for paths that are not stored
  /// properties.
  ///
  /// ```swift
  /// .slice(named: "first", of: First.self, FirstUpdater()) { model, change in change(&model.all[0]) }
  /// ```
  ///
  /// The closure must call `change` at most once; if it does not, the message passes the part by.
  @inlinable
  public static func slice<Child: Model>(
    named name: String, of type: Child.Type = Child.self, _ updater: some Updater<Child>,
    change: @escaping @Sendable (inout TypedModel, (inout Child) -> Void) -> Void
  ) -> Self {
    child(.closure(name: name, change: change), updater)
  }

  /// An updater for a value that comes and goes, such as a sheet; it runs only while there is one.
  ///
  /// The value is a ``Scope``: what its commands and subscriptions send comes back to it, and to no
  /// other value that takes its place later.
  @inlinable
  public static func optional<Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Child?> & Sendable, _ updater: some Updater<Child>
  ) -> Self {
    child(.optional(keyPath, identify: nil), updater)
  }

  /// An updater for an identified value that comes and goes; it runs only while there is one.
  ///
  /// As the optional part for values without an identity, but a value that is replaced by one with
  /// another `id` within one update is noticed too.
  @inlinable
  public static func optional<Child: Model & Identifiable>(
    _ keyPath: WritableKeyPath<TypedModel, Child?> & Sendable, _ updater: some Updater<Child>
  ) -> Self where Child.ID: Sendable {
    child(.optional(keyPath, identify: { ScopeID($0.id) }), updater)
  }

  /// An updater for the payload of one case of an enum; it runs only while the enum is in that case.
  ///
  /// ```swift
  /// .case(\.screen, EnumCase("details", Screen.details) { if case .details(let it) = $0 { it } else { nil } },
  ///   DetailsUpdater())
  /// ```
  ///
  /// The payload is a ``Scope``, as the value of an optional part is. It is changed without a copy.
  @inlinable
  public static func `case`<Whole: Sendable, Child: Model>(
    _ keyPath: WritableKeyPath<TypedModel, Whole> & Sendable, _ enumCase: EnumCase<Whole, Child>,
    _ updater: some Updater<Child>
  ) -> Self {
    child(.enumCase(keyPath, enumCase), updater)
  }

  /// An updater for each element of a collection; an element is found by its `id`.
  ///
  /// Each element is a ``Scope``: what its commands and subscriptions send comes back to it wherever
  /// it stands by then, and to nothing if it was removed. An element hears only what is addressed to
  /// it; see ``Message/in(_:id:)``.
  ///
  /// Looks at one element after the other; for a collection that finds its elements at once, see
  /// ``IdentifiedCollection``.
  @inlinable
  public static func each<Elements>(
    _ keyPath: WritableKeyPath<TypedModel, Elements> & Sendable,
    _ updater: some Updater<Elements.Element>
  ) -> Self
  where
    Elements: MutableCollection & Sendable, Elements.Element: Model & Identifiable,
    Elements.Element.ID: Sendable
  {
    each(keyPath, updater) { elements, id in elements.firstIndex { $0.id == id } }
  }

  /// An updater for each element of a collection that finds its elements at once.
  ///
  /// The same as for other collections, but the cost does not grow with the number of elements. In
  /// debug builds, an element with another `id` than asked for stops the program.
  @inlinable
  public static func each<Elements>(
    _ keyPath: WritableKeyPath<TypedModel, Elements> & Sendable,
    _ updater: some Updater<Elements.Element>
  ) -> Self
  where
    Elements: IdentifiedCollection & MutableCollection & Sendable,
    Elements.Element: Model & Identifiable, Elements.Element.ID: Sendable
  {
    each(keyPath, updater) { elements, id in
      let index = elements.index(ofID: id)
      assert(
        index.map { elements[$0].id == id } ?? true,
        "index(ofID: \(id)) of \(Elements.self) gives the place of another element")
      return index
    }
  }

  @inlinable
  static func each<Elements>(
    _ keyPath: WritableKeyPath<TypedModel, Elements> & Sendable,
    _ updater: some Updater<Elements.Element>,
    find: @escaping @Sendable (Elements, Elements.Element.ID) -> Elements.Index?
  ) -> Self
  where
    Elements: MutableCollection & Sendable, Elements.Element: Model & Identifiable,
    Elements.Element.ID: Sendable
  {
    child(.each(keyPath, find: find), updater)
  }

  @inlinable
  static func child<Child: Model>(_ part: ModelPart, _ updater: some Updater<Child>) -> Self {
    Self(part, updater.routes)
  }

  @usableFromInline
  init(_ routes: UpdateRoutes<TypedModel>) { entries = routes.entries }

  @usableFromInline
  init<Child: Model>(_ part: ModelPart, _ routes: UpdateRoutes<Child>) {
    entries = [.child(part, routes.router)]
  }
}
