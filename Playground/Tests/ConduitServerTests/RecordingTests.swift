import ConduitServerInterpreters
import Foundation
import Katana
import KatanaRecording
import KatanaRuntime
import Testing

@testable import ConduitServer

/// That a recording of the messages has all that the store needs, although it leaves secrets out.
@Suite struct RecordingTests {
  @Test func aReplayComputesTheStoreAgain() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let format = RecordingFormat(everyPayloadOf: serverProgram())
    let recorder = try Recorder(format, in: folder, name: "conduit-server")
    let server = try Server(
      options: RuntimeOptions(eventHandlers: [recorder.eventHandler]), now: { noon })
    let token = try await register(server)
    for (method, target, body) in requests {
      let head = RequestHead(method, target, authorization: Secret("Token \(token)"))
      let answer = await server.answer(head) { Data(body.utf8) }
      #expect(200..<300 ~= answer.status, "\(method) \(target)")
    }
    for (method, target, body) in refused {
      let head = RequestHead(method, target, authorization: Secret("Token \(token)"))
      #expect(await server.answer(head) { Data(body.utf8) }.status == 422)
    }
    let model = server.model
    await server.stop()
    await recorder.close()

    let replay = try Replay(format, of: recorder.path)
    let result = try replay.run()
    #expect(result.problem == nil)
    #expect(result.divergence == nil)
    #expect(result.model == model)
    #expect(model.users.count == 5 && model.articles.count == 26)
    let text = try String(contentsOfFile: recorder.path, encoding: .utf8)
    #expect(text.contains("ada@b.c"))
    #expect(!text.contains("analytical") && !text.contains("difference"))
    #expect(!text.contains(token))
  }

  private func register(_ server: Server) async throws -> String {
    let body = #"{"user":{"username":"ada","email":"ada@b.c","password":"analytical"}}"#
    let answer = await server.answer(RequestHead("POST", "/api/users")) { Data(body.utf8) }
    return try JSONDecoder().decode(JSON.self, from: answer.body)["user"]["token"].text
  }

  private let requests = [
    ("POST", "/api/articles", #"{"article":{"title":"T","description":"D","body":"B"}}"#),
    ("PUT", "/api/articles/t", #"{"article":{"title":"U","tagList":["a"]}}"#),
    ("POST", "/api/articles/values-first/favorite", ""),
    ("POST", "/api/articles/u/comments", #"{"comment":{"body":"C"}}"#),
    ("POST", "/api/articles/u/comments", #"{"comment":{"body":"D"}}"#),
    ("DELETE", "/api/articles/u/comments/10", ""),
    ("POST", "/api/profiles/demo/follow", ""),
    ("PUT", "/api/user", #"{"user":{"password":"difference","bio":null,"image":"http://a"}}"#),
    ("GET", "/api/articles/feed", ""),
  ]

  /// An update that looked at the password would do something else in the replay.
  private let refused = [
    ("POST", "/api/users", #"{"user":{"username":"b","email":"b@c","password":"short"}}"#),
    ("POST", "/api/users/login", #"{"user":{"email":"ada@b.c","password":" "}}"#),
    ("PUT", "/api/user", #"{"user":{"password":"short"}}"#),
  ]
}
