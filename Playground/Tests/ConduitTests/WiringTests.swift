import Foundation
import Katana
import KatanaRuntime
import KatanaTesting
import Terminal
import TerminalInterpreters
import Testing

@testable import conduit

@Suite struct WiringTests {
  @Test func whatTheFeaturesAskForHasExactlyOneInterpreterEach() throws {
    let conduit = Conduit(options: try Options([]), environment: [:])
    expectWiring(
      of: Program(model: AppModel(), appFeature),
      interpreters: conduit.interpreters(
        server: URL(filePath: "/nowhere"), screen: Screen(style: .plain), history: History()
      ) { _ in })
  }
}
