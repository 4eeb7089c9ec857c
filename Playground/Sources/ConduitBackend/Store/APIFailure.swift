/// The reason why a request was refused: an HTTP status, and texts by field.
///
/// Each text follows the name of its field ("password is too short"). It never contains the value
/// that was sent, because that may be a password.
struct APIFailure: Error, Equatable {
  var status: Int
  var errors: [String: [String]]

  static let unexpected = APIFailure(status: 500, errors: ["server": ["failed unexpectedly"]])

  static func invalid(_ field: String, _ text: String) -> APIFailure {
    APIFailure(status: 422, errors: [field: [text]])
  }

  static func notFound(_ resource: String) -> APIFailure {
    APIFailure(status: 404, errors: [resource: ["not found"]])
  }

  static func forbidden(_ resource: String) -> APIFailure {
    APIFailure(status: 403, errors: [resource: ["forbidden"]])
  }

  static func unauthorized(_ field: String, _ text: String) -> APIFailure {
    APIFailure(status: 401, errors: [field: [text]])
  }
}
