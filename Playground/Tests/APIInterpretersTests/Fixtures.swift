import API
import APIInterpreters
import ConduitBackend
import Foundation
import Katana
import KatanaRuntime
import KatanaTesting

struct User: Decodable, Equatable {
  var username: String
  var token: Secret<String>
}

enum Heard: Message, Equatable {
  case user(Outcome<User, APIError>)
  case tags(Outcome<[String], APIError>)
}

extension Command where Self == APICommand<User> {
  static func logIn(password: String = "demo-password") -> Self {
    let user = ["email": Secret("demo@example.com"), "password": Secret(password)]
    return APICommand(
      .post("users", "login", body: ["user": user], session: .none), in: "user", Reply(Heard.user))
  }

  static var me: Self {
    APICommand(.get("user", session: .required), in: "user", Reply(Heard.user))
  }
}

extension Command where Self == APICommand<[String]> {
  static var tags: Self { APICommand(.get("tags"), in: "tags", Reply(Heard.tags)) }
}

/// Performs a command over real HTTP until it has ended; a test then expects what it has sent.
func perform(
  _ command: any APIRequest, with client: APIClient, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line
) async -> RecordingDispatcher {
  let recorder = RecordingDispatcher(exhaustive: false)
  await recorder.run(APIInterpreter(client: client), command)
    .ended(fileID: fileID, filePath: filePath, line: line)
  return recorder
}

/// Runs a test with a backend of its own.
func withClient(
  faults: [Fault] = [], _ test: (APIClient) async throws -> Void
) async throws {
  let backend = try await BackendServer.start(faults: faults)
  try await test(APIClient(server: backend.url))
  await backend.stop()
}

/// Puts a token into a client, as the model's subscription does.
func logIn(_ client: APIClient, token: Secret<String>) {
  _ = RecordingDispatcher().start(.subscription(client.session), APISession(token: token))
}
