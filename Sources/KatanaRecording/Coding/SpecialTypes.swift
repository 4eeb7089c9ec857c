#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The types that are not written as their `Codable` code says, and those that are written without
/// it because that is faster.
enum SpecialType: UInt8 {
  case none, string, int, bool, double
  /// As base64; without this, a list of numbers.
  case data
  /// As a text; without this, an object with eight numbers.
  case decimal
  /// An optional.
  case optional
  /// An optional of an optional, in brackets; without this, two kinds of `nil` are one.
  case nestedOptional
  /// A set or a dictionary, sorted; without this, the order is random.
  case unordered
}

/// Remembers which types are special; asking the type itself is slow.
struct SpecialTypes {
  // Open addressing by the address of a type: a `Dictionary` would hash it for far longer.
  private var types: [(type: ObjectIdentifier?, special: SpecialType)]
  private var count = 0

  init() { types = Array(repeating: (nil, .none), count: 64) }

  subscript(_ type: Any.Type) -> SpecialType {
    mutating get {
      let id = ObjectIdentifier(type)
      var slot = Self.hash(id) & (types.count - 1)
      while let known = types[slot].type {
        if known == id { return types[slot].special }
        slot = (slot + 1) & (types.count - 1)
      }
      return insert(type, at: slot)
    }
  }

  private static func hash(_ id: ObjectIdentifier) -> Int {
    let address = UInt64(UInt(bitPattern: id))
    return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32)
  }

  private mutating func insert(_ type: Any.Type, at slot: Int) -> SpecialType {
    let special = Self.special(type)
    types[slot] = (ObjectIdentifier(type), special)
    count += 1
    if count * 2 > types.count { grow() }
    return special
  }

  private mutating func grow() {
    let old = types
    types = Array(repeating: (nil, .none), count: old.count * 2)
    for entry in old {
      guard let type = entry.type else { continue }
      var slot = Self.hash(type) & (types.count - 1)
      while types[slot].type != nil { slot = (slot + 1) & (types.count - 1) }
      types[slot] = entry
    }
  }

  private static func special(_ type: Any.Type) -> SpecialType {
    switch type {
    case is String.Type: .string
    case is Int.Type: .int
    case is Bool.Type: .bool
    case is Double.Type: .double
    case is Data.Type: .data
    case is Decimal.Type: .decimal
    case is any UnorderedEncodable.Type: .unordered
    case let type as any OptionalValue.Type:
      type.wrapped is any OptionalValue.Type ? .nestedOptional : .optional
    default: .none
    }
  }
}

/// A value as what it is known to be, without a dynamic cast.
///
/// Safe because callers have compared the types: ``SpecialTypes`` returns a case for one type alone.
@inline(__always)
func same<From, To>(_ value: From, as type: To.Type) -> To { unsafeBitCast(value, to: type) }
