/// The body of a request to register. Missing fields are reported as blank.
struct Registration: Enveloped {
  static let envelopeKey = "user"

  var username: String?
  var email: String?
  var password: Concealed<String>?
}

/// The body of a request to log in.
struct Credentials: Enveloped {
  static let envelopeKey = "user"

  var email: String?
  var password: Concealed<String>?
}

/// The body of a request to change an account. Missing fields do not change.
struct AccountChange: Enveloped {
  static let envelopeKey = "user"

  var username: String?
  var email: String?
  var password: Concealed<String>?
  var bio = OptionalText.keep
  var image = OptionalText.keep

  /// A text that a user need not have. `null` removes it, and a missing field keeps it.
  enum OptionalText: Sendable {
    case keep
    case set(String?)

    func apply(to text: inout String?) {
      guard case .set(let new) = self else { return }
      text = new == "" ? nil : new
    }
  }
}

extension AccountChange {
  private enum Key: CodingKey {
    case username, email, password, bio, image
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    username = try container.decodeIfPresent(String.self, forKey: .username)
    email = try container.decodeIfPresent(String.self, forKey: .email)
    password = try container.decodeIfPresent(Concealed<String>.self, forKey: .password)
    if container.contains(.bio) {
      bio = .set(try container.decodeIfPresent(String.self, forKey: .bio))
    }
    if container.contains(.image) {
      image = .set(try container.decodeIfPresent(String.self, forKey: .image))
    }
  }
}
