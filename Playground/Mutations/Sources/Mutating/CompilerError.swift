/// An error that the compiler reports.
public struct CompilerError: Hashable, Sendable {
  /// The file.
  public let path: String
  /// The line, from 1.
  public let line: Int
  /// The byte of the line, from 1.
  public let column: Int
  /// What is wrong.
  public let text: String

  /// Reads a line such as `/folder/File.swift:12:5: error: text`.
  public init?(_ line: some StringProtocol) {
    guard line.hasPrefix("/"), let mark = line.firstRange(of: ": error: ") else { return nil }
    let place = line[..<mark.lowerBound].split(separator: ":")
    guard place.count == 3, let number = Int(place[1]), let column = Int(place[2]) else {
      return nil
    }
    path = String(place[0])
    self.line = number
    self.column = column
    text = String(line[mark.upperBound...])
  }
}
