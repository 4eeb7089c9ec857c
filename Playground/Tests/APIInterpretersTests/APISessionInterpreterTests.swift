import API
import APIInterpreters
import Foundation
import Katana
import Testing

@Suite struct APISessionInterpreterTests {
  @Test func theClientHasTheTokenOfTheMomentWithoutARestart() {
    let client = APIClient(server: URL(filePath: "/nowhere"))
    let interpreter = APISessionInterpreter(client: client, session: APISession(token: nil))
    interpreter.start()
    #expect(client.token == nil)
    #expect(interpreter.update(to: APISession(token: Secret("first"))))
    #expect(client.token == Secret("first"))
    #expect(interpreter.update(to: APISession(token: Secret("second"))))
    #expect(client.token == Secret("second"))
    interpreter.stop()
    #expect(client.token == nil)
  }
}
