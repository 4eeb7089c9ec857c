import Foundation
import Katana

extension FieldErrors {
  static let minimumPasswordLength = 8

  /// Checks the name of a user.
  ///
  /// - Parameters:
  ///   - text: The name that was sent.
  ///   - owner: Who has the name if it is not new.
  mutating func username(_ text: String?, of owner: UserID?, in model: ServerModel) -> String {
    let username = required(text, "username", .username)
    if let holder = model.userID(named: username), holder != owner { addTaken("username") }
    return username
  }

  /// Checks the email of a user.
  mutating func email(_ text: String?, of owner: UserID?, in model: ServerModel) -> String {
    let email = required(text, "email", .email)
    if has("email") { return email }
    if !email.contains("@") { add("is invalid", to: "email") }
    if let holder = model.userID(email: email), holder != owner { addTaken("email") }
    return email
  }

  /// Returns what is wrong with a password; `nil` if nothing is.
  ///
  /// Call it when the operation is decoded. An update that looks at a password itself would do
  /// something else in a replay, because a recording leaves passwords out.
  static func passwordError(_ password: Secret<String>?, isNew: Bool) -> String? {
    let text = password?.revealed ?? ""
    if text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty { return blank }
    if isNew, text.count < minimumPasswordLength {
      return "is too short (minimum is \(minimumPasswordLength) characters)"
    }
    return FieldLimit.password.error(text)
  }
}
