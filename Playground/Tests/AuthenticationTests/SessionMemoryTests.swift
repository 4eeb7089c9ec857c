import API
import Authentication
import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

/// Sessions are remembered in real files.
@Suite struct SessionMemoryTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var values: URL { folder.appending(path: "values.json") }

  /// A model that remembers nothing itself: what it has was found in the store.
  private struct App: Model {
    var authentication = AuthenticationModel()
    var recalled: [Session?] = []
    var errors: [StoreError] = []
  }

  /// Notes what the store has answered.
  private struct Notes: TypedUpdater {
    func update(model: inout App, message: AuthenticationMessage) -> [any Command] {
      switch message {
      case .recalled(.success(let session)): model.recalled.append(session)
      case .recalled(.failure(let error)), .stored(let error?): model.errors.append(error)
      default: break
      }
      return []
    }
  }

  private final class NoSession: SubscriptionInterpreter {
    typealias Sub = APISession
    func start() {}
    func stop() {}
  }

  /// Runs the feature with the store in the folder, as a process does, and returns its last model.
  private func run(
    with server: String? = "http://localhost:3000", _ messages: AuthenticationMessage...
  ) async throws -> App {
    let memory = server.map(SessionMemory.init)
    let runtime = try Runtime(
      Program(
        model: App(authentication: AuthenticationModel(memory: memory)),
        CombinedUpdater<App>([
          .slice(\.authentication, authenticationFeature), .full(Notes()),
        ])),
      interpreters: [
        .store(folder.path), .command(APICommand<Session>.self) { _, _ in },
        .subscription { (_: APISession, _) in NoSession() },
      ])
    runtime.start()
    for message in messages { try await runtime.settle(message) }
    let model = runtime.model
    await runtime.shutdown()
    return model
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test func aSessionIsRecalledUntilItIsForgotten() async throws {
    defer { remove() }
    #expect(try await run(.opened).recalled == [nil])
    _ = try await run(.loggedIn(.success(session)))
    let second = try await run(.opened)
    #expect(second.recalled == [session] && second.authentication.session == session)
    _ = try await run(.opened, .logOutRequested)
    #expect(try await run(.opened).recalled == [nil])
    #expect(try !String(contentsOf: values, encoding: .utf8).contains("t0k3n"))
  }

  @Test func onlyItsOwnerMayReadTheFile() async throws {
    defer { remove() }
    _ = try await run(.loggedIn(.success(session)))
    let attributes = try FileManager.default.attributesOfItem(atPath: values.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(try String(contentsOf: values, encoding: .utf8).contains("t0k3n"))
  }

  @Test func aSessionWithAnotherServerIsNotUsed() async throws {
    defer { remove() }
    _ = try await run(.loggedIn(.success(session)))
    #expect(try await run(with: "http://localhost:4000", .opened).recalled == [nil])
    #expect(try await run(.opened).recalled == [session])
  }

  @Test func nothingIsStoredWithoutAMemory() async throws {
    let app = try await run(
      with: nil, .opened, .loggedIn(.success(session)), .logOutRequested)
    #expect(app.recalled == [] && app.errors == [])
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  /// Someone has named a file by mistake, which is neither replaced nor removed.
  @Test func aFileInThePlaceOfTheFolderStaysAsItIs() async throws {
    defer { remove() }
    try Data("work".utf8).write(to: folder)
    let app = try await run(.opened, .loggedIn(.success(session)), .logOutRequested)
    #expect(app.errors.count == 3 && app.recalled == [])
    #expect(try String(contentsOf: folder, encoding: .utf8) == "work")
  }

  @Test func nothingBesideTheFilesIsTouched() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { remove() }
    let neighbour = folder.appending(path: "precious.txt")
    try Data("work".utf8).write(to: neighbour)
    _ = try await run(.loggedIn(.success(session)), .logOutRequested)
    #expect(try String(contentsOf: neighbour, encoding: .utf8) == "work")
  }

  @Test func aLinkIsNotFollowed() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { remove() }
    let target = folder.appending(path: "target")
    try Data("work".utf8).write(to: target)
    try FileManager.default.createSymbolicLink(at: values, withDestinationURL: target)
    let app = try await run(.loggedIn(.success(session)), .logOutRequested)
    #expect(app.errors.count == 2)
    #expect(try String(contentsOf: target, encoding: .utf8) == "work")
  }

  @Test func aFolderThatCannotBeMadeIsReported() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { remove() }
    try FileManager.default.createDirectory(at: values, withIntermediateDirectories: true)
    let app = try await run(.loggedIn(.success(session)))
    #expect(app.errors.count == 1)
  }
}
