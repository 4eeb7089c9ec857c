import Katana
import Observation
import Synchronization

/// A property that was read from an ``ObservableStore`` or ``ObservableChild``, its *owner*, and the
/// state that detects its changes.
///
/// It is not generic, so that the list of properties is not either: code that is generic over the
/// model would look up the metadata of each type in each read, which takes most of the time.
@MainActor
class TrackedProperty {
  /// The offset of the property in the model, in bytes; `nil` if the property is computed.
  final let offset: Int?
  /// Whether this is a ``ComparedProperty``. Together with the key path, which has the types of the
  /// model and of the value, this determines the class.
  final let isCompared: Bool
  /// Whether the readers must be notified of a change that was taken.
  final var hasChanged = false

  init(offset: Int?, isCompared: Bool) {
    self.offset = offset
    self.isCompared = isCompared
  }

  /// Returns whether the property has changed since the last call.
  func takeChange(from model: ReadPlace) -> Bool { true }

  /// Notifies the readers of the property.
  func notify(_ registrar: ObservationRegistrar) {}
}

/// A property of an owner. As it is, it has no value to compare: every message counts as a change.
class ReadProperty<Owner: Observable & AnyObject, Value>: TrackedProperty {
  private unowned let owner: Owner
  /// The key path of the owner that reads the property. Cached, because composing a key path takes
  /// longer than the rest of a read.
  final let composed: KeyPath<Owner, Value>

  init(
    of owner: Owner, _ composed: KeyPath<Owner, Value>, offset: Int?, isCompared: Bool = false
  ) {
    (self.owner, self.composed) = (owner, composed)
    super.init(offset: offset, isCompared: isCompared)
  }

  final override func notify(_ registrar: ObservationRegistrar) {
    registrar.withMutation(of: owner, keyPath: composed) {}
  }
}

/// A property of an `Equatable` type.
final class ComparedProperty<
  Owner: Observable & AnyObject, Root: Model, Value: Equatable
>: ReadProperty<Owner, Value> {
  private let keyPath: KeyPath<Root, Value> & Sendable
  private var last: Value
  private var isReadAhead = false

  init(
    of owner: Owner, _ keyPath: KeyPath<Root, Value> & Sendable,
    _ composed: KeyPath<Owner, Value>, _ value: Value
  ) {
    self.keyPath = keyPath
    last = value
    super.init(
      of: owner, composed, offset: MemoryLayout<Root>.offset(of: keyPath), isCompared: true)
  }

  /// Returns the property of a model.
  func value(in model: ReadPlace) -> Value {
    if let offset { return (model + offset)[as: Value.self] }
    return model[as: Root.self][keyPath: keyPath]
  }

  /// Notes that a reader has received this value. If it is newer than the last comparison, the next
  /// comparison notifies the reader in any case, because the value may have changed back by then.
  func noteRead(_ value: Value) {
    if !isUnchanged(last, value) { isReadAhead = true }
  }

  override func takeChange(from model: ReadPlace) -> Bool {
    let value = value(in: model)
    // Stored even if it is equal: it may share its memory with the model, which makes the next
    // comparison short.
    defer { (last, isReadAhead) = (value, false) }
    return isReadAhead || !isUnchanged(last, value)
  }
}

/// A property whose changes are told to a function.
private final class ObservedProperty<Root: Model, Value: Equatable>: TrackedProperty {
  private let keyPath: KeyPath<Root, Value> & Sendable
  private var last: Value
  private let isOver: Wake.Flag
  private let body: @MainActor (Value) -> Void

  init(
    _ keyPath: KeyPath<Root, Value> & Sendable, _ value: Value, isOver: Wake.Flag,
    _ body: @escaping @MainActor (Value) -> Void
  ) {
    (self.keyPath, last, self.isOver, self.body) = (keyPath, value, isOver, body)
    super.init(offset: MemoryLayout<Root>.offset(of: keyPath), isCompared: true)
  }

  override func takeChange(from model: ReadPlace) -> Bool {
    let value =
      if let offset { (model + offset)[as: Value.self] } else {
        model[as: Root.self][keyPath: keyPath]
      }
    defer { last = value }
    return !isUnchanged(last, value)
  }

  override func notify(_ registrar: ObservationRegistrar) {
    if !isOver.isSet.load(ordering: .relaxed) { body(last) }
  }
}

/// The properties of an owner that were read, by their key paths.
@MainActor
struct TrackedProperties {
  private var properties: [Key: TrackedProperty] = [:]
  /// Those with a function that is told of their changes, in the order in which they were added.
  private var observed: [TrackedProperty] = []
  /// The properties by the identity of their key paths. A key path in the source is the same object
  /// each time, and hashing the key path itself is many times slower.
  private var known: [ObjectIdentifier: Known] = [:]

  /// A property may be read both as an `Equatable` one and as another one.
  private struct Key: Hashable {
    let keyPath: AnyKeyPath
    let isCompared: Bool
  }

  private struct Known {
    /// Held, so that its address is not used for another key path.
    let keyPath: AnyKeyPath
    let property: TrackedProperty
  }

  /// The largest number of `known` key paths. Beyond it they are forgotten, because key paths that
  /// are created anew for each read would fill the memory.
  private static let limit = 256

  /// Takes the changes of all properties. Returns whether readers must be notified.
  func takeChanges(from model: ReadPlace) -> Bool {
    var isChanged = false
    for property in properties.values where property.takeChange(from: model) {
      property.hasChanged = true
      isChanged = true
    }
    for property in observed where property.takeChange(from: model) {
      property.hasChanged = true
      isChanged = true
    }
    return isChanged
  }

  /// Notifies the readers of the properties whose changes were taken.
  func notify(_ registrar: ObservationRegistrar) {
    for property in properties.values where property.hasChanged {
      property.hasChanged = false
      property.notify(registrar)
    }
    for property in observed where property.hasChanged {
      property.hasChanged = false
      property.notify(registrar)
    }
  }

  /// Adds a function that is told of each later value. Its owner tells it the first one afterwards: it may
  /// read the owner, or send a message.
  ///
  /// - Parameter forget: Removes the property from the list of its owner.
  mutating func observe<Owner: AnyObject & Sendable, Root: Model, Value: Equatable>(
    _ owner: Owner, _ keyPath: KeyPath<Root, Value> & Sendable, _ value: Value,
    _ body: @escaping @MainActor (Value) -> Void,
    forget: @escaping @MainActor (Owner, TrackedProperty) -> Void
  ) -> ObservationToken {
    let isOver = Wake.Flag()
    let property = ObservedProperty(keyPath, value, isOver: isOver, body)
    observed.append(property)
    return ObservationToken { [weak owner] in
      isOver.isSet.store(true, ordering: .relaxed)
      // A token may be released on any thread.
      Task { @MainActor in if let owner { forget(owner, property) } }
    }
  }

  mutating func forget(_ property: TrackedProperty) {
    observed.removeAll { $0 === property }
  }

  /// Returns the property at a key path if it was read before in the same way.
  mutating func property(at keyPath: AnyKeyPath, isCompared: Bool) -> TrackedProperty? {
    if let known = known[ObjectIdentifier(keyPath)], known.property.isCompared == isCompared {
      return known.property
    }
    guard let property = properties[Key(keyPath: keyPath, isCompared: isCompared)] else {
      return nil
    }
    remember(property, keyPath)
    return property
  }

  mutating func add(_ property: TrackedProperty, _ keyPath: AnyKeyPath) {
    properties[Key(keyPath: keyPath, isCompared: property.isCompared)] = property
    remember(property, keyPath)
  }

  private mutating func remember(_ property: TrackedProperty, _ keyPath: AnyKeyPath) {
    if known.count >= Self.limit { known = [:] }
    known[ObjectIdentifier(keyPath)] = Known(keyPath: keyPath, property: property)
  }
}
