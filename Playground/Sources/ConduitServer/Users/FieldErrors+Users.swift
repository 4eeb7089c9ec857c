import Katana

extension FieldErrors {
  static let minimumPasswordLength = 8

  /// Checks the name of a user.
  ///
  /// - Parameters:
  ///   - text: The name that was sent.
  ///   - owner: Who has the name if it is not new.
  mutating func username(_ text: String?, of owner: UserID?, in model: ServerModel) -> String {
    let username = required(text, "username")
    if let holder = model.userID(named: username), holder != owner { addTaken("username") }
    return username
  }

  /// Checks the email of a user.
  mutating func email(_ text: String?, of owner: UserID?, in model: ServerModel) -> String {
    let email = required(text, "email")
    if has("email") { return email }
    if !email.contains("@") { add("is invalid", to: "email") }
    if let holder = model.userID(email: email), holder != owner { addTaken("email") }
    return email
  }

  /// Checks a new password.
  mutating func password(_ password: Secret<String>?) -> Secret<String> {
    let text = required(password?.revealed, "password")
    if !has("password"), text.count < Self.minimumPasswordLength {
      add("is too short (minimum is \(Self.minimumPasswordLength) characters)", to: "password")
    }
    return Secret(text)
  }
}
