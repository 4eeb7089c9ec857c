import API
import APIInterpreters
import ConduitBackend
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaTesting
import Testing

/// What goes over the wire.
@Suite struct ExchangeTests {
  /// Keeps the last exchange, which it answers with nothing.
  private final class Wire: HTTPTransport, @unchecked Sendable {
    // Sendable, because a test sends one request, and looks at the exchange after its end.
    private(set) var exchange: HTTPExchange?

    func start(
      _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
    ) -> HTTPTransportTask {
      self.exchange = exchange
      receive(.head(HTTPHead(status: 200, headers: [:])))
      receive(.ended(nil))
      return HTTPTransportTask {}
    }
  }

  /// What is sent for a call.
  private func exchange(
    of call: APICall, token: Secret<String>? = nil
  ) async throws -> HTTPExchange {
    let (server, wire) = (try #require(URL(string: "http://localhost:1")), Wire())
    let client = APIClient(server: server, transport: wire)
    if let token { logIn(client, token: token) }
    _ = await perform(APICommand(call, in: "tags", Reply(Heard.tags)), with: client)
    return try #require(wire.exchange)
  }

  /// `+` means a space in a query, so a plus sign is escaped (WHATWG URL standard,
  /// `application/x-www-form-urlencoded`).
  @Test func aPlusSignInAQueryIsEscaped() async throws {
    let exchange = try await exchange(
      of: .get("articles", "a/b", query: ["tag": "c++ & more"], session: .none))
    #expect(
      exchange.url.absoluteString
        == "http://localhost:1/api/articles/a%2Fb?tag=c%2B%2B%20%26%20more")
    #expect(exchange.headers == ["Accept": "application/json"])
    #expect(exchange.method == .get && exchange.body == .none)
  }

  @Test func theBodyHasTheSecretsAndTheTokenIsOneOfThem() async throws {
    let body = ["user": ["password": Secret("hunter22")]]
    let exchange = try await exchange(of: .post("users", body: body), token: Secret("t0k3n"))
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
    let body = HTTPBody.bytes(try encoder.encode(LogInBody()), type: "application/json")
    let request = HTTPRequest.post("\(backend.url)/api/users/login", body: body)
    let answer = try await HTTPClient().response(
      to: request.accepting(200...599), by: ManualClock())
    #expect(answer.status == status)
    await backend.stop()
  }
}
