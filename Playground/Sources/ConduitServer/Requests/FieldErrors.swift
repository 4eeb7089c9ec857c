import Foundation
import Katana

/// Collects what is wrong with the fields of one request, so that one answer has all of it.
struct FieldErrors {
  static let blank = "can't be blank"
  static let taken = "has already been taken"

  private var invalid: [String: [String]] = [:]
  private var conflicts: [String: [String]] = [:]

  /// Adds an error of a value that is not allowed; without a text, none.
  mutating func add(_ text: String?, to field: String) {
    if let text { invalid[field, default: []].append(text) }
  }

  /// Adds the error that another user has the value.
  mutating func addTaken(_ field: String) { conflicts[field] = [Self.taken] }

  /// Whether a field has an error.
  func has(_ field: String) -> Bool { invalid[field] != nil }

  /// Returns the text of a field that must be there; without it, adds an error.
  mutating func required(_ text: String?, _ field: String, _ limit: FieldLimit) -> String {
    let text = text ?? ""
    if text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty { add(Self.blank, to: field) }
    add(limit.error(text), to: field)
    return text
  }

  /// Returns the new text of a field that stays as it is if it is left out.
  mutating func changed(
    _ field: Field<String>, _ name: String, _ limit: FieldLimit, from old: String
  ) -> String {
    field == .missing ? old : required(field.value, name, limit)
  }

  /// Returns the new text of a field that may have none. `null` and an empty text mean none.
  mutating func optional(
    _ field: Field<String>, _ name: String, _ limit: FieldLimit, from old: String?
  ) -> String? {
    if field == .missing { return old }
    let text = field.value ?? ""
    add(limit.error(text), to: name)
    return text.isEmpty ? nil : text
  }

  /// Returns tags without blanks around them, and each one once.
  mutating func tags(_ tags: [String]) -> [String] {
    var seen: Set<String> = []
    let tags = tags.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
    if tags.count > FieldLimit.tagCount {
      add("has too many tags (maximum is \(FieldLimit.tagCount))", to: "tagList")
    }
    add(tags.lazy.compactMap { FieldLimit.tag.error($0) }.first, to: "tagList")
    return tags
  }

  /// Throws the refusal if there are errors. A value that is not allowed comes before a conflict: the
  /// request could not succeed even if the value were free.
  func check() throws(Refusal) {
    if !invalid.isEmpty {
      throw Refusal(422, invalid.merging(conflicts) { first, _ in first })
    }
    if !conflicts.isEmpty { throw Refusal(409, conflicts) }
  }
}
