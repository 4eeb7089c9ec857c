#if canImport(SwiftUI)
  public import Katana
  public import SwiftUI

  // Not compiled on Linux, where SwiftUI does not exist. The store and the child that it uses are
  // tested there: `ObservableStoreTests` and `ObservableChildTests`.

  extension ObservableStore {
    /// Returns a binding that reads a property, and sends a message when the view sets a new value.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - message: Returns the message for a new value.
    public func binding<Value: Equatable & Sendable>(
      _ keyPath: KeyPath<AppModel, Value> & Sendable,
      dispatch message: @escaping @MainActor (Value) -> any Message
    ) -> Binding<Value> {
      Binding(
        get: { self[dynamicMember: keyPath] },
        set: { self.dispatch(message($0) as any Message) })
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
      Binding(get: { self[dynamicMember: keyPath] }, set: { self.dispatch(message($0)) })
    }
  }
#endif
