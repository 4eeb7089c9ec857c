import API
import Katana
import Testing

@Suite struct SecretsTests {
  private enum Answered: Message { case answered(Outcome<[String], APIError>) }

  @Test func aRequestPrintsWithoutItsSecrets() {
    let body = ["user": ["password": Secret("hunter2")]]
    let command = APICommand(.post("users", body: body), in: "user", Reply(Answered.answered))
    var dumped = ""
    dump(command, to: &dumped)
    for text in ["\(command)", String(reflecting: command), dumped] {
      #expect(text.contains("•••"))
      #expect(!text.contains("hunter2"))
    }
  }

  @Test func aSessionPrintsWithoutItsToken() {
    #expect(!"\(APISession(token: Secret("t0k3n")))".contains("t0k3n"))
  }

  @Test func sessionsAreOneInstanceWhateverTheirToken() {
    #expect(APISession(token: nil).id == APISession(token: Secret("t0k3n")).id)
  }
}
