/// A hash table from types to values that is made once and then only read.
///
/// `Dictionary` hashes with SipHash, about 15 ns; a type's address needs only to be spread, about
/// 2 ns. Linear probing in twice to four times as many places as there are keys.
package struct TypeTable<Value: Sendable>: Sendable {
  private var keys: [ObjectIdentifier?]
  private var values: [Value?]
  private let mask: Int

  /// An empty table with room for a number of types.
  init(capacity: Int) {
    var places = 2
    while places < capacity * 2 { places *= 2 }
    keys = Array(repeating: nil, count: places)
    values = Array(repeating: nil, count: places)
    mask = places - 1
  }

  /// All types with their values, in no order.
  var content: [(key: ObjectIdentifier, value: Value)] {
    zip(keys, values).compactMap { key, value in
      if let key, let value { (key, value) } else { nil }
    }
  }

  func mapValues<Other>(_ transform: (Value) -> Other) -> TypeTable<Other> {
    TypeTable<Other>(keys, values.map { $0.map(transform) }, mask)
  }

  private init(_ keys: [ObjectIdentifier?], _ values: [Value?], _ mask: Int) {
    self.keys = keys
    self.values = values
    self.mask = mask
  }

  /// Changes the value of a type; the table must have been made with room for it.
  mutating func update(
    _ type: ObjectIdentifier, default value: @autoclosure () -> Value,
    _ change: (inout Value) -> Void
  ) {
    let index = index(of: type)
    keys[index] = type
    if values[index] == nil { values[index] = value() }
    change(&values[index]!)
  }

  mutating func updateValues(_ change: (inout Value) -> Void) {
    for index in values.indices where keys[index] != nil { change(&values[index]!) }
  }

  package subscript(type: ObjectIdentifier) -> Value? { values[index(of: type)] }

  /// Where the key stands, or the free place where it would.
  private func index(of key: ObjectIdentifier) -> Int {
    var index = spreadHash(UInt64(UInt(bitPattern: key.hashValueWithoutSeed))) & mask
    while let found = keys[index], found != key { index = (index + 1) & mask }
    return index
  }
}

extension ObjectIdentifier {
  var hashValueWithoutSeed: Int { Int(bitPattern: self) }
}
