import API
import Foundation
import Katana
import KatanaEffects

extension HTTPRequest {
  /// Creates the HTTP request for a call to a server. Every status counts as an answer, and
  /// redirects are not followed.
  init(_ call: APICall, to server: URL, token: Secret<String>?, within limit: Duration) {
    self.init(
      call.method, server.address(of: call), query: call.query,
      headers: ["Accept": "application/json"], body: call.body.map(HTTPBody.json) ?? .none,
      timeLimit: limit, redirects: .notFollowed, accepted: 0...999)
    if let token { headers["Authorization"] = .secret("Token \(token.revealed)") }
  }
}

extension URL {
  /// Returns the address of a call to this server, without its query.
  fileprivate func address(of call: APICall) -> String {
    call.path.reduce(appending(path: "api")) { $0.appending(component: $1) }.absoluteString
  }
}
