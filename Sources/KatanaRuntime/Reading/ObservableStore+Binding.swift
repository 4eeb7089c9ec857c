#if canImport(SwiftUI)
  public import Katana
  public import SwiftUI

  // Not compiled on Linux, where SwiftUI does not exist. What it stands on is tested there:
  // `ObservableStoreTests` and `ObservableChildTests`.

  extension ObservableStore {
    /// A binding that reads a property and sends a message for a new value.
    public func binding<Value: Equatable & Sendable>(
      _ keyPath: KeyPath<AppModel, Value> & Sendable,
      send message: @escaping @MainActor (Value) -> any Message
    ) -> Binding<Value> {
      Binding(
        get: { self[dynamicMember: keyPath] },
        set: { self.dispatch(message($0) as any Message) })
    }
  }

  extension ObservableChild {
    /// A binding that reads a property of the child and sends it a message for a new value. After
    /// the child is gone, the binding keeps the last value.
    public func binding<Value: Equatable & Sendable>(
      _ keyPath: KeyPath<Child, Value> & Sendable,
      send message: @escaping @MainActor (Value) -> Child.Receives
    ) -> Binding<Value> {
      Binding(get: { self[dynamicMember: keyPath] }, set: { self.send(message($0)) })
    }
  }
#endif
