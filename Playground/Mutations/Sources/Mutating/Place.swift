/// A place in a source file that can be made wrong.
public struct Place: Hashable, Sendable {
  /// How the mutated code stands beside the original one, behind the switch.
  public enum Form: Hashable, Sendable {
    /// An expression of type `Bool` that becomes its opposite.
    case flipped
    /// An expression of type `Bool` that becomes true.
    case always
    /// An expression that becomes another one.
    case expression(String)
    /// A statement that does not happen.
    case dropped
    /// A statement that becomes another one.
    case statement(String)
  }

  /// The way in which the place becomes wrong.
  public let mutation: MutationOperator
  /// How the switch stands around it.
  public let form: Form
  /// The bytes of the source file that are replaced.
  public let range: Range<Int>
  /// The line, from 1.
  public let line: Int
  /// The byte of the line, from 1.
  public let column: Int
  /// The code as it is.
  public let original: String

  /// The code as it is while the mutant is switched on, for a reader.
  public var mutated: String {
    switch form {
    case .flipped: "!(\(original))"
    case .always: "true"
    case .expression(let text), .statement(let text): text
    case .dropped: "(nothing)"
    }
  }

  /// What the switch adds before and after the original code.
  func brackets(_ id: Int) -> (before: String, after: String) {
    let isOn = "\(Switch.name)(\(id))"
    return switch form {
    case .flipped: ("((", ") != \(isOn))")
    case .always: ("((", ") || \(isOn))")
    case .expression(let text): ("(\(isOn) ? (\(text)) : (", "))")
    case .dropped: ("if !\(isOn) { ", " }")
    case .statement(let text): ("if \(isOn) { \(text) } else { ", " }")
    }
  }

  /// Whether the place is a whole statement, which may hold places that begin where it begins.
  private var isStatement: Bool {
    switch form {
    case .dropped, .statement: true
    case .flipped, .always, .expression: false
    }
  }

  /// Whether this place comes first in a file: outer places before those inside of them.
  func precedes(_ other: Place) -> Bool {
    if range.lowerBound != other.range.lowerBound {
      return range.lowerBound < other.range.lowerBound
    }
    if range.upperBound != other.range.upperBound {
      return range.upperBound > other.range.upperBound
    }
    if isStatement != other.isStatement { return isStatement }
    return mutation.rawValue < other.mutation.rawValue
  }
}
