/// The CRC-32 of ISO 3309, which gzip and PNG use.
///
/// It detects damage, such as a single flipped bit, but not forgery.
enum Checksum {
  // Slicing by eight: with eight tables, one iteration processes eight bytes.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      tables[byte] = (0..<8).reduce(UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
    for index in 256..<tables.count {
      let previous = tables[index - 256]
      tables[index] = previous >> 8 ^ tables[Int(previous & 0xFF)]
    }
    return tables
  }()

  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    ~tables.withUnsafeBufferPointer { update(~0, with: bytes, $0) }
  }

  private static func update(
    _ start: UInt32, with bytes: UnsafeRawBufferPointer, _ tables: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    var value = start
    var index = 0
    while index + 8 <= bytes.count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      value = eight(word ^ UInt64(value), tables)
      index += 8
    }
    while index < bytes.count {
      value = value >> 8 ^ tables[Int((value ^ UInt32(bytes[index])) & 0xFF)]
      index += 1
    }
    return value
  }

  @inline(__always)
  private static func eight(_ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    var value: UInt32 = 0
    for slice in 0..<8 {
      value ^= tables[(7 - slice) * 256 + Int(word >> UInt64(slice * 8) & 0xFF)]
    }
    return value
  }
}
