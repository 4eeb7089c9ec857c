#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Katana

/// The source of values that are written as a literal or by a special initialiser.
enum SwiftLiteral {
  /// Returns the source of a value; `nil` if it must be written property by property.
  static func text(of value: Any) -> String? {
    switch value {
    case let value as Bool: "\(value)"
    case let value as String: quoted(value)
    case let value as Substring: quoted(String(value))
    case let value as Character: quoted(String(value))
    case let value as any FixedWidthInteger: String(value, radix: 10)
    case let value as Double: number(value)
    case let value as Float: number(Double(value))
    case let value as Decimal: "Decimal(string: \(quoted("\(value)")))!"
    case let value as UUID: "UUID(uuidString: \(quoted(value.uuidString)))!"
    case let value as Date:
      "Date(timeIntervalSinceReferenceDate: \(number(value.timeIntervalSinceReferenceDate)))"
    case let value as URL: "URL(string: \(quoted(value.absoluteString)))!"
    case let value as Data: "Data([\(value.map { "\($0)" }.joined(separator: ", "))])"
    case let value as Duration: durationText(value)
    case let value as any AnySecret: value.source
    default: nil
    }
  }

  private static func number(_ value: Double) -> String {
    value.isNaN ? ".nan" : value.isInfinite ? (value < 0 ? "-.infinity" : ".infinity") : "\(value)"
  }

  /// Returns a string literal of a text.
  ///
  /// All characters that do not print as themselves are escaped, so that the text can neither end
  /// the literal nor hide source code.
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

  /// Whether a character prints as itself and does not affect the text around it, as characters
  /// that change the direction of writing do.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
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
