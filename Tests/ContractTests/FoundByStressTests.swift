import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// Bugs that the reference model and the long trials have found, each with the promise it broke.
@Suite struct FoundByStressTests {
  private struct Entries: Model { var all: [String] = [] }

  private enum Entry: Message {
    case add(String)
    case perform([any Command])
  }

  private struct Do: Command { var name: String }

  private struct EntriesUpdater: TypedUpdater {
    func update(model: inout Entries, message: Entry) -> [any Command] {
      switch message {
      case .add(let text): model.all.append(text)
      case .perform(let commands): return commands
      }
      return []
    }
  }

  private struct Doing: CommandInterpreter {
    let body: @Sendable (String, Dispatcher) -> Void
    func interpret(_ command: Do, dispatch: Dispatcher) { body(command.name, dispatch) }
  }

  private func makeRuntime(
    execution: Execution = .caller, _ body: @escaping @Sendable (String, Dispatcher) -> Void
  ) throws -> Runtime<Entries> {
    try Runtime(
      Katana.Program(model: Entries(), EntriesUpdater()),
      interpreters: [.command(Doing(body: body))],
      options: RuntimeOptions(clock: ManualClock(), execution: execution))
  }

  /// Contract 16: the shutdown cancels; it starts nothing.
  @Test func whatWaitsInAQueueIsNotStartedByTheShutdown() throws {
    let started = Locked<[String]>([])
    let kept = Locked<[Dispatcher]>([])
    let runtime = try makeRuntime { name, dispatch in
      started.withLock { $0.append(name) }
      kept.withLock { $0.append(dispatch) }
    }
    runtime.start()
    let commands = ["first", "second"].map { Do(name: $0).queued(id: 1, .atMost(1)) }
    runtime.dispatch(Entry.perform(commands))
    runtime.requestShutdown()
    #expect(started.withLock { $0 } == ["first"])
    kept.withLock { $0 = [] }
  }

  /// Contract 16: what still waits when the shutdown is requested is dropped, the next command too.
  @Test func theNextInOrderIsNotStartedOnceTheShutdownWasRequested() throws {
    let started = Locked<[String]>([])
    let runtime = try makeRuntime { name, dispatch in
      started.withLock { $0.append(name) }
      if name == "end" { dispatch.requestShutdown() }
    }
    runtime.start()
    let inOrder = Sequential([Do(name: "first"), Do(name: "second")])
    runtime.dispatch(Entry.perform([inOrder, Do(name: "end"), Do(name: "of the same step")]))
    #expect(started.withLock { $0 } == ["first", "end", "of the same step"])
  }

  /// Contract 16: a run is cancelled, also if the shutdown overtakes its first message.
  @Test func aRunWhoseMessageIsOvertakenByTheShutdownIsCancelled() throws {
    let ending = Locked<Dispatcher?>(nil)
    let kept = Locked<Dispatcher?>(nil)
    let isCancelled = Locked(false)
    let execution = Execution.caller.watched { envelope in
      // Between the moment at which the message was accepted and its place in the queue.
      if case .add? = envelope?.message as? Entry {
        let dispatch = ending.withLock { $0 }
        ending.withLock { $0 = nil }
        dispatch?.requestShutdown()
      }
      return true
    }
    let runtime = try makeRuntime(execution: execution) { _, dispatch in
      dispatch.onCancel { isCancelled.withLock { $0 = true } }
      kept.withLock { $0 = dispatch }
      dispatch(Entry.add("overtaken"))
    }
    ending.withLock { $0 = runtime.dispatcher }
    runtime.start()
    runtime.dispatch(Entry.perform([Do(name: "go")]))
    #expect(runtime.model.all == [])
    #expect(isCancelled.withLock { $0 })
    kept.withLock { $0 = nil }
  }

  /// Contract 10: a command that cancels the one that it is part of is cancelled with it.
  @Test func aCommandThatCancelsWhatItIsPartOfIsNotStarted() throws {
    let inner = Do(name: "inner")
    let nested: [any Command] = [
      Sequential([inner.queued(id: 1, .latestWins)]).queued(id: 1, .latestWins),
      Sequential([inner.cancellable(id: 1, cancelInFlight: true)]).cancellable(id: 1),
    ]
    for command in nested {
      let kept = Locked<Dispatcher?>(nil)
      let runtime = try makeRuntime { _, dispatch in kept.withLock { $0 = dispatch } }
      runtime.start()
      runtime.dispatch(Entry.perform([command]))
      runtime.dispatch(Entry.perform([Cancel(id: 1)]))
      kept.withLock { $0 }?(Entry.add("after the cancellation"))
      #expect(runtime.model.all == [])
      kept.withLock { $0 = nil }
      runtime.requestShutdown()
    }
  }
}
