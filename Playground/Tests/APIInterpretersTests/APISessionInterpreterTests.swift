import API
import APIInterpreters
import Foundation
import Katana
import KatanaTesting
import Testing

@Suite struct APISessionInterpreterTests {
  @Test func theClientHasTheTokenOfTheMomentWithoutARestart() async {
    let client = APIClient(server: URL(filePath: "/nowhere"))
    let recorder = RecordingDispatcher()
    let session = recorder.start(APISession(token: nil)) { session, _ in
      APISessionInterpreter(client: client, session: session)
    }
    #expect(client.token == nil)
    #expect(session.update(to: APISession(token: Secret("first"))))
    #expect(client.token == Secret("first"))
    #expect(session.update(to: APISession(token: Secret("second"))))
    #expect(client.token == Secret("second"))
    session.stop()
    #expect(client.token == nil)
    await session.ended()
    recorder.expectNoMore()
  }
}
