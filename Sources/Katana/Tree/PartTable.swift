/// A hash table from the names of parts to values. It never changes after it was created.
///
/// A `Dictionary` would hash the name again for each look-up, which would dominate the cost of a
/// message. A ``PartName`` keeps its hash value.
struct PartTable<Value: Sendable>: Sendable {
  private(set) var content: [(name: PartName, value: Value)]
  /// The index of a name for each place of the table, or -1. The table uses linear probing, and at
  /// most half of it is filled.
  private let places: [Int32]
  private let mask: Int

  init(_ dictionary: [PartName: Value]) {
    content = dictionary.map { ($0.key, $0.value) }
    var count = 2
    while count < content.count * 2 { count *= 2 }
    mask = count - 1
    var places = [Int32](repeating: -1, count: content.isEmpty ? 0 : count)
    for (index, (name, _)) in content.enumerated() {
      var place = name.hash & mask
      while places[place] >= 0 { place = (place + 1) & mask }
      places[place] = Int32(index)
    }
    self.places = places
  }

  var isEmpty: Bool { content.isEmpty }

  subscript(name: PartName) -> Value? {
    if content.isEmpty { return nil }
    var place = name.hash & mask
    while places[place] >= 0 {
      let index = Int(places[place])
      if content[index].name == name { return content[index].value }
      place = (place + 1) & mask
    }
    return nil
  }
}
