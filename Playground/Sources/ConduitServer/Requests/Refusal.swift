/// The reason why a request is refused: a status, and texts by field.
///
/// Each text follows the name of its field ("password is too short"). It never contains the value
/// that was sent, because that may be a password.
struct Refusal: Error, Equatable, Sendable {
  /// The status of HTTP.
  var status: Int
  /// The texts by field.
  var errors: [String: [String]]

  /// Creates a refusal.
  init(_ status: Int, _ errors: [String: [String]]) {
    (self.status, self.errors) = (status, errors)
  }

  /// A field has a value that is not allowed.
  static func invalid(_ field: String, _ text: String) -> Refusal { Refusal(422, [field: [text]]) }

  /// There is no such thing.
  static func notFound(_ thing: String) -> Refusal { Refusal(404, [thing: ["not found"]]) }

  /// The thing belongs to another user.
  static func forbidden(_ thing: String) -> Refusal { Refusal(403, [thing: ["forbidden"]]) }

  /// The request has no token, or one that no session has.
  static func token(_ text: String) -> Refusal { Refusal(401, ["token": [text]]) }

  /// No user has this email and this password. Which of the two is wrong is not said.
  static let credentials = Refusal(401, ["credentials": ["invalid"]])

  /// The body is larger than the server reads.
  static let tooLarge = Refusal(413, ["body": ["is too large (maximum is 1 MiB)"]])

  /// A change could not be saved, and is undone.
  static func cannotSave(_ reason: String) -> Refusal {
    Refusal(503, ["server": ["cannot save: \(reason)"]])
  }

  /// Nothing can be changed, because another change could not be saved.
  static let isReloading = cannotSave("the store is read again after a failure")

  /// The answer.
  var response: Response { Response(status, ["errors": errors]) }
}
