import Foundation
public import KatanaEffects

/// What a stand-in for a server does with a request.
///
/// ```swift
/// .json(#"{"title": "Elm"}"#)
/// .status(404)
/// .offline
/// ```
public enum HTTPAnswer: Hashable, Sendable {
  /// It answers.
  case response(HTTPResponse)
  /// There is no answer.
  case failure(HTTPError)

  /// An answer with text.
  public static func text(_ text: String, status: Int = 200) -> HTTPAnswer {
    .response(
      HTTPResponse(
        status: status, headers: ["Content-Type": "text/plain"], body: Data(text.utf8)))
  }

  /// An answer with JSON, as the server writes it.
  public static func json(_ text: String, status: Int = 200) -> HTTPAnswer {
    .response(
      HTTPResponse(
        status: status, headers: ["Content-Type": "application/json"], body: Data(text.utf8)))
  }

  /// An answer with the JSON of a value; a value that cannot be encoded is a mistake of the test.
  public static func json(
    _ value: some Encodable, status: Int = 200, _ format: HTTPJSONFormat = HTTPJSONFormat()
  ) -> HTTPAnswer {
    do {
      return .json(String(decoding: try format.encode(value), as: UTF8.self), status: status)
    } catch {
      preconditionFailure("The answer of a test cannot be encoded: \(error)")
    }
  }

  /// An answer without a body.
  public static func status(_ status: Int, headers: HTTPFields = [:]) -> HTTPAnswer {
    .response(HTTPResponse(status: status, headers: headers))
  }

  /// There is no network: the host is not known.
  public static let offline = HTTPAnswer.failure(.unknownHost("offline.invalid"))

  /// The outcome of a request, which says what it takes for a success.
  func outcome(of request: HTTPRequest, toFile: Bool = false) -> Result<HTTPResponse, HTTPError> {
    switch self {
    case .failure(let error): return .failure(error)
    case .response(var response):
      if response.url.isEmpty { response.url = request.url }
      guard request.accepted.contains(response.status) else {
        return .failure(.statusUnexpected(response))
      }
      if let limit = request.sizeLimit ?? (toFile ? nil : HTTPRequest.defaultSizeLimit),
        response.size > limit
      {
        return .failure(.tooLarge(hostText(of: request), limit: limit))
      }
      if toFile { response.body = Data() }
      return .success(response)
    }
  }
}

private func hostText(of request: HTTPRequest) -> String {
  let parts = URLComponents(string: request.url)
  return (parts?.host ?? "") + (parts?.port.map { ":\($0)" } ?? "")
}

extension HTTPRequest {
  /// The path of the address, decoded, without the query; `/` for none.
  public var path: String {
    let path = URLComponents(string: url)?.path ?? ""
    return path.isEmpty ? "/" : path
  }
}
