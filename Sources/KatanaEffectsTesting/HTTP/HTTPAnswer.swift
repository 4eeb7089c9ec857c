import Foundation
import Katana
import KatanaEffectInterpreters
public import KatanaEffects

/// The answer of a stand-in server to a request.
///
/// ```swift
/// .json(#"{"title": "Elm"}"#)
/// .status(404)
/// .offline
/// ```
public enum HTTPAnswer: Hashable, Sendable {
  /// The server responds.
  case response(HTTPResponse)
  /// The request fails without a response.
  case failure(HTTPError)
  /// The request fails as without a network: its host is unknown.
  case offline

  /// Returns a response with plain text.
  public static func text(_ text: String, status: Int = 200) -> HTTPAnswer {
    .response(
      HTTPResponse(
        status: status, headers: ["Content-Type": "text/plain"], body: Data(text.utf8)))
  }

  /// Returns a response with the text of JSON.
  public static func json(_ text: String, status: Int = 200) -> HTTPAnswer {
    .response(
      HTTPResponse(
        status: status, headers: ["Content-Type": "application/json"], body: Data(text.utf8)))
  }

  /// Returns a response with the JSON of a value.
  ///
  /// Stops the process if the value cannot be encoded.
  public static func json(
    _ value: some Encodable, status: Int = 200, _ format: HTTPJSONFormat = HTTPJSONFormat()
  ) -> HTTPAnswer {
    do {
      return .json(String(decoding: try format.encode(value), as: UTF8.self), status: status)
    } catch {
      preconditionFailure("The answer of a test cannot be encoded: \(error)")
    }
  }

  /// Returns a response without a body.
  public static func status(_ status: Int, headers: HTTPFields = [:]) -> HTTPAnswer {
    .response(HTTPResponse(status: status, headers: headers))
  }

  /// Returns why `.http()` does not send a request; `nil` if it does, or if this answer is an error.
  ///
  /// `.http(preparing:)` may complete an address, and which files exist is not known.
  func refusal(of request: HTTPRequest) -> HTTPError? {
    if case .failure = self { return nil }
    var request = request
    if let text = HTTPAddress.escaped(request.url.revealed),
      URLComponents(string: text)?.scheme == nil
    {
      request.url = "https://host/\(request.url.revealed)"
    }
    do throws(HTTPError) {
      _ = try HTTPExchange(request, boundary: "boundary") { (_) throws(FileError) in }
    } catch {
      return error
    }
    return nil
  }

  /// Returns the outcome of a request, which defines the accepted statuses and the size limit.
  func outcome(of request: HTTPRequest, toFile: Bool = false) -> Outcome<HTTPResponse, HTTPError> {
    HTTPSecrets(of: request).hidden(in: whole(of: request, toFile: toFile))
  }

  private func whole(of request: HTTPRequest, toFile: Bool) -> Outcome<HTTPResponse, HTTPError> {
    switch self {
    case .failure(let error): return .failure(error)
    case .offline: return .failure(.unknownHost(request.host))
    case .response(var response):
      if response.url.isEmpty { response.url = request.address }
      guard request.accepted.contains(response.status) else {
        return .failure(.statusUnexpected(response))
      }
      if let limit = request.sizeLimit ?? (toFile ? nil : HTTPRequest.defaultSizeLimit),
        response.size > limit
      {
        guard request.keepsBeginning, !toFile else {
          var received = response
          received.body = Data()
          return .failure(.tooLarge(request.host, limit: limit, received: received))
        }
        response.body = Data(response.body.prefix(max(limit, 0)))
        response.isCut = true
      }
      if toFile { response.body = Data() }
      return .success(response)
    }
  }
}

extension HTTPRequest {
  /// The path of the URL without percent encoding and query; `/` if the URL has none.
  public var path: String {
    let path = HTTPAddress.escaped(url.revealed).flatMap { URLComponents(string: $0) }?.path ?? ""
    return path.isEmpty ? "/" : path
  }
}
