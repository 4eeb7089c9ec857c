/// The identity of a part within a model.
///
/// The offset and the type identify a stored property. So the path `\.path.to.slice` and a slice
/// inside of a slice have equal names if they name one property. This is an object, because each
/// address and each scope refers to it.
@usableFromInline
package final class PartName: Hashable, Sendable {
  enum Location: Equatable, Sendable {
    /// A stored property, by its offset in bytes from the start of the model at the last step.
    case stored(Int)
    /// A computed property.
    case computed(AnyKeyPath & Sendable)
    /// A ``ClosurePart``, by its name.
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
  /// The type of the property; for a closure part, the type of the model that contains it.
  let type: any Any.Type
  let caseName: String?
  /// For a computed or named part, the offset of the model that declares the part. It is in bytes
  /// from the start of the model at the last step.
  let base: Int
  /// The properties that lead to the part, for printing.
  let path: [any AnyKeyPath & Sendable]
  /// Whether this is the name of a child that is always there, or may be one. An address may name a
  /// part inside of it in one step; see ``Router/canonical(_:)``. Not compared.
  let isChild: Bool
  /// The hash value, computed once. Its bits are spread, as hash tables need it.
  let hash: Int

  init(
    _ location: Location, _ type: any Any.Type, case caseName: String? = nil,
    path: [any AnyKeyPath & Sendable] = [], base: Int = 0, isChild: Bool = false
  ) {
    self.base = base
    self.isChild = isChild
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

  /// Creates the name of the part at a key path. The offset is `nil` for a computed property.
  @usableFromInline
  convenience init<Root, Value>(
    _ keyPath: WritableKeyPath<Root, Value> & Sendable, offset: Int?, case caseName: String? = nil,
    isChild: Bool = false
  ) {
    self.init(
      offset.map { .stored($0) } ?? .computed(keyPath), Value.self, case: caseName, path: [keyPath],
      isChild: isChild)
  }

  @usableFromInline
  convenience init<Whole, Child>(
    _ part: ClosurePart<Whole, Child>, base: Int = 0, path: [any AnyKeyPath & Sendable] = []
  ) {
    self.init(.named(part.name), Whole.self, path: path, base: base)
  }

  /// The type of the model that the part belongs to.
  var root: any Any.Type { path.first.map { Swift.type(of: $0).rootType } ?? type }

  /// Whether the part is a case of the model itself, not of a property.
  var isCaseOfWhole: Bool {
    guard caseName != nil, case .stored(0) = location else { return false }
    return path.isEmpty || path.count == 1 && Swift.type(of: path[0]).rootType == type
  }

  /// Whether nothing tells the part from another one of its type at its place: Swift gives two
  /// properties whose types have no stored properties equal key paths.
  var isIndistinct: Bool {
    if case .stored = location { caseName == nil && size(of: type) == 0 } else { false }
  }

  /// Returns the name of this part relative to a model that contains this part's model.
  ///
  /// - Parameters:
  ///   - offset: The offset of this part's model in the other one, in bytes.
  ///   - outer: The properties from the other model to this part's model.
  func lifted(by offset: Int, path outer: [any AnyKeyPath & Sendable]) -> PartName {
    offset == 0 && outer.isEmpty ? self : moved(by: offset, path: outer + path)
  }

  /// Returns the name of this part relative to a model inside of this part's model.
  ///
  /// - Parameter offset: The offset of the inner model, in bytes.
  func lowered(by offset: Int, into model: any Any.Type) -> PartName {
    moved(by: -offset, path: Array(path.drop { Swift.type(of: $0).rootType != model }))
  }

  private func moved(by offset: Int, path: [any AnyKeyPath & Sendable]) -> PartName {
    if case .stored(let own) = location {
      return PartName(.stored(own + offset), type, case: caseName, path: path, isChild: isChild)
    }
    return PartName(
      location, type, case: caseName, path: path, base: base + offset, isChild: isChild)
  }

  /// Returns whether the part is in a model that begins at an offset.
  func isInside(_ model: any Any.Type, at offset: Int) -> Bool {
    let end = offset + size(of: model)
    let declaring: any Any.Type
    switch location {
    case .stored(let own):
      if type == model && caseName == nil { return false }
      return own >= offset && (own < end || own == end && size(of: type) == 0)
    case .computed(let keyPath): declaring = Swift.type(of: keyPath).rootType
    case .named: declaring = type
    }
    return (offset..<max(end, offset + 1)).contains(base)
      && (declaring == model || size(of: declaring) < size(of: model))
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
  /// The part as source code: `.sheet`, `.path.to.slice`, `.screen[case: "details"]`,
  /// `[part: "first deck"]`.
  @usableFromInline package var description: String {
    properties + token
  }

  /// The text after the properties: the name of a case or of a closure part.
  var token: String {
    named.map { "[\($0.label): \(quotedText($0.name))]" } ?? ""
  }

  /// The properties that lead to the part, as source code: `.path.to`.
  package var properties: String { path.map { propertyNames($0) }.joined() }

  /// The name of a case or of a closure part, and the label that it has in an address.
  package var named: (label: String, name: String)? {
    if case .named(let name) = location { return ("part", name) }
    return caseName.map { ("case", $0) }
  }

  /// Whether the part is a collection, whose elements an address names.
  package var isCollection: Bool {
    named == nil && type is any Collection.Type && !(type is any Model.Type)
  }

  /// The text of the property's type, such as `.<Optional<Sheet>>`. Unlike the name, it is
  /// available in every build.
  var typeText: String {
    guard let property = path.last(where: { propertyNames($0) != "" }) else { return "" }
    let type = Swift.type(of: property).valueType
    return offset == nil ? ".<computed \(type)>" : ".<\(type)>"
  }

  /// Whether the names of all properties in the path are known. Those of computed properties never
  /// are.
  var hasNames: Bool { !path.contains { propertyNames($0).contains("<") } }

  /// The offset of the part in bytes from the start of the model, or `nil` if the part is computed.
  var offset: Int? {
    switch location {
    case .stored(let offset): offset
    case .named: base
    case .computed: nil
    }
  }

  /// Returns the text of the properties in a key path, such as `.path.to`.
  ///
  /// A key path reads the names from the metadata of the type. If a build setting has removed
  /// these, the text has the type of the property instead. So it has for a property without a size,
  /// which a key path names like the one that follows.
  private func propertyNames(_ keyPath: AnyKeyPath) -> String {
    let isEmpty = isIndistinct && Swift.type(of: keyPath).valueType == type
    let text = isEmpty ? "" : propertyText(keyPath)
    guard text.hasPrefix("."), !text.contains("<offset"), !text.contains("<computed") else {
      return ".<\(Swift.type(of: keyPath).valueType)>"
    }
    return text == ".self" ? "" : text
  }
}

/// Returns the text that Swift has for the properties of a key path, with or without their names.
private func propertyText(_ keyPath: AnyKeyPath) -> String {
  let (root, text) = ("\\\(type(of: keyPath).rootType)", "\(keyPath)")
  return text.hasPrefix(root) ? String(text.dropFirst(root.count)) : text
}

/// Returns whether the first of two models that may lie inside each other is the inner one.
///
/// It is smaller, or the only property of the other. Then the properties that lead to it are those to
/// the other, and more.
func isInner(
  _ first: any Any.Type, _ path: [any AnyKeyPath & Sendable],
  than second: any Any.Type, _ other: [any AnyKeyPath & Sendable]
) -> Bool {
  let (size, otherSize) = (Katana.size(of: first), Katana.size(of: second))
  if size != otherSize { return size < otherSize }
  if first == second { return false }
  func length(_ path: [any AnyKeyPath & Sendable]) -> Int {
    path.reduce(0) { $0 + propertyText($1).utf8.count }
  }
  return length(path) > length(other)
}
