/// The name of a part: where it lies in the model at the last step of an address, and its properties.
///
/// The offset and the type identify a stored property. So the path `\.path.to.slice`, a slice inside of
/// a slice, and an address through both have equal names. This is an object, because each address
/// refers to it.
@usableFromInline
package final class PartName: Hashable, Sendable {
  /// What the properties do not say: the name of an ``EnumCase`` or of a ``ClosurePart``.
  private enum Token: Hashable, Sendable {
    case enumCase(String)
    case closure(String)
  }

  /// The type of the model that the part belongs to.
  let root: any Any.Type
  /// The type of the last property; for a closure part, that of the model that contains it.
  let type: any Any.Type
  /// The offset of the last property in bytes from the start of the model. For a computed property,
  /// it is that of the model that has it.
  let offset: Int
  /// The last property, if it is computed.
  private let computed: (AnyKeyPath & Sendable)?
  private let token: Token?
  /// The properties that lead to the part, for texts.
  private let path: [any AnyKeyPath & Sendable]
  /// The hash value, computed once. Its bits are spread, as hash tables need it.
  let hash: Int

  private init(
    _ type: any Any.Type, offset: Int = 0, computed: (AnyKeyPath & Sendable)? = nil,
    token: Token? = nil, path: [any AnyKeyPath & Sendable] = []
  ) {
    (self.type, self.offset, self.computed) = (type, offset, computed)
    (self.token, self.path) = (token, path)
    root = path.first.map { Swift.type(of: $0).rootType } ?? type
    func bits(of value: Int) -> UInt64 { UInt64(UInt(bitPattern: value)) }
    hash = spreadHash(
      bits(of: Int(bitPattern: ObjectIdentifier(type))) &+ bits(of: offset) &* 0x9E37_79B9
        &+ (computed.map { bits(of: $0.hashValue) } ?? 0))
  }

  /// Creates the name of a property of a model.
  ///
  /// - Parameters:
  ///   - offset: The offset of the property in its model; `nil` for a computed property.
  ///   - caseName: The case of the property's value that is the part; `nil` for the value.
  @usableFromInline
  convenience init(
    _ keyPath: any AnyKeyPath & Sendable, offset: Int?, case caseName: String? = nil
  ) {
    let type = Swift.type(of: keyPath)
    // `\Model.self` leads to the model itself.
    let isWhole = offset != nil && type.rootType == type.valueType
    self.init(
      type.valueType, offset: offset ?? 0, computed: offset == nil ? keyPath : nil,
      token: caseName.map { .enumCase($0) }, path: isWhole ? [] : [keyPath])
  }

  /// Creates the name of a case of a value of a type; `nil` for the value itself.
  convenience init(case caseName: String?, of type: any Any.Type) {
    self.init(type, token: caseName.map { .enumCase($0) })
  }

  @usableFromInline
  convenience init<Whole, Child>(_ part: ClosurePart<Whole, Child>) {
    self.init(Whole.self, token: .closure(part.name))
  }

  /// Returns the name of a part of the model that this names, in this part's model.
  func appending(_ inner: PartName) -> PartName {
    PartName(
      inner.type, offset: offset + inner.offset, computed: inner.computed, token: inner.token,
      path: path + inner.path)
  }

  var isComputed: Bool { computed != nil }
  /// Whether the part is a stored property, so that one step can lead through it to a part inside.
  var isStored: Bool { token == nil && computed == nil }
  /// Whether the part is a case of the model itself, not of a property.
  var isCaseOfWhole: Bool { if case .enumCase = token { path.isEmpty } else { false } }
  /// Whether nothing tells the part from another one of its type at its offset: Swift gives two
  /// properties whose types have no stored properties equal key paths.
  var isIndistinct: Bool { isStored && size(of: type) == 0 }

  @usableFromInline package static func == (lhs: PartName, rhs: PartName) -> Bool {
    lhs === rhs
      || lhs.hash == rhs.hash && lhs.offset == rhs.offset && lhs.type == rhs.type
        && lhs.token == rhs.token && lhs.computed == rhs.computed
  }

  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension PartName: CustomStringConvertible {
  /// The part as source code: `.sheet`, `.path.to.slice`, `.screen[case: "details"]`,
  /// `[part: "first deck"]`.
  @usableFromInline package var description: String { properties + tokenText }

  /// The text after the properties: the name of a case or of a closure part.
  var tokenText: String { named.map { "[\($0.label): \(quotedText($0.name))]" } ?? "" }

  /// The properties that lead to the part, as source code: `.path.to`.
  package var properties: String { path.map { propertyNames($0) }.joined() }

  /// The name of a case or of a closure part, and the label that it has in an address.
  package var named: (label: String, name: String)? {
    switch token {
    case .enumCase(let name): ("case", name)
    case .closure(let name): ("part", name)
    case nil: nil
    }
  }

  /// Whether the part is a collection, whose elements an address names.
  package var isCollection: Bool {
    token == nil && type is any Collection.Type && !(type is any Model.Type)
  }

  /// The text of the property's type, such as `.<Optional<Sheet>>`. Unlike the name, it is
  /// available in every build.
  var typeText: String {
    guard let property = path.last else { return "" }
    let type = Swift.type(of: property).valueType
    return isComputed ? ".<computed \(type)>" : ".<\(type)>"
  }

  /// Whether the names of all properties in the path are known. Those of computed properties never
  /// are.
  var hasNames: Bool { !path.contains { propertyNames($0).contains("<") } }

  /// Returns the text of the properties in a key path, such as `.path.to`.
  ///
  /// A key path reads the names from the metadata of the type. If a build setting has removed
  /// these, the text has the type of the property instead. So it has for a property without a size,
  /// which a key path names like the one that follows.
  private func propertyNames(_ keyPath: AnyKeyPath) -> String {
    let valueType = Swift.type(of: keyPath).valueType
    let (root, text) = ("\\\(Swift.type(of: keyPath).rootType)", "\(keyPath)")
    let names = text.hasPrefix(root) ? text.dropFirst(root.count) : text[...]
    let isKnown =
      names.hasPrefix(".") && !names.contains("<offset") && !names.contains("<computed")
      && !(isIndistinct && valueType == type)
    return isKnown ? String(names) : ".<\(valueType)>"
  }
}

/// One case of an enum, for `.case` parts.
///
/// Create it once as a constant, and use it in a ``CombinedUpdater`` and in addresses:
///
/// ```swift
/// enum Screen {
///   case home
///   case details(Details)
///
///   static let detailsCase = EnumCase("details", Screen.details) {
///     if case .details(let it) = $0 { it } else { nil }
///   }
/// }
/// CombinedUpdater<App>([.case(\.screen, Screen.detailsCase, DetailsUpdater())])
/// App.at.screen[case: Screen.detailsCase]
/// ```
public struct EnumCase<Whole, Payload>: Sendable {
  @usableFromInline let name: String
  @usableFromInline let embed: @Sendable (Payload) -> Whole
  @usableFromInline let extract: @Sendable (Whole) -> Payload?

  /// Creates a case.
  ///
  /// - Parameters:
  ///   - name: The name in texts and addresses. Cases of one enum need different names.
  ///   - embed: Returns the enum with a payload: the case itself, such as `Screen.details`.
  ///   - extract: Returns the payload of a value in this case, or `nil` for a value in another one.
  @inlinable
  public init(
    _ name: String, _ embed: @escaping @Sendable (Payload) -> Whole,
    extract: @escaping @Sendable (Whole) -> Payload?
  ) {
    self.name = name
    self.embed = embed
    self.extract = extract
  }

  /// Returns the payload of a value in this case, or `nil` for a value in another one.
  @inlinable
  public func payload(of whole: Whole) -> Payload? { extract(whole) }
}

/// A part of a model that a closure reaches, for what a key path cannot say, such as the first element of
/// an array or a value of a dictionary.
///
/// A property needs none, and for the elements of a collection there is `.each`. Create it once as a
/// constant, and use it in a ``CombinedUpdater`` and in addresses:
///
/// ```swift
/// extension App {
///   static let firstDeck = ClosurePart<App, Deck>("first deck") { model, change in
///     if !model.decks.isEmpty { change(&model.decks[0]) }
///   }
/// }
/// CombinedUpdater<App>([.slice(App.firstDeck, DeckUpdater())])
/// App.at[part: App.firstDeck]
/// ```
public struct ClosurePart<Whole, Child>: Sendable {
  @usableFromInline let name: String
  @usableFromInline let change: @Sendable (inout Whole, (inout Child) -> Void) -> Void

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - name: The name in texts and addresses. Closure parts of one model need different names.
  ///   - change: Calls its last argument at most once, with the part of the model as `inout`
  ///     argument. Omits the call if the model has no such part now. To read the part, the
  ///     framework calls this closure on a copy of the model.
  public init(
    _ name: String, change: @escaping @Sendable (inout Whole, (inout Child) -> Void) -> Void
  ) {
    self.name = name
    self.change = change
  }
}
