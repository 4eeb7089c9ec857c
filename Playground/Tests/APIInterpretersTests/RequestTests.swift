import API
import ConduitBackend
import Foundation
import Katana
import Testing

@testable import APIInterpreters

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RequestTests {
  /// `+` means a space in a query, so a plus sign is escaped (WHATWG URL standard,
  /// `application/x-www-form-urlencoded`).
  @Test func aPlusSignInAQueryIsEscaped() throws {
    let tag = HTTPRequest.QueryItem("tag", "c++ & more")
    let request = HTTPRequest.get("articles", query: [tag], session: .none)
    let url = URLRequest(request, to: URL(string: "http://localhost:1")!, token: nil).url
    #expect(
      url?.absoluteString == "http://localhost:1/api/articles?tag=c%2B%2B%20%26%20more")
  }

  private struct LogInBody: Encodable {
    struct User: Encodable {
      var email = "demo@example.com"
      var password = Secret("demo-password")
    }
    var user = User()
  }

  /// The server accepts the login only if the body holds the password itself, and not `•••`.
  @Test(arguments: [(SecretEncoding.revealed, 200), (.masked, 401)])
  func theServerGetsAnEncodedSecretAsTheEncoderSays(
    secrets: SecretEncoding, status: Int
  ) async throws {
    let encoder = JSONEncoder()
    encoder.userInfo[.secrets] = secrets
    let backend = try await BackendServer.start()
    var request = URLRequest(url: backend.url.appending(path: "api/users/login"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try encoder.encode(LogInBody())
    let (_, answer) = try await URLSession.shared.data(for: request)
    #expect((answer as? HTTPURLResponse)?.statusCode == status)
    await backend.stop()
  }
}
