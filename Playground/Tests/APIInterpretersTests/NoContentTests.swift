import API
import APIInterpreters
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

/// Answers without a body.
@Suite struct NoContentTests {
  enum Gone: Message, Equatable { case gone(Outcome<NoContent, APIError>) }

  /// Answers every request in one way.
  private struct Server: HTTPTransport {
    var status: Int
    var body: String

    func start(
      _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
    ) -> HTTPTransportTask {
      receive(.head(HTTPHead(status: status, headers: [:])))
      if !body.isEmpty { receive(.body(Data(body.utf8))) }
      receive(.ended(nil))
      return HTTPTransportTask {}
    }
  }

  @Test(arguments: [
    (204, "", Outcome<NoContent, APIError>.success(NoContent())), (200, "", .success(NoContent())),
    (200, "{}", .success(NoContent())),
    (200, #"{"errors":{}}"#, .failure(.inDoubt(.malformedAnswer(.unexpected(path: ""))))),
    (
      200, #"{"errors":{"article":["is locked"]}}"#,
      .failure(.inDoubt(.malformedAnswer(.errors([FieldError("article", "is locked")]))))
    ),
    (200, #"{"article":{}}"#, .failure(.inDoubt(.malformedAnswer(.unexpected(path: ""))))),
    (200, "[]", .failure(.inDoubt(.malformedAnswer(.unexpected(path: ""))))),
    (200, "<html>", .failure(.inDoubt(.malformedAnswer(.webPage)))),
    (404, "", .failure(.notFound([]))),
  ])
  func onlyAnEmptyAnswerIsNoContent(
    status: Int, body: String, result: Outcome<NoContent, APIError>
  ) async throws {
    let server = try #require(URL(string: "http://a"))
    let client = APIClient(server: server, transport: Server(status: status, body: body))
    let command = APICommand(
      .delete("articles", "a", session: .optional), Reply(Gone.gone))
    let heard = await perform(command, with: client)
    await heard.expect(Gone.gone(result))
  }

  @Test func callsWithoutABodySendNone() {
    #expect(APICall.delete("a").body == nil && APICall.delete("a").method == .delete)
    #expect(APICall.post("a").body == nil && APICall.post("a").method == .post)
    let put = APICall.put("a", body: ["b": 1])
    #expect(put.method == .put && put.body == HTTPJSONValue(["b": 1]))
  }
}
