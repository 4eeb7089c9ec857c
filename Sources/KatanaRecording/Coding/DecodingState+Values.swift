#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DecodingState {
  func bool(_ token: Int) throws -> Bool {
    switch tokens[token].kind {
    case .yes: return true
    case .no: return false
    default: throw mismatch(Bool.self, token, expected: "true or false")
    }
  }

  func text(_ token: Int) throws -> String {
    guard tokens[token].kind == .text else {
      throw mismatch(String.self, token, expected: "a text")
    }
    return string(token)
  }

  // MARK: Numbers

  /// Not generic, because most numbers are of this type, and generic code is several times slower.
  func int(_ token: Int) throws -> Int {
    if tokens[token].kind == .integer, let small = Self.small(text(tokens[token].range)),
      let value = Int(exactly: small)
    {
      return value
    }
    return try integer(token)
  }

  func integer<Integer: FixedWidthInteger>(_ token: Int) throws -> Integer {
    guard tokens[token].kind == .integer else {
      throw mismatch(Integer.self, token, expected: "an integer")
    }
    let digits = text(tokens[token].range)
    if let small = Self.small(digits) {
      if let value = Integer(exactly: small) { return value }
    } else if let value: Integer = Self.parsed(digits) {
      return value
    }
    throw corrupted(
      "\(String(decoding: digits, as: UTF8.self)) does not fit \(Integer.self).", token)
  }

  /// Parses an integer of up to 18 digits, which cannot overflow; `nil` for a longer one. It is much
  /// faster than the generic function.
  private static func small(_ digits: UnsafeBufferPointer<UInt8>) -> Int64? {
    if digits.count > 18 { return nil }
    let isNegative = digits.first == ASCII.minus
    var value: Int64 = 0
    for index in (isNegative ? 1 : 0)..<digits.count {
      value = value &* 10 &+ Int64(digits[index] &- ASCII.zero)
    }
    return isNegative ? -value : value
  }

  private static func parsed<Integer: FixedWidthInteger>(
    _ digits: UnsafeBufferPointer<UInt8>
  ) -> Integer? {
    let isNegative = digits.first == ASCII.minus
    var value: Integer = 0
    for index in (isNegative ? 1 : 0)..<digits.count {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let digit = Integer(truncatingIfNeeded: digits[index] &- ASCII.zero)
      let (sum, isStillTooLarge) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if isTooLarge || isStillTooLarge { return nil }
      value = sum
    }
    return value
  }

  func float<Number: RecordedFloat>(_ token: Int) throws -> Number {
    switch tokens[token].kind {
    case .integer, .number:
      let digits = text(tokens[token].range)
      if let value: Number = Self.fastFloat(digits) { return value }
      let text = String(decoding: digits, as: UTF8.self)
      if let value = Number(text), value.isFinite { return value }
      throw corrupted("\(text) does not fit \(Number.self).", token)
    case .text:
      if let value = Number(nonFiniteText: string(token)) { return value }
      fallthrough
    default: throw mismatch(Number.self, token, expected: "a number")
    }
  }

  /// Parses a number whose digits and power of ten are both exact. One division then rounds
  /// correctly. Returns `nil` for any other number.
  private static func fastFloat<Number: RecordedFloat>(
    _ digits: UnsafeBufferPointer<UInt8>
  ) -> Number? {
    if digits.count > 17 { return nil }
    var mantissa: UInt64 = 0
    var (power, isFraction, isNegative) = (0, false, false)
    for byte in digits {
      switch byte {
      case ASCII.minus: isNegative = true
      case ASCII.point: isFraction = true
      case ASCII.zero...ASCII.nine:
        mantissa = mantissa &* 10 &+ UInt64(byte &- ASCII.zero)
        if isFraction { power += 1 }
      default: return nil
      }
    }
    guard mantissa <= Number.exactIntegers, power < Number.exactPowers.count else { return nil }
    let value = Number(mantissa) / Number.exactPowers[power]
    return isNegative ? -value : value
  }

  // MARK: Generic values

  func decode<Value: Decodable>(_ type: Value.Type, _ token: Int) throws -> Value {
    switch special[type] {
    case .none, .optional, .unordered:
      return try Value(from: CompactValueDecoder(state: self, token: token))
    case .int: return same(try int(token), as: type)
    case .string: return same(try text(token), as: type)
    case .bool: return same(try bool(token), as: type)
    case .double: return same(try float(token) as Double, as: type)
    case .data: return same(try data(token), as: type)
    case .decimal: return same(try decimal(token), as: type)
    case .nestedOptional:
      let type = type as! any NestedOptionalDecodable.Type
      return try type.decode(from: self, token) as! Value
    }
  }

  private func data(_ token: Int) throws -> Data {
    guard let data = Data(base64Encoded: try text(token)) else {
      throw corrupted("The text is not base64.", token)
    }
    return data
  }

  private func decimal(_ token: Int) throws -> Decimal {
    if tokens[token].kind == .object {
      return try Decimal(from: CompactValueDecoder(state: self, token: token))
    }
    guard let value = Decimal(string: try text(token)) else {
      throw corrupted("The text is not a decimal number.", token)
    }
    return value
  }

  /// Whether `decodeIfPresent` treats a value as absent: it is missing, or is `null`.
  func isAbsent<Value>(_ token: Int?, for type: Value.Type) -> Bool {
    guard let token else { return true }
    guard isNull(token) else { return false }
    // `null` is a value of a nested optional.
    return ![.optional, .nestedOptional].contains(special[type])
  }
}
