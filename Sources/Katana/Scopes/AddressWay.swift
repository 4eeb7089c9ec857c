/// What an ``Address`` says, without its types.
@usableFromInline
struct AddressWay: Sendable {
  /// The steps that are complete.
  private var steps: [AnyAddress.Step]
  /// The properties after these. What follows them may belong to the same step.
  private var tail: PartName?
  /// The child, if this is the address that a listener received.
  private(set) var listened: ListenedChild?

  @usableFromInline
  init() { steps = [] }

  init(of child: ListenedChild) { (steps, listened) = (child.address.steps, child) }

  private init(_ steps: [AnyAddress.Step], _ tail: PartName? = nil) {
    (self.steps, self.tail) = (steps, tail)
  }

  /// The address of what this leads to.
  var address: AnyAddress { AnyAddress(tail.map { adding($0) } ?? steps) }

  /// Returns the way to a property.
  ///
  /// - Parameter offset: The offset of the property in its model; `nil` for a computed property.
  @usableFromInline
  func property(_ keyPath: any AnyKeyPath & Sendable, offset: Int?) -> AddressWay {
    continued(by: PartName(keyPath, offset: offset))
  }

  /// Returns the way to an optional value.
  @usableFromInline
  func optional(_ keyPath: any AnyKeyPath & Sendable, offset: Int?) -> AddressWay {
    step(PartName(keyPath, offset: offset))
  }

  /// Returns the way to an element of the collection of a type that this leads to.
  @usableFromInline
  func element(_ type: any Any.Type, _ id: ScopeID) -> AddressWay {
    AddressWay(adding(tail ?? PartName(case: nil, of: type), id))
  }

  /// Returns the way to a part of what this leads to that ends its step.
  func step(_ part: PartName) -> AddressWay { AddressWay(continued(by: part).address.steps) }

  /// Returns the way to the same value while it has an `id`.
  func identified(_ id: ScopeID) -> AddressWay {
    guard tail == nil, let last = steps.last else { return self }
    return AddressWay(steps.dropLast() + [AnyAddress.Step(part: last.part, id: id)])
  }

  /// Returns this way, and then that of an address relative to what this leads to.
  func appending(_ inner: AnyAddress) -> AddressWay {
    AddressWay(address.appending(inner).steps)
  }

  /// The `id` in the last step; `nil` if that has none, or if properties follow it.
  var lastID: ScopeID? { tail == nil ? steps.last?.id : nil }

  /// Returns the way to a part of what this leads to. A computed property ends its step.
  private func continued(by name: PartName) -> AddressWay {
    guard let tail else { return AddressWay(steps, name) }
    return tail.isStored ? AddressWay(steps, tail.appending(name)) : AddressWay(adding(tail), name)
  }

  /// The complete steps and one more. For one element, `+` is slower.
  private func adding(_ part: PartName, _ id: ScopeID? = nil) -> [AnyAddress.Step] {
    let step = AnyAddress.Step(part: part, id: id)
    if steps.isEmpty { return [step] }
    var all = steps
    all.append(step)
    return all
  }
}

/// The child that a listener is called for. Only the tree knows where it is.
@usableFromInline
package struct ListenedChild: Sendable {
  /// The address of the child, relative to the listener's model.
  let address: AnyAddress
  /// Calls a function with the memory address of the child, if the listener's model has it.
  let look: @Sendable (ReadPlace, (ReadPlace) -> Void) -> Void
}
