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

  private let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))
  private let server = URL(string: "http://localhost:3000")!
  private let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  private func remember(in file: SessionFile) -> [any Message] {
    let recorder = RecordingDispatcher()
    RememberSessionInterpreter(file: file).interpret(
      RememberSession(session, failed: Reply(Heard.failed)), dispatch: recorder.dispatch)
    return recorder.messages
  }

  private func recall(from file: SessionFile) -> Heard? {
    let recorder = RecordingDispatcher()
    RecallSessionInterpreter(file: file).interpret(
      RecallSession(Reply(Heard.recalled)), dispatch: recorder.dispatch)
    return recorder.messages.first as? Heard
  }

  @Test func aSessionIsRecalledUntilItIsForgotten() {
    let file = SessionFile(at: place, for: server)
    #expect(recall(from: file) == .recalled(nil))
    #expect(remember(in: file).isEmpty)
    #expect(recall(from: file) == .recalled(session))

    let recorder = RecordingDispatcher()
    ForgetSessionInterpreter(file: file).interpret(
      ForgetSession(done: Reply(Heard.forgotten), failed: Reply(Heard.failed)),
      dispatch: recorder.dispatch)
    #expect(difference(recorder.messages, [Heard.forgotten]) == nil)
    #expect(recall(from: file) == .recalled(nil))
  }

  @Test func onlyItsOwnerMayReadTheFile() throws {
    defer { try? FileManager.default.removeItem(at: place) }
    _ = remember(in: SessionFile(at: place, for: server))
    let attributes = try FileManager.default.attributesOfItem(atPath: place.path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
  }

  @Test func aSessionWithAnotherServerIsNotUsed() {
    defer { try? FileManager.default.removeItem(at: place) }
    _ = remember(in: SessionFile(at: place, for: server))
    let other = SessionFile(at: place, for: URL(string: "http://localhost:4000")!)
    #expect(recall(from: other) == .recalled(nil))
  }

  @Test func nothingIsStoredWithoutAPlace() {
    let file = SessionFile(at: nil, for: server)
    #expect(remember(in: file).isEmpty)
    #expect(recall(from: file) == .recalled(nil))
  }

  @Test func aFileThatCannotBeWrittenIsReported() {
    let file = SessionFile(at: URL(filePath: "/nowhere/at/all"), for: server)
    #expect(
      difference(remember(in: file), [Heard.failed("the session file cannot be written")]) == nil)
  }
}
