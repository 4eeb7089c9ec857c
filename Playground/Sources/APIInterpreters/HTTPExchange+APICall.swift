import API
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects

extension HTTPExchange {
  /// Encodes a call as it goes over the wire. Here, and nowhere else, secrets are revealed.
  ///
  /// - Throws: `EncodingError` if the body cannot be written as JSON.
  init(_ call: APICall, to server: URL, token: Secret<String>?) throws {
    self.init(
      call.method, server.address(of: call), headers: ["Accept": "application/json"])
    if let token { headers["Authorization"] = .secret("Token \(token.revealed)") }
    if let body = call.body {
      headers["Content-Type"] = "application/json"
      self.body = .bytes(try HTTPJSONFormat().encode(body.value))
    }
  }
}

extension URL {
  /// The address of a call to this server.
  fileprivate func address(of call: APICall) -> URL {
    var url = appending(path: "api")
    for part in call.path { url.append(component: part) }
    if call.query.fields.isEmpty { return url }
    url.append(
      queryItems: call.query.fields.map { URLQueryItem(name: $0.name, value: $0.value.revealed) })
    // Foundation leaves `+` as it is, which servers read as a space.
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    let query = parts?.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    parts?.percentEncodedQuery = query
    return parts?.url ?? url
  }
}
