import API
import Foundation
import KatanaEffects

extension HTTPResponse {
  /// The errors of the answer by field, as in `{"errors": {"title": ["can't be blank"]}}`.
  ///
  /// They are sorted by field, because the order in JSON has no meaning. Servers differ: the errors
  /// may be nested, a list or one text; or the answer has a `message`, or is one of RFC 9457 with a
  /// `detail`. A short text that is not JSON is an error too, but a web page is none.
  var fieldErrors: [FieldError] {
    guard let json = try? decoded(JSONValue.self), !body.isEmpty else { return plainErrors }
    for key in ["errors", "detail", "message", "error"] {
      if let errors = json[key].map(FieldError.all), !errors.isEmpty { return errors }
    }
    if let title = json["title"]?.text { return [FieldError("", title)] }
    return FieldError.all(in: json.lists)
  }

  private var plainErrors: [FieldError] {
    let type = headers["Content-Type"]?.revealed.lowercased() ?? ""
    let text = self.text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard type.hasPrefix("text/plain"), !text.isEmpty, text.utf8.count <= 300 else { return [] }
    return [FieldError("", text)]
  }
}

extension JSONValue {
  /// The value with only those parts that are lists, as in `{"title": ["can't be blank"]}`: other
  /// parts of an answer without one of the known keys are not errors.
  fileprivate var lists: JSONValue {
    guard case .object(let parts) = self else { return self }
    return .object(parts.filter { if case .list = $0.value { true } else { false } })
  }
}

extension FieldError {
  /// Returns the errors in a value of an answer, sorted by field.
  static func all(in json: JSONValue) -> [FieldError] {
    var texts: [String: [String]] = [:]
    collect(json, &texts, field: [])
    return texts.sorted { $0.key < $1.key }.map { FieldError($0, texts: $1) }
  }

  private static func collect(
    _ json: JSONValue, _ texts: inout [String: [String]], field: [String]
  ) {
    switch json {
    case .text, .number, .bool:
      if let text = json.text { texts[field.joined(separator: "."), default: []].append(text) }
    case .list(let parts):
      for part in parts { collect(part, &texts, field: field) }
    case .object(let parts):
      if let error = single(in: json) {
        texts[(field + error.field).joined(separator: "."), default: []].append(error.text)
        return
      }
      for (key, part) in parts {
        collect(part, &texts, field: textKeys.contains(key) ? field : field + [key])
      }
    case .null: break
    }
  }

  /// The error that an object describes, such as `{"loc": ["body", "email"], "msg": "is missing"}`;
  /// `nil` if its keys are the names of fields.
  private static func single(in json: JSONValue) -> (field: [String], text: String)? {
    guard let text = textKeys.lazy.compactMap({ json[$0]?.text }).first else { return nil }
    let place = ["loc", "field", "path", "param", "property", "source", "name", "pointer"].lazy
      .compactMap { json[$0] }.first
    let isDescription = place != nil || json["code"] != nil || json["type"] != nil
    return isDescription || isOneText(json) ? (names(of: place), text) : nil
  }

  private static func isOneText(_ json: JSONValue) -> Bool {
    if case .object(let parts) = json { parts.count == 1 } else { false }
  }

  /// The names of a field: of `["body", "user", "email"]`, `"#/user/email"`, `{"pointer": …}`.
  private static func names(of place: JSONValue?) -> [String] {
    switch place {
    case .list(let parts):
      let names = parts.compactMap(\.text)
      return ["body", "query", "path", "header"].contains(names.first)
        ? Array(names.dropFirst()) : names
    case .object: return names(of: place?["pointer"] ?? place?["parameter"])
    case .some(let name):
      return name.text?.split { "#/".contains($0) }.map(String.init) ?? []
    case nil: return []
    }
  }

  private static let textKeys = ["msg", "message", "detail", "reason"]
}
