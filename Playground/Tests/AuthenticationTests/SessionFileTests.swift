import API
import Authentication
import AuthenticationInterpreters
import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

/// Sessions are remembered in real files.
@Suite struct SessionFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var file: URL { folder.appending(path: "session.json") }

  /// A model that remembers nothing itself: what it has was found in the file.
  private struct App: Model {
    var authentication = AuthenticationModel()
    var recalled: [Session?] = []
    var errors: [SessionStoreError] = []
  }

  /// Notes what the file has answered.
  private struct Notes: TypedUpdater {
    func update(model: inout App, message: AuthenticationMessage) -> [any Command] {
      if case .recalled(.success(let session)) = message { model.recalled.append(session) }
      if let error = message.storeError { model.errors.append(error) }
      return []
    }
  }

  private final class NoSession: SubscriptionInterpreter {
    typealias Sub = APISession
    func start() {}
    func stop() {}
  }

  private func withFolder(_ body: () async throws -> Void) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body()
  }

  /// Runs the feature with the file, as a process does, and returns its last model.
  private func run(
    with server: String? = "http://localhost:3000", _ messages: AuthenticationMessage...
  ) async throws -> App {
    let runtime = try Runtime(
      Program(
        model: App(authentication: AuthenticationModel(savedServer: server)),
        CombinedUpdater<App>([
          .slice(\.authentication, authenticationFeature), .full(Notes()),
        ])),
      interpreters: [
        .sessions(in: SessionFile(file.path)), .command(APICommand<Session>.self) { _, _ in },
        .subscription { (_: APISession, _) in NoSession() },
      ])
    runtime.start()
    for message in messages { try await runtime.settle(message) }
    let model = runtime.model
    await runtime.shutdown()
    return model
  }

  private var text: String { get throws { try String(contentsOf: file, encoding: .utf8) } }

  @Test func aSessionIsRecalledUntilItIsForgotten() async throws {
    try await withFolder {
      #expect(try await run(.opened).recalled == [nil])
      _ = try await run(.loggedIn(.success(session)))
      let second = try await run(.opened)
      #expect(second.recalled == [session] && second.authentication.session == session)
      _ = try await run(.opened, .logOutRequested)
      #expect(try await run(.opened).recalled == [nil])
      #expect(try !text.contains("t0k3n"))
    }
  }

  @Test func onlyItsOwnerMayReadTheFile() async throws {
    try await withFolder {
      _ = try await run(.loggedIn(.success(session)))
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
      #expect(try text.contains("t0k3n"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }
  }

  @Test func aSessionWithAnotherServerIsNotUsed() async throws {
    try await withFolder {
      _ = try await run(.loggedIn(.success(session)))
      #expect(try await run(with: "http://localhost:4000", .opened).recalled == [nil])
      _ = try await run(with: "http://localhost:4000", .logOutRequested)
      #expect(try await run(.opened).recalled == [session])
    }
  }

  @Test func nothingIsStoredIfTheAppDoesNotWantIt() async throws {
    try await withFolder {
      let app = try await run(with: nil, .opened, .loggedIn(.success(session)), .logOutRequested)
      #expect(app.recalled == [] && app.errors == [])
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  /// Somebody has named another file by mistake, which is neither replaced nor removed.
  @Test(arguments: ["work", "[1]", #"{"volume":"7"}"#])
  func aFileOfSomebodyElseStaysAsItIs(content: String) async throws {
    try await withFolder {
      try Data(content.utf8).write(to: file)
      let app = try await run(.opened, .loggedIn(.success(session)), .logOutRequested)
      #expect(app.errors == [.foreign(file.path)] && app.recalled == [])
      let other = try await run(.loggedIn(.success(session)), .logOutRequested)
      #expect(other.errors == [.foreign(file.path), .foreign(file.path)])
      #expect(try text == content)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }
  }

  @Test func aLinkIsNotFollowed() async throws {
    try await withFolder {
      let target = folder.appending(path: "target")
      try Data("work".utf8).write(to: target)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
      #expect(try await run(.loggedIn(.success(session))).errors == [.foreign(file.path)])
      #expect(try String(contentsOf: target, encoding: .utf8) == "work")
    }
  }

  @Test func aFolderInItsPlaceIsReported() async throws {
    try await withFolder {
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      #expect(try await run(.loggedIn(.success(session))).errors == [.foreign(file.path)])
    }
  }

  @Test func aPlaceThatIsNotThereIsReported() async throws {
    let app = try await run(.opened, .loggedIn(.success(session)), .logOutRequested)
    #expect(app.recalled == [nil])
    #expect(
      app.errors.map(\.text) == [
        "the session cannot be saved in \(file.path): No such file or directory; it ends with the "
          + "program"
      ])
  }
}
