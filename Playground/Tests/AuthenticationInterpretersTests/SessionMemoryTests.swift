import Authentication
import AuthenticationInterpreters
import Foundation
import Katana
import KatanaTesting
import Testing

@Suite struct SessionMemoryTests {
  private enum Heard: Message, Equatable {
    case recalled(Session?)
    case forgotten
    case failed(String)
  }

  private let recorder = RecordingDispatcher()
  private let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))
  private let server = URL(string: "http://localhost:3000")!
  private let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private func remember(in file: SessionFile) async {
    let remember = RememberSession(session, failed: Reply(Heard.failed))
    await recorder.run(RememberSessionInterpreter(file: file), remember).ended()
  }

  private func recall(from file: SessionFile) async {
    let recall = RecallSession(Reply(Heard.recalled))
    await recorder.run(RecallSessionInterpreter(file: file), recall).ended()
  }

  @Test func aSessionIsRecalledUntilItIsForgotten() async {
    let file = SessionFile(at: place, for: server)
    await recall(from: file)
    await remember(in: file)
    await recall(from: file)
    let forget = ForgetSession(done: Reply(Heard.forgotten), failed: Reply(Heard.failed))
    await recorder.run(ForgetSessionInterpreter(file: file), forget).ended()
    await recall(from: file)
    await recorder.expect(
      Heard.recalled(nil), Heard.recalled(session), Heard.forgotten, Heard.recalled(nil))
    recorder.expectNoMore()
  }

  @Test func onlyItsOwnerMayReadTheFile() async throws {
    defer { try? FileManager.default.removeItem(at: place) }
    await remember(in: SessionFile(at: place, for: server))
    let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func aSessionWithAnotherServerIsNotUsed() async {
    defer { try? FileManager.default.removeItem(at: place) }
    await remember(in: SessionFile(at: place, for: server))
    await recall(from: SessionFile(at: place, for: URL(string: "http://localhost:4000")!))
    await recorder.expect(Heard.recalled(nil))
    recorder.expectNoMore()
  }

  @Test func nothingIsStoredWithoutAPlace() async {
    let file = SessionFile(at: nil, for: server)
    await remember(in: file)
    await recall(from: file)
    await recorder.expect(Heard.recalled(nil))
    recorder.expectNoMore()
  }

  private func forget(_ file: SessionFile) async {
    let forget = ForgetSession(done: Reply(Heard.forgotten), failed: Reply(Heard.failed))
    await recorder.run(ForgetSessionInterpreter(file: file), forget).ended()
  }

  /// Someone has named a directory by mistake.
  @Test func aDirectoryIsNeitherReplacedNorRemoved() async throws {
    let inside = place.appending(path: "precious.txt")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    try Data("work".utf8).write(to: inside)
    let file = SessionFile(at: place, for: server)
    await remember(in: file)
    await forget(file)
    await recorder.expect(
      Heard.failed("the session file cannot be written"),
      Heard.failed("the session file cannot be removed"), Heard.forgotten)
    #expect(try String(contentsOf: inside, encoding: .utf8) == "work")
  }

  @Test func nothingBesideTheFileIsTouched() async throws {
    let folder = place
    let neighbour = folder.appending(path: "session.new")
    try FileManager.default.createDirectory(at: neighbour, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("work".utf8).write(to: neighbour.appending(path: "precious.txt"))
    let file = SessionFile(at: folder.appending(path: "session"), for: server)
    await remember(in: file)
    await recall(from: file)
    await recorder.expect(Heard.recalled(session))
    await forget(file)
    await recorder.expect(Heard.forgotten)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["session.new"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: neighbour.path) == ["precious.txt"])
  }

  @Test func aLinkIsNotFollowed() async throws {
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }
    let (target, link) = (place.appending(path: "target"), place.appending(path: "link"))
    try Data("work".utf8).write(to: target)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    let file = SessionFile(at: link, for: server)
    await remember(in: file)
    await forget(file)
    await recorder.expect(
      Heard.failed("the session file cannot be written"),
      Heard.failed("the session file cannot be removed"), Heard.forgotten)
    #expect(try String(contentsOf: target, encoding: .utf8) == "work")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).count == 2)
  }

  @Test func aFileThatCannotBeWrittenIsReported() async {
    await remember(in: SessionFile(at: URL(filePath: "/nowhere/at/all"), for: server))
    await recorder.expect(Heard.failed("the session file cannot be written"))
    recorder.expectNoMore()
  }
}
