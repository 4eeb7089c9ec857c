/// What a cell shows.
public enum CellValue: Hashable, Sendable, CustomStringConvertible {
  /// The cell is empty.
  case empty
  /// A number.
  case number(Double)
  /// A text, which is no number.
  case text(String)
  /// The formula has no value, for this reason.
  case error(CellError)

  /// The text in the cell: nothing, the number, the text, or what is wrong.
  public var description: String {
    switch self {
    case .empty: ""
    case .number(let number): number.text
    case .text(let text): text
    case .error(let error): "#\(error)"
    }
  }
}

/// Why a formula has no value. A formula that refers to such a cell has the same error.
public enum CellError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The formula cannot be read. `place` is the number of the first wrong character, from 1.
  case syntax(place: Int, expected: String)
  /// The formula computes with a text.
  case notANumber(CellName)
  /// The formula divides by zero.
  case divisionByZero
  /// The result is larger than every number.
  case tooLarge
  /// These cells depend on each other, or one on itself.
  case cycle([CellName])

  /// What is wrong, in a few words.
  public var description: String {
    switch self {
    case .syntax(let place, let expected): "\(expected) expected at \(place)"
    case .notANumber(let cell): "\(cell) is no number"
    case .divisionByZero: "division by 0"
    case .tooLarge: "too large"
    case .cycle(let cells): "cycle of \(cells.map(\.description).joined(separator: ", "))"
    }
  }
}

extension Double {
  /// The number without the `.0` of a whole number.
  fileprivate var text: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
