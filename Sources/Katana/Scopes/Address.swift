/// The address of a child in a model, checked by the compiler: `App.at.sheet.rows[7]`.
///
/// An address begins with ``Model/at`` and leads from the outer model to the inner one:
///
/// | address | means |
/// | --- | --- |
/// | `App.at.player` | a slice, or a child that is always there |
/// | `App.at.sheet` | the value that an optional has when the message is handled |
/// | `App.at.album["a"]` | the value of an optional, while its `id` is this one |
/// | `App.at.rows[7]` | the element of a collection with an `id` |
/// | `App.at.screen[case: Screen.detailsCase]` | the payload of an enum's case; see ``EnumCase`` |
/// | `App.at.screen[case: Screen.detailsCase][1]` | the payload, while its `id` is this one |
/// | `App.at[part: App.firstDeck]` | a part that a closure reaches; see ``ClosurePart`` |
///
/// The path may contain stored properties whose types are not models: `App.at.path.to.slice`. A part
/// whose key path has a computed property among several properties has no address, and neither has
/// the case of a computed property. A property with observers, such as `didSet`, is computed in this
/// sense.
@dynamicMemberLookup
public struct Address<Root: Model, Target>: AnyAddressConvertible {
  // What most addresses use is inlined into the app, where the types are known. Otherwise, the metadata
  // of each type would be looked up at run time.
  @usableFromInline let way: AddressWay

  @inlinable
  init(_ way: AddressWay = AddressWay()) { self.way = way }

  /// Creates an address from one without types.
  package init(untyped address: AnyAddress) { way = AddressWay().appending(address) }

  /// Creates the address that a listener receives.
  init(of child: ListenedChild) {
    way = AddressWay(of: child)
  }

  /// The address of a property of the child.
  @inlinable
  public subscript<Value>(
    dynamicMember keyPath: WritableKeyPath<Target, Value> & Sendable
  ) -> Address<Root, Value> {
    Address<Root, Value>(way.property(keyPath, offset: MemoryLayout<Target>.offset(of: keyPath)))
  }

  /// Not available, because a property that cannot be set is not a part of a model.
  @available(*, unavailable, message: "a property that cannot be set is no part of a model")
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<Target, Value> & Sendable
  ) -> Address<Root, Value> { Address<Root, Value>() }

  /// The address of an optional value of the child.
  @inlinable
  public subscript<Value: Model>(
    dynamicMember keyPath: WritableKeyPath<Target, Value?> & Sendable
  ) -> Address<Root, Value> {
    Address<Root, Value>(way.optional(keyPath, offset: MemoryLayout<Target>.offset(of: keyPath)))
  }

  /// The address of the payload of a case.
  public subscript<Payload>(case enumCase: EnumCase<Target, Payload>) -> Address<Root, Payload> {
    Address<Root, Payload>(way.step(PartName(case: enumCase.name, of: Target.self)))
  }

  /// The address of a part that a closure reaches.
  public subscript<Child>(part part: ClosurePart<Target, Child>) -> Address<Root, Child> {
    Address<Root, Child>(way.step(PartName(part)))
  }

  /// The address without its types.
  public var anyAddress: AnyAddress { way.address }
}

extension Address where Target: Collection, Target.Element: Identifiable {
  /// The address of the element with an `id`.
  @inlinable
  public subscript(id: Target.Element.ID) -> Address<Root, Target.Element>
  where Target.Element.ID: Sendable {
    Address<Root, Target.Element>(way.element(Target.self, ScopeID(id)))
  }
}

extension Address where Target: Identifiable, Target.ID: Sendable {
  /// The address of the value while it has an `id`.
  ///
  /// A message with this address does not reach a value with another `id` that has replaced it.
  public subscript(id: Target.ID) -> Self { self[id: id] }
}

extension Address {
  /// The address of the value while the property that identifies it has a value.
  ///
  /// That property is the argument `id:` of the part, such as
  /// ``FeaturePart/optional(_:id:_:onLeave:listener:)``.
  ///
  /// A slice has no identity, so the `id` is ignored there. If the part of an optional or a case has no
  /// `id:`, no child has the address: a message to it is dropped and counted as gone.
  public subscript<ID: Hashable & Sendable>(id id: ID) -> Self {
    Self(way.identified(ScopeID(id)))
  }
}

extension Address where Target: Identifiable {
  /// The `id` in the address; `nil` if it has none, or one of another type.
  public var id: Target.ID? { way.lastID?.value(as: Target.ID.self) }
}

extension Model {
  /// The child at an address that ``FeaturePart/listen(any:_:)`` or
  /// ``FeaturePart/listen(to:_:_:)-(Address<TypedModel,Elements>,_,_)`` has passed to its listener; `nil`
  /// if the model does not have it any more.
  ///
  /// The program stops for another address: a model alone does not know where its children are.
  /// Read such a child by its property, or with `runtime[address]`.
  public subscript<Child: Model>(address: Address<Self, Child>) -> Child? {
    guard let listened = address.way.listened else {
      preconditionFailure(
        "\(Self.self)[\(address)]: this address was not passed to a listener, so the model alone"
          + " cannot find the child. To fix this, read the property, or use `runtime[\(address)]`.")
    }
    var found: Child?
    withPlace(of: self) { model in listened.look(model) { found = $0[as: Child.self] } }
    return found
  }
}

extension Address: CustomStringConvertible {
  /// The address as source code, such as `App.at.sheet.rows[7]`.
  public var description: String { anyAddress.isEmpty ? "\(Root.self).at" : "\(anyAddress)" }
}

extension Model {
  /// The address of the model itself. The addresses of its children begin with it; see ``Address``.
  public static var at: Address<Self, Self> { Address() }
}

extension Address {
  /// Returns the address of a descendant of the child.
  ///
  /// - Parameter inner: The address of the descendant, relative to the child.
  package func appending<Descendant>(
    _ inner: Address<Target, Descendant>
  ) -> Address<Root, Descendant> {
    Address<Root, Descendant>(way.appending(inner.anyAddress))
  }
}

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
