import API
import Articles
import Authentication
import AuthenticationInterpreters
import Comments
import ConduitLines
import Foundation
import KatanaConsole
import KatanaEffects
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Profiles
import Synchronization
import Terminal
import TerminalInterpreters

@testable import ConduitApp

/// Who uses conduit in recordings, and what must not be in them.
enum Ada {
  static let email = "ada@b.c"
  static let password = "hunter22"
  static let wrongPassword = "wr0ng-one"
  static let token = "t0k3n-of-ada"
}

/// Records what somebody does with conduit, with stand-ins for the server and the terminal.
func recordConduit(
  in folder: String, _ use: (Runtime<AppModel>) async throws -> Void
) async throws -> String {
  let recorder = try Recorder(conduitFormat, in: folder, name: "conduit", build: "1")
  let model = AppModel(
    authentication: AuthenticationModel(savedServer: "http://localhost:3000"))
  let runtime = try Runtime(
    Program(model: model, appFeature), interpreters: standIns,
    options: RuntimeOptions(eventHandlers: [recorder.eventHandler], clock: ManualClock()))
  runtime.start()
  try await use(runtime)
  await runtime.shutdown()
  await recorder.close()
  return recorder.path
}

extension Runtime<AppModel> {
  /// Performs a line as if it was typed, and waits for everything that it leads to.
  func enter(_ line: String) async throws {
    try await settle(TerminalMessage.answered(.entered(instructions(of: conduitLines).line(line))))
  }
}

var standIns: [Interpreter] {
  [
    .command(ServerStandIn(), where: { $0 is any APIRequest.Type }), .silent(APISession.self),
  ] + devices()
}

/// Stand-ins for all but the server.
func devices(_ print: @escaping @Sendable (String) -> Void = { _ in }) -> [Interpreter] {
  [
    .command(PerformInterpreter()),
    .sessions(in: nil),
    .command(PromptSecret.self) { (command, dispatch: Dispatcher) in
      dispatch(command.reply(.entered(Secret(Ada.wrongPassword))))
    },
    .command(FindCauses.self) { (command, dispatch: Dispatcher) in
      dispatch(command.reply([Cause(sender: "Prompt", message: "answered", place: "A.swift:1")]))
    },
    .command(Print.self) { (command, _: Dispatcher) in print(command.text) },
    .command(Prompt.self) { (_, _: Dispatcher) in },
    .command(EndProgram.self) { (_, _: Dispatcher) in },
    .command(WriteFile.self) { (_, _: Dispatcher) in },
    .command(ReadTextFile.self) { (_, _: Dispatcher) in },
    .command(RemoveFile.self) { (_, _: Dispatcher) in },
    .command(RunInTerminal.self) { (_, _: Dispatcher) in },
    .silent(Every.self), .silent(SignalReceived.self),
    .silent(TerminalScreen.self),
  ]
}

/// Knows one user, and has a new article each time that somebody looks for new ones.
private struct ServerStandIn: CommandInterpreter {
  private let articles = Articles()

  func interpret(_ command: any APIRequest, dispatch: Dispatcher) {
    switch command {
    case let command as APICommand<Session>:
      dispatch.answer(command.reply, with: session(for: command.call))
    case let command as APICommand<ArticlePage>:
      dispatch.answer(command.reply, with: .success(articles.next()))
    case let command as APICommand<[String]>:
      dispatch.answer(command.reply, with: .success(["swift", "tools"]))
    case let command as APICommand<Article>:
      dispatch.answer(
        command.reply, with: .failure(.notFound([FieldError("article", "not found")])))
    case let command as APICommand<Profile>:
      dispatch.answer(command.reply, with: .success(Profile(username: "bo")))
    case let command as APICommand<[ArticleComment]>:
      dispatch.answer(command.reply, with: .success([]))
    case let command as APICommand<ArticleComment>:
      dispatch.answer(command.reply, with: .failure(.notFound([])))
    case let command as APICommand<NoContent>:
      dispatch.answer(command.reply, with: .success(NoContent()))
    default: break
    }
  }

  private func session(for call: APICall) -> Outcome<Session, APIError> {
    let credentials = (call.body?.value as? [String: Credentials])?["user"]
    guard credentials?.password == Secret(Ada.password) else {
      return .failure(.unauthorized([FieldError("email or password", "is invalid")]))
    }
    return .success(
      Session(username: "ada", email: Ada.email, token: Secret(Ada.token)))
  }

  private final class Articles: Sendable {
    private let slugs = Mutex(["old"])

    func next() -> ArticlePage {
      slugs.withLock { slugs in
        let page = slugs.enumerated().map { article($1, second: Double($0)) }
        slugs.append(slugs.count == 1 ? "newer" : "newest")
        return ArticlePage(page.reversed(), of: page.count)
      }
    }
  }
}

/// Runs a subscription that sends nothing.
private final class Silent<Sub: Subscription>: SubscriptionInterpreter {
  init(_ subscription: Sub, _ dispatch: SubscriptionDispatcher<Sub>) {}
  func start() {}
  func stop() {}
}

extension Interpreter {
  fileprivate static func silent<Sub: Subscription>(_ type: Sub.Type) -> Interpreter {
    .subscription { (subscription: Sub, dispatch: SubscriptionDispatcher<Sub>) in
      Silent(subscription, dispatch)
    }
  }
}

/// A folder for one test, which is removed after it.
func withRecordingFolder(_ body: (String) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "katana-conduit-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  try await body(folder.path)
}
