public import ConduitServer
public import Foundation
import Katana
import KatanaEffectInterpreters
public import KatanaRuntime
import Synchronization

/// A running server without sockets: it answers requests that somebody else has received.
///
/// ```swift
/// let server = try Server()
/// let answer = await server.answer(RequestHead("GET", "/api/tags")) { Data() }
/// await server.stop()
/// ```
///
/// Any number of servers can run in one process, each with its own data.
///
/// - Important: This is a demonstration for this machine. Its passwords are not protected, and its
///   sessions never end.
public final class Server: Sendable {
  private let runtime: Runtime<ServerModel>
  private let waiting = WaitingResponses()
  private let now: @Sendable () -> Date

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - model: What the store holds at first.
  ///   - storage: The interpreters of `Save` and `LoadStore`; by default, nothing is saved.
  ///   - options: The options of its runtime.
  ///   - now: Returns the time, which requests carry with them.
  /// - Throws: `WiringError`.
  public init(
    _ model: ServerModel = .sample, storage: [Interpreter] = savingNothing,
    options: RuntimeOptions<ServerModel> = RuntimeOptions(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws {
    self.now = now
    runtime = try Runtime(
      serverProgram(model), interpreters: serverInterpreters(waiting) + storage, options: options)
    runtime.start()
  }

  /// What the store holds now.
  public var model: ServerModel { runtime.model }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - head: What came before the body.
  ///   - body: Reads the body, and returns `nil` if it is larger than
  ///     ``ConduitServer/AdmittedRequest/bodyLimit``. It is called at most once, and not if the
  ///     request is refused without its body.
  /// - Returns: The answer. It comes also after ``stop()``: the server is unavailable then.
  /// - Throws: What `body` throws.
  public func answer(
    _ head: RequestHead, body: @Sendable () async throws -> Data?
  ) async rethrows -> EncodedResponse {
    try await response(to: head, body).encoded(for: head.method)
  }

  private func response(
    to head: RequestHead, _ body: @Sendable () async throws -> Data?
  ) async rethrows -> Response {
    let id = waiting.newID()
    switch runtime.model.admission(of: head, id: id, at: now()) {
    case .answered(let response): return response
    case .admitted(let request):
      guard let body = request.hasBody ? try await body() : Data() else {
        return AdmittedRequest.tooLarge
      }
      switch request.message(body) {
      case .failure(let refused): return refused.response
      case .success(let message):
        return await waiting.response(to: id) { runtime.dispatch(message) }
      }
    }
  }

  /// Stops the server: new requests are refused, and those that it has begun are answered.
  ///
  /// What has no answer after five seconds is answered: the server is unavailable.
  public func stop() async {
    waiting.refuseNew()
    await runtime.finish(within: .seconds(5))
    waiting.answerRest()
  }
}

/// The interpreters of a store that is forgotten at the end: nothing fails, so nothing is read again.
public let savingNothing: [Interpreter] = [
  .command(Save.self) { command, dispatch in dispatch.answer(command.reply, with: nil) },
  .command(LoadStore.self) { _, _ in },
]

/// What performs the commands of the server, without those of its storage.
func serverInterpreters(_ waiting: WaitingResponses) -> [Interpreter] {
  [
    .command(Respond.self) { command, _ in waiting.respond(command.response, to: command.id) },
    .command(HashPassword.self, reply: \.reply) { command in
      await hash(command.password)
    },
    .command(CheckPassword.self, reply: \.reply) { command in
      await isRight(command)
    },
    .random(),
    .time(),
  ]
}

@concurrent private func hash(_ password: Secret<String>) async -> PasswordHash {
  PasswordHash(password, salt: hexText((0..<16).map { _ in UInt8.random(in: 0...255) }))
}

@concurrent private func isRight(_ command: CheckPassword) async -> Bool {
  command.hash.isHash(of: command.password)
}
