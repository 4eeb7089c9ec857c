import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

/// The recipes of the guides about failures, with ready-made effects: these answer, and never throw.
@Suite struct FailureRecipesTests {
  struct Editor: Model, Equatable {
    typealias Receives = EditorMessage
  }
  enum EditorMessage: Message { case saveTapped(path: String), saved(FileError?) }

  struct Home: Model {
    var sheet: Editor? = Editor()
    var heard: [String] = []
  }
  struct Asked: Message { var commands: [any Command] }
  enum HomeMessage: Message, Equatable {
    case answered(Outcome<HTTPResponse, HTTPError>)
    case read(Outcome<String, FileError>)
    case all, next
  }

  private static let editor = TypedFunctionUpdater { (_: inout Editor, message: EditorMessage) in
    guard case .saveTapped(let path) = message else { return [] }
    return [
      Sequential([WriteFile(path, Data(), Reply(EditorMessage.saved)), Dismiss()])
    ]
  }

  private static let home = CombinedUpdater<Home>([
    .full(TypedFunctionUpdater { (_: inout Home, message: Asked) in message.commands }),
    .full(
      TypedFunctionUpdater { (home: inout Home, message: HomeMessage) in
        switch message {
        case .answered(.success(let response)): home.heard.append("\(response.status)")
        case .answered(.failure(let error)):
          home.heard.append("failed \(error.response?.status ?? 0)")
        case .read(let result): home.heard.append("\((try? result.get()) ?? "not read")")
        case .all: home.heard.append("all")
        case .next: home.heard.append("next")
        }
        return []
      }),
    .optional(\.sheet, editor),
  ])

  private let server = VirtualServer { request in
    .text("", status: Int(request.path.dropFirst()) ?? 404)
  }

  private func runtime(_ history: History? = nil) throws -> Runtime<Home> {
    let runtime = try Runtime(
      Program(model: Home(), Self.home),
      interpreters: [.http(server), .files(VirtualFiles(["file": "text"]))],
      options: RuntimeOptions(clock: ManualClock(), history: history))
    runtime.start()
    return runtime
  }

  private func heard(after commands: any Command...) async throws -> [String] {
    let runtime = try runtime()
    try await runtime.settle(Asked(commands: commands))
    await runtime.shutdown()
    return runtime.model.heard
  }

  private func fetch(_ status: Int) -> any Command {
    Fetch(.get("http://a.b/\(status)"), Reply(HomeMessage.answered))
  }

  @Test func aSaveThatFailsDoesNotCloseTheSheet() async throws {
    let runtime = try runtime()
    let failed = try await runtime.settle(.saveTapped(path: "file/inside"), to: Home.at.sheet)
    #expect(!failed.isSuccess)
    #expect(runtime.model.sheet != nil)
    let saved = try await runtime.settle(.saveTapped(path: "other"), to: Home.at.sheet)
    #expect(saved.isSuccess)
    #expect(runtime.model.sheet == nil)
    await runtime.shutdown()
  }

  @Test func aMirrorThatFailsDoesNotWin() async throws {
    #expect(try await heard(after: Race([fetch(404), fetch(200)])) == ["200"])
    #expect(try await heard(after: Race([fetch(404), fetch(503)])) == ["failed 503"])
  }

  @Test func theMessageOfAGroupNeedsAllMembers() async throws {
    let failing = Concurrent([fetch(200), fetch(404)], then: HomeMessage.all)
    #expect(try await heard(after: failing) == ["200", "failed 404"])
    let working = Concurrent([fetch(200), fetch(204)], then: HomeMessage.all)
    #expect(try await heard(after: working) == ["200", "204", "all"])
  }

  @Test(arguments: [(404, 1), (503, 3)])
  func onlyWhatMayPassIsAskedForAgain(status: Int, requests: Int) async throws {
    #expect(try await heard(after: fetch(status).retried(Retry(2))) == ["failed \(status)"])
    #expect(server.requests.count == requests)
  }

  @Test func aFailureThatIsAllowedIsAnAnswer() async throws {
    let read = ReadTextFile("draft", Reply(HomeMessage.read).allowingFailure)
    #expect(
      try await heard(after: Sequential([read, Send(HomeMessage.next)])) == ["not read", "next"])
  }

  /// Not into the framework.
  @Test func theHistoryLeadsToTheLineThatAsked() async throws {
    let history = History()
    let runtime = try runtime(history)
    try await runtime.settle(Asked(commands: [fetch(200)]))
    let chain = history.chain(of: 2)
    #expect(chain.contains("answered (KatanaEffectsTests/FailureRecipesTests.swift:"), "\(chain)")
    await runtime.shutdown()
  }
}
