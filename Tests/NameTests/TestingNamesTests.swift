import Dispatch
import Foundation
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Observation
import Testing
import XCTest

/// The names of `KatanaTesting` beside those of both test libraries: each means ours, without saying
/// so.
@Suite struct TestingNamesTests {
  @Test func noNameIsAmbiguous() {
    let types: [Any.Type] = [
      StepTest<Page>.self, AppTest<Page>.self,
      SubscriptionChange.self, Exhaustivity.self, RecordingDispatcher.self, RecordedRun.self,
      ManualClock.self, IssueRecorder.self,
    ]
    let ours = types.filter { String(reflecting: $0).hasPrefix("KatanaTesting.") }
    #expect(ours.count == types.count)
  }

  @Test func noFunctionIsAmbiguous() async {
    let found = failures { StepTest(updater, model: Page()).send(Turned()) }
    #expect(found.count == 1)
    #expect(await failures { await Task.yield() }.isEmpty)
    expectWiring(of: [.time()], effects: [Every.self])
    #expect(difference([Print()], []) != nil)
  }

  /// Closures, numbers and replies of the tests' commonest calls mean the same beside Foundation.
  @Test func theUsualCallsAreNotAmbiguous() async {
    StepTest(updater, model: Page()).send(Turned(), commands: [Print()]) { $0.number = 1 }
    let app = AppTest(Program(model: Page(), updater))
    app.send(Turned(), commands: [Print()]) { $0.number = 1 }
    app.answer(\Print.reply, with: Data(), commands: [Print()]) { $0.number += 1 }
    app.advance(by: .seconds(1))
    app.finish(ignoringPending: [Print.self])
    let recorder = RecordingDispatcher(clock: ManualClock())
    recorder.dispatcher(Turned())
    await recorder.expect(Turned())
    recorder.expectNoMore()
  }

  private struct Page: Model, Equatable { var number = 0 }
  private struct Turned: Message, Equatable {}
  private struct Print: Command, Equatable {
    var reply = Reply { (_: Data) in Turned() }
  }

  private let updater = FunctionUpdater<Page>(takes: .all) { page, _ in
    (Page(number: page.number + 1), [Print()])
  }
}
