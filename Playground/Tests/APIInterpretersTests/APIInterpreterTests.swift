import API
import APIInterpreters
import ConduitBackend
import Foundation
import Katana
import KatanaTesting
import Testing

@Suite struct APIInterpreterTests {
  @Test func anAnswerBecomesThePayload() async throws {
    try await withClient { client in
      let messages = try await perform(.tags, with: client)
      guard case .tags(.success(let tags)) = messages.first as? Heard else {
        return #expect(difference(messages, []) == nil)
      }
      #expect(tags.first == "swift")
      #expect(messages.count == 1)
    }
  }

  @Test func theTokenOfTheSessionGoesWithARequest() async throws {
    try await withClient { client in
      guard case .user(.success(let user)) = try await perform(.logIn(), with: client)[0] as? Heard
      else { return #expect(Bool(false), "the sample user can log in") }
      logIn(client, token: user.token)
      let messages = try await perform(.me, with: client)
      #expect(difference(messages, [Heard.user(.success(user))]) == nil)
    }
  }

  @Test func pathsAndQueriesAreEscaped() async throws {
    try await withClient { client in
      let command = APICommand<[String]>(
        .get("articles", "a/b c?", query: [HTTPRequest.QueryItem("tag", "a&b=c d")]), in: "tags",
        Reply(Heard.tags))
      let notFound = APIError.notFound([FieldError("article", "not found")])
      let messages = try await perform(command, with: client)
      #expect(difference(messages, [Heard.tags(.failure(notFound))]) == nil)
    }
  }

  @Test func aWrongPasswordIsUnauthorized() async throws {
    try await withClient { client in
      let error = APIError.unauthorized([FieldError("email or password", "is invalid")])
      let messages = try await perform(.logIn(password: "wrong"), with: client)
      #expect(difference(messages, [Heard.user(.failure(error))]) == nil)
    }
  }

  @Test func aRequestThatNeedsASessionIsNotSentWithoutOne() async throws {
    let client = APIClient(server: URL(filePath: "/nowhere"))
    let messages = try await perform(.me, with: client)
    #expect(difference(messages, [Heard.user(.failure(.notLoggedIn))]) == nil)
  }

  @Test func anExpiredSessionIsToldToTheWholeAppFirst() async throws {
    try await withClient { client in
      logIn(client, token: Secret("nobody has this"))
      let expected: [any Message] = [SessionExpired(), Heard.user(.failure(.sessionExpired))]
      let messages = try await perform(.me, with: client)
      #expect(difference(messages, expected) == nil)
    }
  }

  @Test func aLoginIsNotMadeInTheNameOfAnExpiredSession() async throws {
    try await withClient { client in
      logIn(client, token: Secret("nobody has this"))
      guard case .user(.success) = try await perform(.logIn(), with: client)[0] as? Heard else {
        return #expect(Bool(false), "the sample user can log in")
      }
    }
  }

  @Test func errorsOfValidationAreSortedByField() async throws {
    try await withClient { client in
      let user: JSON = ["email": .string(""), "username": .string("")]
      let command = APICommand(
        .post("users", body: ["user": user], session: .none), in: "user", Reply(Heard.user))
      let error = APIError.invalid([
        FieldError("email", "can't be blank"), FieldError("password", "can't be blank"),
        FieldError("username", "can't be blank"),
      ])
      let messages = try await perform(command, with: client)
      #expect(difference(messages, [Heard.user(.failure(error))]) == nil)
    }
  }
}
