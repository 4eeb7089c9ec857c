/// The frame of a line: `{"n":7,…,"c":"f3ee9485"}`, the checksum last and of fixed width.
///
/// The checksum covers all bytes before `,"c":`. Line numbers rise by one from line to line, and go
/// on from file to file of one recording.
enum LineFormat {
  static let currentVersion = 1
  static let prefix = Array(#"{"n":"#.utf8)
  static let checksumStart = Array(#","c":""#.utf8)
  static let end = Array(#""}"#.utf8)
  static let checksumDigits = 8
  /// The bytes from the comma before the checksum to the end of the line.
  static let suffixCount = checksumStart.count + checksumDigits + end.count

  /// The names of entries that the frame and the file writer use.
  static let number = "n"
  static let checksum = "c"
  static let version = "katana"
  static let leftOut = "left out"
  static let failed = "failed"
  static let ended = "end"
}
