import API
import APIInterpreters
import ConduitBackend
import Foundation
import Katana
import KatanaTesting
import Testing

@Suite struct FaultTests {
  @Test(arguments: [
    (Fault.Behavior.status(401), APIError.unauthorized([])),
    (.status(403), .forbidden([])),
    (.status(404), .notFound([])),
    (.status(404, body: "<html>"), .notFound([])),
    (
      .status(422, body: #"{"errors":{"tag":["is odd"]}}"#), .invalid([FieldError("tag", "is odd")])
    ),
    (.status(500), .serverFailed(status: 500)),
    (.status(418), .unexpected(status: 418)),
    (.status(200, body: "{}"), .malformedAnswer),
    (.status(200, body: #"{"tags":[1]}"#), .malformedAnswer),
    (.malformedJSON, .malformedAnswer),
  ])
  func aFaultBecomesAnError(behavior: Fault.Behavior, error: APIError) async throws {
    try await withClient(faults: [Fault("/api/tags", behavior)]) { client in
      let messages = try await perform(.tags, with: client)
      #expect(difference(messages, [Heard.tags(.failure(error))]) == nil)
    }
  }

  @Test func aServerThatNeverAnswersIsGivenUpAtTheLimitOfTheRuntimesClock() async throws {
    try await withClient(faults: [Fault("/api/tags", .neverAnswer)]) { client in
      let clock = ManualClock()
      async let messages = perform(.tags, with: client, clock: clock)
      await clock.waitUntilScheduled()
      clock.advance(by: .seconds(10))
      let error = APIError.timedOut(limit: .seconds(10))
      let heard = try await messages
      #expect(difference(heard, [Heard.tags(.failure(error))]) == nil)
    }
  }

  @Test func aServerThatIsGoneIsUnreachable() async throws {
    let backend = try await BackendServer.start()
    let client = APIClient(server: backend.url)
    await backend.stop()
    let error = APIError.unreachable(server: backend.url.absoluteString)
    let messages = try await perform(.tags, with: client)
    #expect(difference(messages, [Heard.tags(.failure(error))]) == nil)
  }

  @Test func aCancelledRequestSaysNothing() async throws {
    try await withClient(faults: [Fault("/api/tags", .neverAnswer)]) { client in
      let clock = ManualClock()
      let task = Task { try await perform(.tags, with: client, clock: clock) }
      await clock.waitUntilScheduled()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
