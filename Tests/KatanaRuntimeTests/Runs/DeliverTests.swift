import KatanaRuntime
import KatanaTesting
import Testing

/// Senders that wait for their message's turn.
@Suite struct DeliverTests {
  @Test func theMessageIsHandledWhenTheCallReturns() async throws {
    let runtime = try Runtime(Program(model: Notes(), NotesUpdater()))
    runtime.start()
    for number in 0..<10 {
      await runtime.deliver(Note.add("\(number)"))
      #expect(runtime.model.entries.count == number + 1)
    }
    await runtime.shutdown()
    await runtime.deliver(Note.add("late"))
    #expect(runtime.statistics.lost == 1)
  }

  @Test func sendersThatWaitNeedNoMemory() async throws {
    let waiting = Locked(0)
    let runtime = try Runtime(
      Program(model: Notes(), NotesUpdater()),
      options: RuntimeOptions(
        execution: .serial(QueueExecutor("deliver")), softLimit: 8,
        issues: IssueHandler { _ in waiting.withLock { $0 += 1 } }))
    runtime.start()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<4 {
        group.addTask {
          for number in 0..<200 { await runtime.deliver(Note.add("\(sender) \(number)")) }
        }
      }
    }
    #expect(waiting.withLock { $0 } == 0, "more than eight messages waited")
    for sender in 0..<4 {
      let own = runtime.model.entries.filter { $0.hasPrefix("\(sender) ") }
      #expect(own == (0..<200).map { "\(sender) \($0)" })
    }
    await runtime.shutdown()
  }

  @Test func aTaskThatIsCancelledDoesNotWait() async throws {
    let runtime = try Runtime(Program(model: Notes(), NotesUpdater()))
    // Not started: nothing is handled yet.
    let task = Task { await runtime.deliver(Note.add("a")) }
    task.cancel()
    await task.value
    #expect(runtime.model.entries == [])
    runtime.start()
    await runtime.shutdown()
  }
}
