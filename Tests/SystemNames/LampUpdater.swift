public import Katana

// A feature whose other half stands in `Tests/NameTests`, which imports this module.

/// A lamp.
public struct Lamp: Model, Equatable {
  /// Whether it shines.
  public var isOn = false

  /// Makes a lamp.
  public init() {}
}

/// What switches the lamp.
public struct Switched: Message {
  /// Makes the message.
  public init() {}
}

/// Switches the lamp.
public struct LampUpdater: TypedUpdater {
  /// Makes the updater.
  public init() {}

  /// Switches the lamp.
  public func update(model: inout Lamp, message: Switched) -> [any Command] {
    model.isOn.toggle()
    return []
  }
}
