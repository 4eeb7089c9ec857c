package import Katana

// What a view presents while the model has it: a sheet, an alert, the screens of a stack. Here is
// all of it that needs no user interface, so that it is tested on every system.

extension ObservableStore {
  /// Whether the model has a child. Reading it is tracked.
  package func hasChild<Child: Model>(at address: Address<AppModel, Child>) -> Bool {
    self[dynamicMember: \AppModel.[identityAt: ChildPlace(address, runtime)]] != nil
  }

  /// The store of the child that has this address now, for as long as it is this child: one with
  /// another `id` gets another store. Reading it is tracked.
  package func presentedChild<Child: Model & Identifiable>(
    at address: Address<AppModel, Child>
  ) -> ObservableChild<Child>? where Child.ID: Sendable {
    let identity = self[dynamicMember: \AppModel.[identityAt: ChildPlace(address, runtime)]]
    guard let id = identity?.base as? Child.ID else { return nil }
    // A part that does not know the `id` has the address without it only.
    return self[address[id: id]] ?? self[address]
  }

  /// The `id`s of the elements of a collection. Reading them is tracked, and changes of the elements
  /// are no changes of the `id`s.
  package func ids<Screens: Collection>(
    of screens: KeyPath<AppModel, Screens> & Sendable
  ) -> [Screens.Element.ID] where Screens.Element: Identifiable {
    self[dynamicMember: \AppModel.[idsAt: screens]]
  }

  /// Removes the elements of a collection that are not among the new `id`s, the last one first.
  package func pop<Screens: Collection>(
    _ screens: Address<AppModel, Screens>, from old: [Screens.Element.ID],
    to new: [Screens.Element.ID]
  ) where Screens.Element: Model & Identifiable, Screens.Element.ID: Sendable {
    let kept = Set(new)
    for id in old.reversed() where !kept.contains(id) {
      dispatch(Dismissed().to(screens[id]))
    }
  }
}

extension ObservableChild {
  /// The `id`s of the elements of a collection; see ``ObservableStore/ids(of:)``.
  package func ids<Screens: Collection>(
    of screens: KeyPath<Child, Screens> & Sendable
  ) -> [Screens.Element.ID] where Screens.Element: Identifiable {
    self[dynamicMember: \Child.[idsAt: screens]]
  }

  /// Removes the elements of a collection that are not among the new `id`s, the last one first.
  package func pop<Screens: Collection>(
    _ screens: Address<Child, Screens>, from old: [Screens.Element.ID], to new: [Screens.Element.ID]
  ) where Screens.Element: Model & Identifiable, Screens.Element.ID: Sendable {
    let kept = Set(new)
    for id in old.reversed() where !kept.contains(id) {
      send(Dismissed(), to: screens[id].anyAddress)
    }
  }
}

// The type is a class on the main actor, so its conformance is one as well.
extension ObservableChild: @MainActor Identifiable where Child: Identifiable {
  /// The `id` of the child. Reading it is tracked.
  public var id: Child.ID { self[dynamicMember: \.id] }
}

/// Where the child with an address is in the model of an app.
struct ChildPlace<AppModel: Model, Child: Model>: Hashable, Sendable {
  private let address: AnyAddress
  private let router: Router

  init(_ address: Address<AppModel, Child>, _ runtime: Runtime<AppModel>) {
    self.address = address.anyAddress
    router = runtime.loop.router
  }

  /// The `id` of the child, or `true` if it has none; `nil` if the model does not have the child.
  func identity(in model: AppModel) -> AnyHashable? {
    var found: AnyHashable?
    withPlace(of: model) {
      router.look($0, address) { child in
        let child = child[as: Child.self]
        found = (child as? any Identifiable).map { id(of: $0) } ?? AnyHashable(true)
      }
    }
    return found
  }

  private func id(of child: some Identifiable) -> AnyHashable { AnyHashable(child.id) }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.address == rhs.address && lhs.router === rhs.router
  }

  func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

// Subscripts, so that their key paths are tracked as properties are.
extension Model {
  fileprivate subscript<Child: Model>(identityAt place: ChildPlace<Self, Child>) -> AnyHashable? {
    place.identity(in: self)
  }

  fileprivate subscript<Elements: Collection>(
    idsAt elements: KeyPath<Self, Elements> & Sendable
  ) -> [Elements.Element.ID] where Elements.Element: Identifiable {
    self[keyPath: elements].map(\.id)
  }
}
