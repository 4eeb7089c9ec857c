/// What an ``Address`` says, without its types.
@usableFromInline
struct AddressWay: Sendable {
  /// The steps that are complete.
  private var steps: [AnyAddress.Step]
  /// The stored properties after the last complete step. They belong to the next step.
  private(set) var path: [any AnyKeyPath & Sendable] = []
  /// The offset of the last of these properties, in bytes from the start of the model at the last
  /// step.
  private(set) var offset = 0
  /// A computed property that may not be a complete step yet, because a collection is a step only
  /// together with an `id`.
  private var computed: PartName?
  /// The child, if this is the address that a listener received.
  private(set) var listened: ListenedChild?

  @usableFromInline
  init() { steps = [] }

  init(_ steps: [AnyAddress.Step], listened: ListenedChild? = nil) {
    self.steps = steps
    self.listened = listened
  }

  /// All steps, without the stored properties that belong to the next one.
  private var complete: [AnyAddress.Step] {
    computed.map { steps.adding(AnyAddress.Step(part: $0, id: nil)) } ?? steps
  }

  /// Returns the way to a property.
  ///
  /// - Parameter own: The offset of the property in its model; `nil` for a computed property.
  @usableFromInline
  func property(
    _ keyPath: any AnyKeyPath & Sendable, at own: Int?, _ type: any Any.Type
  ) -> AddressWay {
    var way = AddressWay(complete)
    if let own {
      way.path = path.adding(keyPath)
      way.offset = offset + own
    } else {
      way.computed = part(computed: keyPath, type)
    }
    return way
  }

  /// Returns the way to an optional value.
  @usableFromInline
  func optional(
    _ keyPath: any AnyKeyPath & Sendable, at own: Int?, _ type: any Any.Type
  ) -> AddressWay {
    let part = own.map { PartName(.stored(offset + $0), type, path: path.adding(keyPath)) }
    return step(part ?? self.part(computed: keyPath, type))
  }

  /// Returns the way to an element of the collection that this leads to.
  @usableFromInline
  func element(_ type: any Any.Type, _ id: ScopeID) -> AddressWay {
    let part = computed ?? PartName(.stored(offset), type, path: path)
    return AddressWay(steps.adding(AnyAddress.Step(part: part, id: id)))
  }

  /// Returns the way with a complete step more.
  func step(_ part: PartName) -> AddressWay {
    AddressWay(complete.adding(AnyAddress.Step(part: part, id: nil)))
  }

  /// Returns the way to the same value while it has an `id`.
  func identified(_ id: ScopeID) -> AddressWay {
    guard path.isEmpty, computed == nil, let last = steps.last else { return self }
    return AddressWay(steps.dropLast() + [AnyAddress.Step(part: last.part, id: id)])
  }

  /// Returns this way, and then that of the steps, which are relative to what this leads to.
  func appending(_ inner: [AnyAddress.Step]) -> AddressWay {
    guard let first = inner.first else { return self }
    let lifted = AnyAddress.Step(part: first.part.lifted(by: offset, path: path), id: first.id)
    return AddressWay(complete + [lifted] + inner.dropFirst())
  }

  /// The `id` in the last step; `nil` if that has none, or if properties follow it.
  var lastID: ScopeID? { path.isEmpty ? steps.last?.id : nil }

  /// Returns the address of the value of a type that this leads to.
  func address(of type: any Any.Type) -> AnyAddress {
    if path.isEmpty { return AnyAddress(complete) }
    let last = PartName(.stored(offset), type, path: path, isChild: true)
    return AnyAddress(steps.adding(AnyAddress.Step(part: last, id: nil)))
  }

  private func part(
    computed keyPath: any AnyKeyPath & Sendable, _ type: any Any.Type
  ) -> PartName {
    PartName(.computed(keyPath), type, path: path.adding(keyPath), base: offset)
  }
}

extension Array {
  /// Returns the elements and one more. For one element, `+` is slower.
  fileprivate func adding(_ element: Element) -> [Element] {
    if isEmpty { return [element] }
    var array = self
    array.append(element)
    return array
  }
}
