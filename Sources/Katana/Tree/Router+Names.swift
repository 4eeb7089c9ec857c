extension Router {
  /// What the parts are called in the texts of addresses.
  var partNames: [(part: PartName, text: PartText)] {
    let names = parts.content.map(\.name)
    var alike: [String: [PartName]] = [:]
    for name in names { alike[name.typeText + name.token, default: []].append(name) }
    return names.map { name in
      var typed = name.typeText + name.token
      let others = alike[typed] ?? []
      if others.count > 1, !name.typeText.isEmpty {
        // In the order of the properties. Computed ones have none that is known.
        typed =
          name.offset.map { own in
            let number = others.count { ($0.offset ?? 0) < own } + 1
            return "\(name.typeText.dropLast()) #\(number)>\(name.token)"
          } ?? ""
      }
      return (name, PartText(properties: name.hasNames ? name.description : nil, types: typed))
    }
  }

  /// The type of the `id`s of a part's children.
  func idType(_ part: PartName) -> (any (Hashable & Sendable).Type)? {
    for route in parts[part]?.all ?? [] {
      switch route {
      case .part(let placed): if let type = placed.part.idType { return type }
      case .modified(let placed): if let type = placed.router.idType(placed.inner) { return type }
      }
    }
    return nil
  }
}

/// What a part is called: by its properties, where the program knows their names, and by its type.
struct PartText {
  let properties: String?
  /// Empty for a part that its type does not tell apart from others.
  let types: String

  /// What can be written; `nil` if nothing tells the part apart.
  func written(byType: Bool) -> String? {
    if let properties, !byType || types.isEmpty { return properties }
    return types.isEmpty ? nil : types
  }
}
