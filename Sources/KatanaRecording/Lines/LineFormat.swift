/// The frame of a line: `{"n":7,…,"c":"f3ee9485"}`. The checksum is last and has a fixed width.
///
/// The checksum covers all bytes before `,"c":`. Line numbers increase by one from line to line,
/// also from one file of a recording to the next.
enum LineFormat {
  static let currentVersion = 1
  static let prefix = Array(#"{"n":"#.utf8)
  static let checksumStart = Array(#","c":""#.utf8)
  static let end = Array(#""}"#.utf8)
  static let checksumDigits = 8
  /// The bytes from the comma before the checksum to the end of the line.
  static let suffixCount = checksumStart.count + checksumDigits + end.count

  /// The names of the entries that the frame and the file writer use.
  static let number: StaticString = "n"
  static let checksum: StaticString = "c"
  static let version: StaticString = "katana"
  static let leftOut: StaticString = "left out"
  static let failed: StaticString = "failed"
  static let ended: StaticString = "end"
}
