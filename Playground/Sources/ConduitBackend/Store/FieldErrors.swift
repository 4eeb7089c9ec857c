import Foundation

/// Collects the errors in the fields of one request, so that one answer contains all of them.
struct FieldErrors {
  static let blank = "can't be blank"
  static let taken = "has already been taken"

  private var errors: [String: [String]] = [:]

  mutating func add(_ text: String, to field: String) {
    errors[field, default: []].append(text)
  }

  /// Returns a text, and adds an error if it is missing or blank.
  mutating func require(_ text: String?, _ field: String) -> String {
    let text = text ?? ""
    if text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty {
      add(Self.blank, to: field)
    }
    return text
  }

  func has(_ field: String) -> Bool {
    errors[field] != nil
  }

  func throwIfAny() throws(APIFailure) {
    if !errors.isEmpty { throw APIFailure(status: 422, errors: errors) }
  }
}
