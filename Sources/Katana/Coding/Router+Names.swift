extension Router {
  /// The parts with their texts in addresses.
  var partNames: [(part: PartName, text: PartText)] {
    let names = parts.content.map(\.name)
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
