#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import KatanaRuntime

/// How the values of a type are encoded and decoded.
enum ExactForm {
  /// By Foundation's coder alone.
  case plain
  /// By Foundation's coder alone; earlier versions wrote some of these numbers as a text.
  case floats
  /// By the conformance to `Codable`, with an exact coder.
  case conformance, optional
  /// By ``ExactlyEncodable`` and ``ExactlyDecodable``.
  case nested, special

  /// The forms of the types that were seen, because the casts that find them are slow.
  private static let known = Locked<[ObjectIdentifier: ExactForm]>([:])

  static subscript(_ type: Any.Type) -> ExactForm {
    known.withLock { known in
      if let form = known[ObjectIdentifier(type)] { return form }
      let form = form(of: type)
      known[ObjectIdentifier(type)] = form
      return form
    }
  }

  private static let plainTypes: [Any.Type] = [
    Bool.self, String.self, Data.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
    Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
  ]

  private static func form(of type: Any.Type) -> ExactForm {
    if type == Double.self || type == Float.self { return .floats }
    if plainTypes.contains(where: { $0 == type }) { return .plain }
    if let list = type as? any ListValue.Type {
      let form = form(of: list.element)
      return form.isPlain ? form : .conformance
    }
    if let optional = type as? any OptionalValue.Type {
      return optional.wrapped is any OptionalValue.Type ? .nested : .optional
    }
    return type is any ExactlyEncodable.Type ? .special : .conformance
  }

  /// Whether Foundation's encoder writes the values exactly.
  var isPlain: Bool { self == .plain || self == .floats }
}

/// An array.
protocol ListValue { static var element: Any.Type { get } }
extension Array: ListValue { static var element: Any.Type { Element.self } }

/// An optional.
protocol OptionalValue { static var wrapped: Any.Type { get } }
extension Optional: OptionalValue { static var wrapped: Any.Type { Wrapped.self } }
