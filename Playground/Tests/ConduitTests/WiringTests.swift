import Foundation
import KatanaConsole
import KatanaRuntime
import KatanaTesting
import TerminalInterpreters
import Testing

@testable import ConduitApp

@Suite struct WiringTests {
  @Test func whatTheFeaturesAskForHasExactlyOneInterpreterEach() throws {
    let conduit = Conduit(options: try Options([]), environment: [:])
    let server = try #require(URL(string: "http://localhost:3000"))
    let properties = TerminalProperties(
      isInputTerminal: false, isOutputTerminal: false, hasColor: false, hasEscapeSequences: false,
      size: nil)
    expectWiring(
      of: conduit.program(server: server, properties: properties),
      interpreters: conduit.interpreters(
        server: server, history: History(), ending: EndProgramInterpreter()))
  }
}
