import API
import Foundation
import Katana

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// The request as it goes over the wire. Here, and nowhere else, secrets are revealed.
  init(_ request: HTTPRequest, to server: URL, token: Secret<String>?) {
    var url = server.appending(path: "api")
    for part in request.path { url.append(component: part) }
    if !request.query.isEmpty {
      url.append(queryItems: request.query.map { URLQueryItem(name: $0.name, value: $0.value) })
      // Foundation leaves `+` as it is, which servers read as a space.
      if var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) {
        parts.percentEncodedQuery = parts.percentEncodedQuery?
          .replacingOccurrences(of: "+", with: "%2B")
        url = parts.url ?? url
      }
    }
    self.init(url: url)
    httpMethod = request.method.rawValue
    setValue("application/json", forHTTPHeaderField: "Accept")
    if let token { setValue("Token \(token.revealed)", forHTTPHeaderField: "Authorization") }
    if let body = request.body {
      setValue("application/json", forHTTPHeaderField: "Content-Type")
      httpBody = body.data
    }
  }
}

extension JSON {
  /// The bytes of the value, with its secrets.
  fileprivate var data: Data {
    do {
      return try JSONSerialization.data(withJSONObject: object, options: [.fragmentsAllowed])
    } catch {
      preconditionFailure("texts, arrays and objects are always valid JSON")
    }
  }

  private var object: Any {
    switch self {
    case .string(let text): text
    case .secret(let secret): secret.revealed
    case .array(let values): values.map(\.object)
    case .object(let values): values.mapValues(\.object)
    }
  }
}
