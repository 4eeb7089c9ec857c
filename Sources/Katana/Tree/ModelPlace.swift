/// The place of a feature's model in the router's model: that model itself, or what is always there in
/// it, which are slices and children.
package struct ModelPlace: Sendable {
  /// The type of the feature's model.
  let model: any Any.Type
  /// The offset in bytes from the start of the router's model.
  private(set) var offset = 0
  /// The bytes of the router's model that the feature may write.
  var extent = ByteRange.whole
  /// The slices and children that lead to the model; `nil` for the router's model itself.
  private var way: Way?

  init(model: any Any.Type) { self.model = model }

  /// Whether it is the router's model itself.
  var isWhole: Bool { way == nil }
  /// Whether the model is a child or in one, so that messages without an address do not reach it.
  var isInChild: Bool { way?.children.isEmpty == false }
  /// The addresses of the children that are always there on the way, from the outside in.
  var children: [AnyAddress] { way?.children ?? [] }
  /// The address of the model.
  var address: AnyAddress { way?.addresses.last ?? .root }
  /// The number of models around the model, up to the router's.
  var depth: Int { way?.addresses.count ?? 0 }

  /// Returns the place of the model of a slice or child, which is a part of the model at this place.
  func inside(_ part: ModelPart, _ model: any Any.Type, _ extent: ByteRange) -> ModelPlace {
    var inner = ModelPlace(model: model)
    inner.offset = offset + (part.offset ?? 0)
    inner.extent = extent
    inner.way = Way((way?.parts ?? []) + [part])
    return inner
  }

  /// Returns the place in a model around the router's model.
  func lifted(into outer: ModelPlace) -> ModelPlace {
    var lifted = self
    lifted.offset += outer.offset
    lifted.extent = outer.extent
    if let outer = outer.way { lifted.way = Way(outer.parts + (way?.parts ?? [])) }
    return lifted
  }

  /// Returns whether the model is that at another place of the router's model, or inside of it.
  func isInside(_ outer: ModelPlace) -> Bool {
    outer.isWhole || way?.addresses.contains(outer.address) == true
  }

  /// Returns the address relative to the model at a place that this one is inside of.
  func address(in outer: ModelPlace) -> AnyAddress {
    guard let way, !outer.isWhole else { return address }
    let first = way.addresses.firstIndex(of: outer.address).map { $0 + 1 } ?? 0
    return AnyAddress(along: way.parts[first...])
  }

  /// Returns the name in the router's model of a part of the model at this place.
  func name(of part: PartName) -> PartName { address.appending(AnyAddress(part)).steps[0].part }

  /// This is an object, so that a copy of a place needs only one retain.
  private final class Way: Sendable {
    let parts: [ModelPart]
    /// The addresses of the models that the parts lead to, in the router's model.
    let addresses: [AnyAddress]
    /// Those that are children, and the address of the model in the innermost of them.
    let children: [AnyAddress]
    let addressInChild: AnyAddress

    init(_ parts: [ModelPart]) {
      let addresses = parts.indices.map { AnyAddress(along: parts[...$0]) }
      let children = parts.indices.filter { parts[$0].isScope }
      (self.parts, self.addresses) = (parts, addresses)
      self.children = children.map { addresses[$0] }
      addressInChild = AnyAddress(along: parts[(children.last.map { $0 + 1 } ?? 0)...])
    }
  }
}

extension AnyAddress {
  /// Creates the address of the last of several parts, each of which is one of the model before it.
  fileprivate init(along parts: ArraySlice<ModelPart>) {
    self = parts.reduce(.root) { $0.appending(AnyAddress($1.name)) }
  }
}

// A feature knows the addresses in its own model only. The following makes those in its commands and
// subscriptions relative to the router's model.

extension ModelPlace {
  /// Returns the commands of a feature at this place as commands of the router's model.
  func addressed(_ commands: [any Command]) -> [any Command] {
    guard let way, !commands.isEmpty else { return commands }
    let commands = Katana.addressed(commands, of: model, at: way.addressInChild)
    guard let child = way.children.last else { return commands }
    return commands.map { LayeredCommand($0, in: child) }
  }

  /// Returns the subscriptions of a feature at this place as those of the innermost child on the way
  /// that is always there, or of the router's model.
  func addressed(_ subscriptions: [any Subscription]) -> [any Subscription] {
    guard let way, !way.addressInChild.isEmpty, subscriptions.contains(where: \.isWrapper) else {
      return subscriptions
    }
    return subscriptions.map { Katana.addressed($0, at: way.addressInChild) }
  }
}

/// Returns the commands of a slice. Those of its children get their address in the model around it.
func addressed(
  _ commands: [any Command], of slice: any Any.Type, at address: AnyAddress
) -> [any Command] {
  guard !address.isEmpty, commands.contains(where: { $0 is any CommandWrapper }) else {
    return commands
  }
  return commands.map { command in
    changingScopes(of: command) { scoped, own, origin in
      // An address that begins elsewhere, such as at the app's model, stays as it is.
      if let origin, origin.depth == 0, origin.root != ObjectIdentifier(slice) { return scoped }
      // The slice itself is no child.
      return own.isEmpty
        ? LayeredCommand(scoped.content, in: .root) : LayeredCommand(scoped, in: address)
    }
  }
}

/// Returns a command with the result of a function in place of each command of a child in it.
private func changingScopes(
  of command: any Command,
  _ change: (LayeredCommand, AnyAddress, AddressOrigin?) -> LayeredCommand
) -> any Command {
  guard let wrapper = command as? any CommandWrapper else { return command }
  if let layered = wrapper as? LayeredCommand, case .scope(let address, let origin) = layered.layer
  {
    return change(layered, address, origin)
  }
  return wrapper.mapContents { changingScopes(of: $0, change) }
}

/// The same for a subscription.
private func addressed(
  _ subscription: any Subscription, at address: AnyAddress
) -> any Subscription {
  guard let layered = subscription.asLayered else { return subscription }
  if case .scope = layered.layer { return LayeredSubscription(layered, in: address) }
  return LayeredSubscription(
    layer: layered.layer, content: addressed(layered.content, at: address))
}

/// A range of bytes of a model that an updater may write, or that a provider reads.
package struct ByteRange: Hashable, Sendable {
  private var bytes: Range<Int>

  /// All bytes of the model. Also used if the range is not known.
  package static let whole = ByteRange(0..<(.max))

  init(_ bytes: Range<Int>) { self.bytes = bytes }

  func overlaps(_ other: ByteRange) -> Bool { bytes.overlaps(other.bytes) }

  /// Returns the range relative to a model that contains this range's model at an offset.
  func moved(by offset: Int) -> ByteRange {
    self == .whole ? self : ByteRange((bytes.lowerBound + offset)..<(bytes.upperBound + offset))
  }
}

extension [ByteRange] {
  /// Returns whether one of the ranges and another one have a byte in common.
  package func overlap(_ other: ByteRange) -> Bool { contains { $0.overlaps(other) } }
}
