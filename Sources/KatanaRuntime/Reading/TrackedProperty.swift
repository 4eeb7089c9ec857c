import Katana
import Observation

/// A property that was read of an ``ObservableStore``, with what is needed to know whether it has
/// changed.
///
/// Knows no types, as the list of them: code that is generic over the model would look up the metadata of
/// each type again in each read, which takes most of the time.
@MainActor
class TrackedProperty {
  /// Where the property is stored in the model, in bytes; `nil` if it is computed.
  final let offset: Int?
  /// Whether this is a ``ComparedProperty``. With the key path, which says the types of the model and of the
  /// value, that is the class of this.
  final let isCompared: Bool

  init(offset: Int?, isCompared: Bool) {
    self.offset = offset
    self.isCompared = isCompared
  }

  /// Whether the property is another one than when this was asked last.
  func takeChange(from model: UnsafeRawPointer) -> Bool { true }

  /// Tells those who have read the property.
  func notify(_ registrar: ObservationRegistrar) {}
}

/// A property whose values can be compared.
final class ComparedProperty<AppModel: Model, Value: Equatable>: TrackedProperty {
  private unowned let store: ObservableStore<AppModel>
  private let keyPath: KeyPath<AppModel, Value> & Sendable
  /// The key path of the store that reads the property. Kept, since a key path that is made of another
  /// one takes longer than the rest of a read.
  let composed: KeyPath<ObservableStore<AppModel>, Value>
  private var last: Value
  private var isReadAhead = false

  init(
    of store: ObservableStore<AppModel>, _ keyPath: KeyPath<AppModel, Value> & Sendable,
    _ composed: KeyPath<ObservableStore<AppModel>, Value>, _ value: Value
  ) {
    self.store = store
    self.keyPath = keyPath
    self.composed = composed
    last = value
    super.init(
      offset: MemoryLayout<AppModel>.offset(of: keyPath), isCompared: true)
  }

  /// Somebody has read a value that is newer than the last comparison: the next one tells them
  /// whatever it finds, since the value may have gone back by then.
  func noteRead(_ value: Value) { if value != last { isReadAhead = true } }

  override func takeChange(from model: UnsafeRawPointer) -> Bool {
    let value =
      if let offset {
        (model + offset).assumingMemoryBound(to: Value.self).pointee
      } else {
        model.assumingMemoryBound(to: AppModel.self).pointee[keyPath: keyPath]
      }
    // Also an equal value: it may share its memory with the model, so that the next comparison is short.
    defer { (last, isReadAhead) = (value, false) }
    return isReadAhead || value != last
  }

  override func notify(_ registrar: ObservationRegistrar) {
    registrar.withMutation(of: store, keyPath: composed) {}
  }
}

/// A property whose values cannot be compared: it counts as changed by every message.
final class UncomparedProperty<AppModel: Model, Value>: TrackedProperty {
  private unowned let store: ObservableStore<AppModel>
  let composed: KeyPath<ObservableStore<AppModel>, Value>

  init(
    of store: ObservableStore<AppModel>, _ keyPath: KeyPath<AppModel, Value>,
    _ composed: KeyPath<ObservableStore<AppModel>, Value>
  ) {
    self.store = store
    self.composed = composed
    super.init(
      offset: MemoryLayout<AppModel>.offset(of: keyPath), isCompared: false)
  }

  override func notify(_ registrar: ObservationRegistrar) {
    registrar.withMutation(of: store, keyPath: composed) {}
  }
}

/// The properties of a store that were read, by their key paths.
@MainActor
struct TrackedProperties {
  private var properties: [Key: TrackedProperty] = [:]
  /// By the objects of the key paths: a key path in the source is the same object each time, and its
  /// hash takes ten times as long as that of its address.
  private var known: [ObjectIdentifier: Known] = [:]

  /// A property may be read in both ways.
  private struct Key: Hashable {
    let keyPath: AnyKeyPath
    let isCompared: Bool
  }

  private struct Known {
    /// Held, so that its address is not used again.
    let keyPath: AnyKeyPath
    let property: TrackedProperty
  }

  /// Key paths that are made anew for each read do not remain among those that are the same each time.
  private static let limit = 256

  var all: some Collection<TrackedProperty> { properties.values }

  /// The property at a key path that was read before in the same way.
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
