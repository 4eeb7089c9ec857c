import API
import APIInterpreters
import ConduitBackend
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaTesting
import Testing

@Suite struct APIInterpreterTests {
  /// The user that a login over HTTP gives.
  private func loggedIn(with client: APIClient) async throws -> User {
    let heard = await perform(.logIn(), with: client)
    let answer = try #require(await heard.next(as: Heard.self))
    heard.expectNoMore()
    guard case .user(let result) = answer else { throw APIError.malformedAnswer(.notJSON) }
    return try result.get()
  }

  @Test func anAnswerBecomesThePayload() async throws {
    try await withClient { client in
      let heard = await perform(.tags, with: client)
      guard case .tags(.success(let tags)) = await heard.next(as: Heard.self) else {
        Issue.record("the server has tags")
        return
      }
      #expect(tags.first == "swift")
      heard.expectNoMore()
    }
  }

  @Test func theTokenOfTheSessionGoesWithARequest() async throws {
    try await withClient { client in
      let user = try await loggedIn(with: client)
      logIn(client, token: user.token)
      let heard = await perform(.me, with: client)
      await heard.expect(Heard.user(.success(user)))
      heard.expectNoMore()
    }
  }

  @Test func pathsAndQueriesAreEscaped() async throws {
    try await withClient { client in
      let command = APICommand<[String]>(
        .get("articles", "a/b c?", query: ["tag": "a&b=c d"]), in: "tags",
        Reply(Heard.tags))
      let heard = await perform(command, with: client)
      await heard.expect(Heard.tags(.failure(.notFound([FieldError("article", "not found")]))))
      heard.expectNoMore()
    }
  }

  @Test func aWrongPasswordIsUnauthorized() async throws {
    try await withClient { client in
      let error = APIError.unauthorized([FieldError("credentials", "invalid")])
      let heard = await perform(.logIn(password: "wrong"), with: client)
      await heard.expect(Heard.user(.failure(error)))
      heard.expectNoMore()
    }
  }

  @Test func aRequestThatNeedsASessionIsNotSentWithoutOne() async {
    let heard = await perform(.me, with: APIClient(server: URL(filePath: "/nowhere")))
    await heard.expect(Heard.user(.failure(.notLoggedIn)))
    heard.expectNoMore()
  }

  @Test func anExpiredSessionIsToldToTheWholeAppFirst() async throws {
    try await withClient { client in
      logIn(client, token: Secret("nobody has this"))
      let heard = await perform(.me, with: client)
      await heard.expect(
        SessionExpired(token: Secret("nobody has this")),
        Heard.user(.failure(.sessionExpired([FieldError("token", "is invalid")]))))
      heard.expectNoMore()
    }
  }

  /// A server that refuses whoever has a session.
  private struct ForNobody: HTTPTransport {
    func start(
      _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
    ) -> HTTPTransportTask {
      let isNobody = exchange.headers["Authorization"] == nil
      receive(.head(HTTPHead(status: isNobody ? 200 : 401, headers: [:])))
      receive(.body(Data(#"{"user":{"username":"demo","token":"new"}}"#.utf8)))
      receive(.ended(nil))
      return HTTPTransportTask {}
    }
  }

  @Test func aLoginIsNotMadeInTheNameOfAnExpiredSession() async throws {
    let server = try #require(URL(string: "http://a"))
    let client = APIClient(server: server, transport: ForNobody())
    logIn(client, token: Secret("nobody has this"))
    #expect(try await loggedIn(with: client).token == Secret("new"))
    let heard = await perform(.me, with: client)
    await heard.expect(
      SessionExpired(token: Secret("nobody has this")), Heard.user(.failure(.sessionExpired())))
    heard.expectNoMore()
  }

  @Test func errorsOfValidationAreSortedByField() async throws {
    try await withClient { client in
      let user = ["email": "", "username": ""]
      let command = APICommand(
        .post("users", body: ["user": user], session: .none), in: "user", Reply(Heard.user))
      let error = APIError.invalid([
        FieldError("email", "can't be blank"), FieldError("password", "can't be blank"),
        FieldError("username", "can't be blank"),
      ])
      let heard = await perform(command, with: client)
      await heard.expect(Heard.user(.failure(error)))
      heard.expectNoMore()
    }
  }
}
