import Foundation
import Katana
import KatanaRuntime
import KatanaTesting
import Testing

@testable import conduit

@Suite struct WiringTests {
  @Test func whatTheFeaturesAskForHasExactlyOneInterpreterEach() throws {
    let conduit = Conduit(options: try Options([]), environment: [:])
    expectWiring(
      of: Program(model: AppModel(), appFeature),
      interpreters: conduit.interpreters(
        server: URL(filePath: "/nowhere"), history: History()
      ) { _ in })
  }
}
