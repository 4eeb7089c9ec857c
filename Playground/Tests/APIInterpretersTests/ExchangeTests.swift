import API
import ConduitBackend
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaTesting
import Testing

@testable import APIInterpreters

/// What goes over the wire.
@Suite struct ExchangeTests {
  private let server = URL(string: "http://localhost:1")!

  /// `+` means a space in a query, so a plus sign is escaped (WHATWG URL standard,
  /// `application/x-www-form-urlencoded`).
  @Test func aPlusSignInAQueryIsEscaped() throws {
    let call = APICall.get("articles", query: ["tag": "c++ & more"], session: .none)
    let exchange = try HTTPExchange(call, to: server, token: nil)
    #expect(
      exchange.url.absoluteString == "http://localhost:1/api/articles?tag=c%2B%2B%20%26%20more")
    #expect(exchange.headers == ["Accept": "application/json"])
    #expect(exchange.method == .get && exchange.body == .none)
  }

  @Test func theBodyHasTheSecretsAndTheTokenIsOneOfThem() throws {
    let body = ["user": ["password": Secret("hunter22")]]
    let exchange = try HTTPExchange(
      .post("users", body: body), to: server, token: Secret("t0k3n"))
    #expect(exchange.body == .bytes(Data(#"{"user":{"password":"hunter22"}}"#.utf8)))
    #expect(exchange.headers["Authorization"] == .secret("Token t0k3n"))
    #expect(exchange.headers["Content-Type"] == "application/json")
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
    let exchange = HTTPExchange(
      .post, backend.url.appending(path: "api/users/login"),
      headers: ["Content-Type": "application/json"],
      body: .bytes(try encoder.encode(LogInBody())))
    let answer = try await URLSessionTransport.shared.answer(
      to: exchange, within: .seconds(60), by: ManualClock())
    #expect(answer.status == status)
    await backend.stop()
  }
}
