/// The parts of a program and their texts in addresses, for each level of an address.
///
/// Made once for an ``AddressCoder``, so that a conversion does not look at all parts of a level. The
/// levels of a recursive model are one level.
struct AddressLevels: Sendable {
  /// The parts at one level.
  struct LevelParts: Sendable {
    fileprivate(set) var parts: [PartName: Part] = [:]
    /// The parts by both of their texts.
    private var names: [String: PartName] = [:]
    /// The length of the longest of these texts, in UTF-8.
    private var longest = 0
  }

  /// A part at one level.
  struct Part: Sendable {
    let text: PartText
    /// The type of the `id`s of its children.
    let idType: (any (Hashable & Sendable).Type)?
    let isCollection: Bool
    /// The number of the level inside.
    let inside: Int
  }

  /// What the levels of a recursive model have in common.
  private enum Key: Hashable {
    case router(ObjectIdentifier)
    /// The source location of a ``LazyFeature``, whose closure may return another feature at each call.
    case site(String)
  }

  /// The text with which all addresses begin: `App.at`.
  let root: String
  private var levels: [LevelParts] = []

  init(_ router: Router) {
    root = "\(router.model).at"
    var numbers: [[Key]: Int] = [[.router(ObjectIdentifier(router))]: 0]
    // Kept to the end, so that no two routers have one identity.
    var waiting = [[router]]
    while levels.count < waiting.count {
      precondition(
        waiting.count < 100_000,
        "a program with 100,000 levels: the closure of a LazyFeature must return a constant")
      let routers = waiting[levels.count]
      var level = LevelParts()
      for (part, text) in routers.flatMap(\.partNames) where level.parts[part] == nil {
        let placed = routers.flatMap { $0.placedParts(part) }
        // The routers of the features inside of the part, each once.
        var (keys, inside) = ([Key](), [Router]())
        for node in placed.map(\.child) {
          let router = node.router
          let key = node.site.map { .site($0) } ?? Key.router(ObjectIdentifier(router))
          guard !keys.contains(key) else { continue }
          keys.append(key)
          inside.append(router)
        }
        let number = numbers[keys] ?? waiting.count
        if number == waiting.count {
          numbers[keys] = number
          waiting.append(inside)
        }
        let idType = placed.lazy.compactMap(\.part.idType).first
        let isCollection = placed.contains(where: \.part.isCollection)
        level.add(
          part, Part(text: text, idType: idType, isCollection: isCollection, inside: number))
      }
      levels.append(level)
    }
  }

  /// The level with which addresses begin.
  var first: LevelParts { levels[0] }

  /// Returns the level inside of a part.
  func inside(_ part: Part) -> LevelParts { levels[part.inside] }
}

extension AddressLevels.LevelParts {
  fileprivate mutating func add(_ name: PartName, _ part: AddressLevels.Part) {
    parts[name] = part
    for case let text? in [part.text.properties, part.text.types] where !text.isEmpty {
      if names[text] == nil { names[text] = name }
      longest = max(longest, text.utf8.count)
    }
  }

  /// Returns the part whose text is the longest prefix of a text, and the length of that prefix.
  func part(at text: Substring.UTF8View) -> (PartName, Int)? {
    var best: (PartName, Int)?
    var (end, length) = (text.startIndex, 0)
    while end != text.endIndex, length < longest {
      (end, length) = (text.index(after: end), length + 1)
      // Only there, a part can end.
      guard end == text.endIndex || text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: "[")
      else { continue }
      if let part = names[String(Substring(text[..<end]))] { best = (part, length) }
    }
    return best
  }

  /// The texts of a few of the parts, for the text of an error.
  var choices: [String] {
    Array(Set(parts.values.compactMap { $0.text.written(byType: false) }).sorted().prefix(10))
  }
}

extension Router {
  /// The parts with their texts in addresses.
  var partNames: [(part: PartName, text: PartText)] {
    let names = parts.keys
    var alike: [String: [PartName]] = [:]
    for name in names { alike[name.typeText + name.tokenText, default: []].append(name) }
    return names.map { name in
      var typed = name.typeText + name.tokenText
      let others = alike[typed] ?? []
      if others.count > 1, !name.typeText.isEmpty {
        // The number follows the order of the stored properties. Computed ones have no known order.
        let number = others.count { $0.offset < name.offset } + 1
        typed = name.isComputed ? "" : "\(name.typeText.dropLast()) #\(number)>\(name.tokenText)"
      }
      return (name, PartText(properties: name.hasNames ? name.description : nil, types: typed))
    }
  }
}

/// The two texts of a part: one from the names of its properties, and one from their types.
struct PartText {
  /// The text from the names; `nil` if a name is not known.
  let properties: String?
  /// The text from the types. It is empty if it would not distinguish the part from another one.
  let types: String

  /// Returns the text to write, or `nil` if no text distinguishes the part from others.
  func written(byType: Bool) -> String? {
    if let properties, !byType || types.isEmpty { return properties }
    return types.isEmpty ? nil : types
  }
}
