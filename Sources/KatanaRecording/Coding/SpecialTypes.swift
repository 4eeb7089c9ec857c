#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The types that are not encoded by their `Codable` conformance: because it writes another form,
/// or because it is slower.
enum SpecialType: UInt8 {
  case none, string, int, bool, double
  /// Written as base64. The conformance writes a list of numbers.
  case data
  /// Written as a text. The conformance writes an object with several entries.
  case decimal
  /// An optional. Its conformance encodes it, but a `null` for it is not an absent value.
  case optional
  /// An optional of an optional, written in brackets. The conformance writes `nil` and `.some(nil)`
  /// alike.
  case nestedOptional
  /// A set or a dictionary, written sorted. The conformance writes a random order.
  case unordered
}

/// A cache of the special types, because the dynamic casts that classify a type are slow.
struct SpecialTypes {
  // Open addressing by the address of the type, because hashing in a `Dictionary` is much slower.
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

/// Returns a value as another type, without a dynamic cast.
///
/// This is safe because the callers have compared the types: ``SpecialTypes`` returns such a case
/// for one type only.
@inline(__always)
func same<From, To>(_ value: From, as type: To.Type) -> To { unsafeBitCast(value, to: type) }
