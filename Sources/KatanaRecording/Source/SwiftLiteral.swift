#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Katana

/// Values whose source is not made of their parts.
enum SwiftLiteral {
  /// The source of a value; `nil` if it must be written by its parts.
  static func text(of value: Any) -> String? {
    switch value {
    case let value as Bool: "\(value)"
    case let value as String: quoted(value)
    case let value as Substring: quoted(String(value))
    case let value as Character: quoted(String(value))
    case let value as any FixedWidthInteger: "\(value)"
    case let value as Double: number(value)
    case let value as Float: number(Double(value))
    case let value as Decimal: "Decimal(string: \(quoted("\(value)")))!"
    case let value as UUID: "UUID(uuidString: \(quoted(value.uuidString)))!"
    case let value as Date:
      "Date(timeIntervalSinceReferenceDate: \(number(value.timeIntervalSinceReferenceDate)))"
    case let value as URL: "URL(string: \(quoted(value.absoluteString)))!"
    case let value as Data: "Data([\(value.map { "\($0)" }.joined(separator: ", "))])"
    case let value as Duration: duration(value)
    case let value as any AnySecret: value.source
    default: nil
    }
  }

  private static func number(_ value: Double) -> String {
    value.isNaN ? ".nan" : value.isInfinite ? (value < 0 ? "-.infinity" : ".infinity") : "\(value)"
  }

  private static func duration(_ value: Duration) -> String {
    let (seconds, attoseconds) = value.components
    return attoseconds == 0
      ? ".seconds(\(seconds))"
      : "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
  }

  /// A text between quotes that no compiler takes for anything else: everything but letters, digits and
  /// signs that print is escaped.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where isPlain(scalar): result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result + "\""
  }

  /// Whether a character prints as itself and changes nothing around it, such as the direction of writing.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      false
    default: true
    }
  }
}

/// A secret, whose value is never written.
private protocol AnySecret { var source: String { get } }

extension Secret: AnySecret {
  fileprivate var source: String {
    switch Value.self {
    case is String.Type: "Secret(\"•••\")"
    case is Data.Type: "Secret(Data(\"•••\".utf8))"
    default: "Secret(Array(\"•••\".utf8))"
    }
  }
}
