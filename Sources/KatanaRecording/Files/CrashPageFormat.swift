/// The layout of a crash page, in the byte order of the machine.
enum CrashPageFormat {
  static let size = 4_096
  static let magic = Array("katcrash".utf8)
  // The offsets of the fields.
  static let state = 8
  static let checksum = 16
  /// The checksum covers the number, the count and the label.
  static let number = 24
  static let count = 32
  static let label = 40

  static let labelLimit = 200

  static let idle: UInt64 = 0
  static let storing: UInt64 = 0x7374_6F72_6500_0001
  static let updating: UInt64 = 0x7570_6461_7465_0002

  /// Returns the beginning of a label: whole characters up to the limit.
  static func cut(_ label: String) -> String {
    var count = 0
    return String(
      label.prefix { character in
        count += character.utf8.count
        return count <= labelLimit
      })
  }
}
