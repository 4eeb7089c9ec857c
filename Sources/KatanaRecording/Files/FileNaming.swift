#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The names of the files of recordings: `NAME-20261123T022044.123Z-000001.katana`.
struct FileNaming {
  static let ending = ".katana"
  private static let digits = 6

  let name: String
  /// The time at which the recording began, in UTC.
  let start: String

  init(name: String, start: String) {
    let scalars = name.unicodeScalars.map { scalar -> Character in
      let isPlain = scalar.isASCII && (Character(scalar).isLetter || Character(scalar).isNumber)
      return isPlain || scalar == "." || scalar == "_" ? Character(scalar) : "_"
    }
    let text = String(scalars.prefix(100))
    self.name = text.isEmpty || text.first == "." ? "_" + text : text
    self.start = start
  }

  /// Returns the file name of a part. Parts are counted from 1.
  func file(part: Int) -> String {
    let number = String(part)
    let zeros = String(repeating: "0", count: max(Self.digits - number.count, 0))
    return "\(name)-\(start)-\(zeros)\(number)\(Self.ending)"
  }

  /// Whether a file name has this form and this `name`, with any start and part.
  func isOurs(_ file: String) -> Bool {
    let rest = Array(file.utf8)
    let name = Array("\(name)-".utf8)
    guard rest.starts(with: name), file.hasSuffix(Self.ending) else { return false }
    let middle = rest.dropFirst(name.count).dropLast(Self.ending.utf8.count)
    return Self.isStartAndPart(Array(middle))
  }

  private static func isStartAndPart(_ text: [UInt8]) -> Bool {
    let pattern = Array("00000000T000000.000Z-".utf8)
    guard text.count >= pattern.count + digits, text.count <= pattern.count + 18 else {
      return false
    }
    let isDigit = { (byte: UInt8) in (ASCII.zero...ASCII.nine).contains(byte) }
    let fits = zip(text, pattern).allSatisfy { byte, expected in
      expected == ASCII.zero ? isDigit(byte) : byte == expected
    }
    return fits && text[pattern.count...].allSatisfy(isDigit)
  }

  /// Returns the current time in UTC, to the millisecond, plus a number of milliseconds.
  static func timeText(later milliseconds: Int = 0) -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let total = Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000 + Int64(milliseconds)
    var seconds = time_t(total / 1_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let date =
      padded(Int(parts.tm_year) + 1_900, 4) + padded(Int(parts.tm_mon) + 1, 2)
      + padded(Int(parts.tm_mday), 2)
    let time =
      padded(Int(parts.tm_hour), 2) + padded(Int(parts.tm_min), 2)
      + padded(Int(parts.tm_sec), 2)
    return "\(date)T\(time).\(padded(Int(total % 1_000), 3))Z"
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }
}
