import Foundation

/// An answer of the API.
struct APIResponse: Sendable {
  var status: Int
  var body = Data()

  static let noContent = APIResponse(status: 204)

  static func ok(_ value: some Encodable) -> APIResponse {
    json(200, value)
  }

  static func created(_ value: some Encodable) -> APIResponse {
    json(201, value)
  }

  static func failure(_ failure: APIFailure) -> APIResponse {
    json(failure.status, ["errors": failure.errors])
  }

  private static let dateStyle = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  private static func json(_ status: Int, _ value: some Encodable) -> APIResponse {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.formatted(dateStyle))
    }
    do {
      return APIResponse(status: status, body: try encoder.encode(value))
    } catch {
      return APIResponse(status: 500)
    }
  }
}
