/// Why a request was refused: an HTTP status, and texts by the field they are about.
///
/// The texts read after the field's name ("password is too short") and never repeat what was sent,
/// since that may be a password.
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
