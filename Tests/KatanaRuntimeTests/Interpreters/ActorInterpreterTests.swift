import KatanaRuntime
import KatanaTesting
import Testing

/// Actors and types of the main actor perform commands.
@Suite struct ActorInterpreterTests {
  enum Heard: Message, Equatable { case count(Int) }
  struct Count: Command, Equatable { var reply = Reply(Heard.count) }

  actor Counter: AsyncCommandInterpreter {
    private var count = 0

    func interpret(_ command: Count, dispatch: Dispatcher) async throws {
      count += 1
      dispatch(command.reply(count))
    }
  }

  @MainActor final class Screen: AsyncCommandInterpreter {
    private var count = 10

    @MainActor func interpret(_ command: Count, dispatch: Dispatcher) async throws {
      MainActor.preconditionIsolated()
      count += 1
      dispatch(command.reply(count))
    }
  }

  @Test func anActorKeepsStateBetweenCommands() async {
    let recorder = RecordingDispatcher()
    let counter = Counter()
    for count in 1...3 {
      await recorder.run(.command(counter), Count()).ended()
      await recorder.expect(Heard.count(count))
    }
    recorder.expectNoMore()
  }

  @Test func aTypeOfTheMainActorPerformsThere() async {
    let recorder = RecordingDispatcher()
    await recorder.run(.command(Screen()), Count()).ended()
    await recorder.expect(Heard.count(11))
    recorder.expectNoMore()
  }
}
