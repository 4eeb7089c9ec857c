import Katana
import KatanaConsole
import KatanaRuntime
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import Examples

@Suite struct EndableExampleTests {
  @Test func ctrlQEndsAnExampleAndItsOwnKeysAct() {
    let test = ViewTest(
      endable(Program(model: Counter(), CounterUpdater())), endableView(counterView))
    test.press("+")
    #expect(test.app.model.content.value == 1)
    test.app.send(EndableExampleMessage.quitTapped, commands: [ExitProcess(0)])
    test.app.finish(ignoringPending: [ExitProcess.self])
  }

  @Test func itsFirstCommandsAreThoseOfTheExample() {
    let example = endable(minefieldProgram)
    #expect(example.commands.count == minefieldProgram.commands.count)
  }

  @Test func ctrlQIsAKeyOfTheScreen() {
    let test = ViewTest(
      endable(Program(model: Counter(), CounterUpdater())), endableView(counterView))
    test.key(.control("q"))
    #expect(test.app.pending(ExitProcess.self).count == 1)
    test.app.finish(ignoringPending: [ExitProcess.self])
  }
}
