/// A hash table from types to values that is made once and then only read.
///
/// `Dictionary` hashes with SipHash, about 15 ns; a type's address needs only to be spread, about
/// 2 ns. Linear probing in twice to four times as many places as there are keys.
package struct TypeTable<Value: Sendable>: Sendable {
  private var keys: [ObjectIdentifier?]
  private var values: [Value?]
  private let mask: Int

  package init(_ content: [ObjectIdentifier: Value]) {
    var capacity = 2
    while capacity < content.count * 2 { capacity *= 2 }
    keys = Array(repeating: nil, count: capacity)
    values = Array(repeating: nil, count: capacity)
    mask = capacity - 1
    for (key, value) in content {
      let index = index(of: key)
      keys[index] = key
      values[index] = value
    }
  }

  var content: [ObjectIdentifier: Value] {
    var content: [ObjectIdentifier: Value] = [:]
    for (key, value) in zip(keys, values) {
      if let key, let value { content[key] = value }
    }
    return content
  }

  func mapValues<NewValue>(_ transform: (Value) -> NewValue) -> TypeTable<NewValue> {
    TypeTable<NewValue>(content.mapValues(transform))
  }

  package subscript(type: ObjectIdentifier) -> Value? { values[index(of: type)] }

  /// Where the key stands, or the free place where it would.
  private func index(of key: ObjectIdentifier) -> Int {
    let bits = UInt(bitPattern: key.hashValueWithoutSeed)
    var index = Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while let found = keys[index], found != key { index = (index + 1) & mask }
    return index
  }
}

extension ObjectIdentifier {
  fileprivate var hashValueWithoutSeed: Int { Int(bitPattern: self) }
}
