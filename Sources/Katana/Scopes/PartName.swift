/// The place of a part in a model, which tells the parts of one model apart.
///
/// Stored properties are told apart by their offset and type, so that `\.path.to.slice` and a slice
/// inside of a slice have one name. An object, because each address and each scope refers to it.
@usableFromInline
package final class PartName: Hashable, Sendable {
  enum Location: Equatable, Sendable {
    /// In bytes from the start of the model at the last step.
    case stored(Int)
    case computed(AnyKeyPath & Sendable)
    case named(String)

    static func == (lhs: Location, rhs: Location) -> Bool {
      switch (lhs, rhs) {
      case (.stored(let lhs), .stored(let rhs)): lhs == rhs
      case (.computed(let lhs), .computed(let rhs)): lhs == rhs
      case (.named(let lhs), .named(let rhs)): lhs == rhs
      default: false
      }
    }
  }

  let location: Location
  /// The type of the property.
  let type: any Any.Type
  let caseName: String?
  /// Of a computed or named part: from the start of the model at the last step to the one that the part
  /// is declared in, in bytes.
  let base: Int
  /// The properties that lead to the part, for printing.
  let path: [any AnyKeyPath & Sendable]
  /// Made once, and spread for tables.
  let hash: Int

  init(
    _ location: Location, _ type: any Any.Type, case caseName: String? = nil,
    path: [any AnyKeyPath & Sendable] = [], base: Int = 0
  ) {
    self.base = base
    self.location = location
    self.type = type
    self.caseName = caseName
    self.path = path
    func bits(of value: Int) -> UInt64 { UInt64(UInt(bitPattern: value)) }
    var sum = bits(of: Int(bitPattern: ObjectIdentifier(type)))
    switch location {
    case .stored(let offset): sum = sum &+ bits(of: offset) &* 0x9E37_79B9
    case .computed(let keyPath): sum = sum &+ bits(of: keyPath.hashValue)
    case .named(let name): sum = sum &+ bits(of: name.hashValue)
    }
    hash = spreadHash(sum &+ bits(of: base) &* 0x85EB_CA6B)
  }

  /// The part at a key path.
  @usableFromInline
  convenience init<Root, Value>(
    _ keyPath: WritableKeyPath<Root, Value> & Sendable, offset: Int?, case caseName: String? = nil
  ) {
    self.init(
      offset.map { .stored($0) } ?? .computed(keyPath), Value.self, case: caseName, path: [keyPath])
  }

  @usableFromInline
  convenience init<Whole, Child>(_ part: ClosurePart<Whole, Child>) {
    self.init(.named(part.name), Whole.self)
  }

  convenience init<Whole, Child>(
    _ part: ClosurePart<Whole, Child>, base: Int, path: [any AnyKeyPath & Sendable]
  ) {
    self.init(.named(part.name), Whole.self, path: path, base: base)
  }

  /// The type of the model that the part belongs to.
  var root: any Any.Type { path.first.map { Swift.type(of: $0).rootType } ?? type }

  /// The same part as seen from a model that holds this one's model at an offset.
  func lifted(by offset: Int, path outer: [any AnyKeyPath & Sendable]) -> PartName {
    if offset == 0 && outer.isEmpty { return self }
    guard case .stored(let own) = location else {
      return PartName(location, type, case: caseName, path: outer + path, base: base + offset)
    }
    return PartName(.stored(own + offset), type, case: caseName, path: outer + path)
  }

  @usableFromInline package static func == (lhs: PartName, rhs: PartName) -> Bool {
    lhs === rhs
      || lhs.hash == rhs.hash && lhs.base == rhs.base && lhs.location == rhs.location
        && lhs.type == rhs.type
        && lhs.caseName == rhs.caseName
  }

  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}

extension PartName: CustomStringConvertible {
  /// As an address is typed: `.sheet`, `.path.to.slice`, `.screen[case: "details"]`, `[part: "first
  /// deck"]`.
  @usableFromInline package var description: String {
    path.map { propertyNames($0) }.joined() + token
  }

  /// What follows the properties: the name of a case, or of a part that is made by closures.
  var token: String {
    if case .named(let name) = location { return "[part: \(String(reflecting: name))]" }
    return caseName.map { "[case: \(String(reflecting: $0))]" } ?? ""
  }

  /// The type of the property, such as `.<Optional<Sheet>>`, which no build setting removes.
  var typeText: String {
    guard let property = path.last(where: { propertyNames($0) != "" }) else { return "" }
    let type = Swift.type(of: property).valueType
    return offset == nil ? ".<computed \(type)>" : ".<\(type)>"
  }

  /// Whether the program knows the names of all properties; those of computed ones it never knows.
  var hasNames: Bool { !path.contains { propertyNames($0).contains("<") } }

  /// Where the part begins, in bytes from the start of the model; `nil` if it is computed.
  var offset: Int? {
    switch location {
    case .stored(let offset): offset
    case .named: base
    case .computed: nil
    }
  }

  /// The properties of a key path, such as `.path.to`. The key path prints them by the metadata of
  /// the type; where a build setting removes that, the type of the property takes their place.
  private func propertyNames(_ keyPath: AnyKeyPath) -> String {
    let root = "\\\(Swift.type(of: keyPath).rootType)"
    let text = "\(keyPath)"
    guard text.hasPrefix(root), !text.contains("<offset"), !text.contains("<computed") else {
      return ".<\(Swift.type(of: keyPath).valueType)>"
    }
    let names = text.dropFirst(root.count)
    return names == ".self" ? "" : String(names)
  }
}
