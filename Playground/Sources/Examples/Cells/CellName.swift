/// The name of a cell, such as `B12`: a column from A to Z and a row from 0 to 99.
public struct CellName: Hashable, Comparable, Sendable, CustomStringConvertible {
  static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

  /// The number of the column, from 0.
  public let column: Int
  /// The number of the row, from 0.
  public let row: Int

  /// Reads a name; `nil` if there is no such cell.
  public init?(_ text: String) {
    let digits = text.dropFirst()
    guard let letter = text.first, letter.isASCII, digits.allSatisfy("0123456789".contains),
      let column = Self.letters.firstIndex(of: Character(letter.uppercased())),
      let row = Int(digits), row < 100
    else { return nil }
    (self.column, self.row) = (column, row)
  }

  private init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

  /// Returns the cells of the rectangle between two corners.
  static func rectangle(_ first: CellName, _ last: CellName) -> [CellName] {
    let rows = min(first.row, last.row)...max(first.row, last.row)
    return (min(first.column, last.column)...max(first.column, last.column)).flatMap { column in
      rows.map { CellName(column: column, row: $0) }
    }
  }

  /// Orders the cells by columns, and within a column by rows.
  public static func < (lhs: CellName, rhs: CellName) -> Bool {
    (lhs.column, lhs.row) < (rhs.column, rhs.row)
  }

  /// The name as in formulas.
  public var description: String { "\(Self.letters[column])\(row)" }
}
