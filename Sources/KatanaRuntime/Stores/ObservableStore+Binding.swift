#if canImport(SwiftUI)
  public import Katana
  public import SwiftUI

  // Bindings for the views of SwiftUI. What they do stands in `ObservableStore+Presented.swift`,
  // which every system compiles and tests. The closures name the main actor, because `Binding` takes
  // functions that may run anywhere.

  extension ObservableStore {
    /// Returns a binding that reads a property, and sends a message when the view sets a new value.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - message: Returns the message for a new value.
    public func binding<Value: Equatable & Sendable>(
      _ keyPath: KeyPath<AppModel, Value> & Sendable,
      dispatch message: @escaping @MainActor (Value) -> AppModel.Receives
    ) -> Binding<Value> {
      Binding(
        get: { @MainActor in self[dynamicMember: keyPath] },
        set: { @MainActor in self.dispatch(message($0)) })
    }

    /// Returns a binding for `.sheet(item:)` and its like: the store of a child as long as the model
    /// has it. When the person closes it, the child receives ``Katana/Dismissed``.
    ///
    /// A child with another `id` is another item, so its sheet replaces the first.
    public func presented<Child: Model & Identifiable>(
      _ address: Address<AppModel, Child>
    ) -> Binding<ObservableChild<Child>?> where Child.ID: Sendable {
      let shown = presentedChild(at: address)
      return Binding(
        get: { @MainActor in self.presentedChild(at: address) },
        set: { @MainActor in if $0 == nil { shown?.dismiss() } })
    }

    /// Returns a binding for `.alert(_:isPresented:)` and its like: whether the model has a child.
    /// When the person closes it, the child receives ``Katana/Dismissed``.
    public func isPresented<Child: Model>(_ address: Address<AppModel, Child>) -> Binding<Bool> {
      presence(
        of: { self.hasChild(at: address) }, dismiss: { self.dispatch(Dismissed().to(address)) })
    }

    /// Returns a binding for `.alert(_:isPresented:presenting:)` and its like: whether an optional
    /// value of the model, which is no child, is there. When the person closes it, the message is
    /// sent.
    public func isPresented<Value: Equatable & Sendable>(
      _ keyPath: KeyPath<AppModel, Value?> & Sendable, dispatch message: AppModel.Receives
    ) -> Binding<Bool> {
      presence(
        of: { self[dynamicMember: keyPath] != nil }, dismiss: { self.dispatch(message) })
    }

    /// Returns a binding for `.alert(_:isPresented:)` and its like: a `Bool` of the model. When the
    /// person closes it, the message is sent.
    public func isPresented(
      _ keyPath: KeyPath<AppModel, Bool> & Sendable, dispatch message: AppModel.Receives
    ) -> Binding<Bool> {
      presence(of: { self[dynamicMember: keyPath] }, dismiss: { self.dispatch(message) })
    }

    /// Returns a binding for `NavigationStack(path:)`: the `id`s of the screens in a collection, which
    /// is an `.each` part. When the person goes back, the screens that leave receive
    /// ``Katana/Dismissed``, the last one first.
    ///
    /// ```swift
    /// NavigationStack(path: store.path(\.path)) {
    ///   ListView(store: store).navigationDestination(for: Int.self) { id in
    ///     if let screen = store[App.at.path[id]] { ScreenView(screen: screen) }
    ///   }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - screens: The collection.
    ///   - message: Returns the message for a value that a `NavigationLink(value:)` pushes. Without
    ///     it, only messages push screens.
    public func path<Screens: Collection>(
      _ screens: WritableKeyPath<AppModel, Screens> & Sendable,
      pushed message: (@MainActor (Screens.Element.ID) -> AppModel.Receives)? = nil
    ) -> Binding<[Screens.Element.ID]>
    where Screens.Element: Model & Identifiable, Screens.Element.ID: Sendable {
      stack(
        of: { self.ids(of: screens) },
        pop: { self.pop(AppModel.at[dynamicMember: screens], from: $0, to: $1) },
        pushed: message, send: { self.dispatch($0) })
    }
  }

  extension ObservableChild {
    /// Returns a binding that reads a property of the child, and sends the child a message when the
    /// view sets a new value. When the child is gone, the binding keeps the last value.
    ///
    /// - Parameters:
    ///   - keyPath: The property of the child.
    ///   - message: Returns the message for a new value.
    public func binding<Value: Equatable & Sendable>(
      _ keyPath: KeyPath<Child, Value> & Sendable,
      dispatch message: @escaping @MainActor (Value) -> Child.Receives
    ) -> Binding<Value> {
      Binding(
        get: { @MainActor in self[dynamicMember: keyPath] },
        set: { @MainActor in self.dispatch(message($0)) })
    }

    /// Returns a binding for a sheet that the child presents; see ``ObservableStore/presented(_:)``.
    public func presented<Inner: Model & Identifiable>(
      _ inner: Address<Child, Inner>
    ) -> Binding<ObservableChild<Inner>?> where Inner.ID: Sendable {
      let shown = presentedChild(at: inner)
      return Binding(
        get: { @MainActor in self.presentedChild(at: inner) },
        set: { @MainActor in if $0 == nil { shown?.dismiss() } })
    }

    /// Returns a binding for an alert that the child presents; see ``ObservableStore/isPresented(_:)``.
    public func isPresented<Inner: Model>(_ inner: Address<Child, Inner>) -> Binding<Bool> {
      presence(
        of: { self.hasChild(at: inner) }, dismiss: { self.send(Dismissed(), to: inner.anyAddress) })
    }

    /// Returns a binding for an alert about an optional value of the child; see
    /// ``ObservableStore/isPresented(_:dispatch:)``.
    public func isPresented<Value: Equatable & Sendable>(
      _ keyPath: KeyPath<Child, Value?> & Sendable, dispatch message: Child.Receives
    ) -> Binding<Bool> {
      presence(
        of: { self[dynamicMember: keyPath] != nil }, dismiss: { self.dispatch(message) })
    }

    /// Returns a binding for an alert about a `Bool` of the child; see
    /// ``ObservableStore/isPresented(_:dispatch:)``.
    public func isPresented(
      _ keyPath: KeyPath<Child, Bool> & Sendable, dispatch message: Child.Receives
    ) -> Binding<Bool> {
      presence(of: { self[dynamicMember: keyPath] }, dismiss: { self.dispatch(message) })
    }

    /// Returns a binding for a stack that the child has; see ``ObservableStore/path(_:pushed:)``.
    public func path<Screens: Collection>(
      _ screens: WritableKeyPath<Child, Screens> & Sendable,
      pushed message: (@MainActor (Screens.Element.ID) -> Child.Receives)? = nil
    ) -> Binding<[Screens.Element.ID]>
    where Screens.Element: Model & Identifiable, Screens.Element.ID: Sendable {
      stack(
        of: { self.ids(of: screens) },
        pop: { self.pop(Child.at[dynamicMember: screens], from: $0, to: $1) },
        pushed: message, send: { self.dispatch($0) })
    }
  }

  // Both read their value at once, so that a change of it is one for the view that makes the binding.

  /// The binding of something that is there or not. A view may say twice that it is closed.
  @MainActor private func presence(
    of isThere: @escaping @MainActor () -> Bool, dismiss: @escaping @MainActor () -> Void
  ) -> Binding<Bool> {
    _ = isThere()
    return Binding(
      get: { @MainActor in isThere() },
      set: { @MainActor in if !$0 && isThere() { dismiss() } })
  }

  /// The binding of the `id`s of screens. `pop` receives the old and the new ones.
  @MainActor private func stack<ID: Hashable & Sendable, M>(
    of ids: @escaping @MainActor () -> [ID], pop: @escaping @MainActor ([ID], [ID]) -> Void,
    pushed message: (@MainActor (ID) -> M)?, send: @escaping @MainActor (M) -> Void
  ) -> Binding<[ID]> {
    _ = ids()
    return Binding(
      get: { @MainActor in ids() },
      set: { @MainActor new in
        let old = ids()
        pop(old, new)
        for id in new where !old.contains(id) {
          if let message { send(message(id)) } else { assertNoPush(of: id) }
        }
      })
  }

  private func assertNoPush(of id: some Sendable) {
    assertionFailure(
      "A NavigationLink pushed \(id), and the path cannot make a screen of it. To fix this, send a"
        + " message that appends the screen, or give `path` a message for it: `pushed:`.")
  }
#endif
