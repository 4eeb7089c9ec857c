import Dispatch
import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct ReadingTests {
  @Test func theModelMayBeReadFromAnywhereWhileItChanges() async throws {
    struct Pair: Model { var left: [Int] = [0]; var right: [Int] = [0] }
    struct Increase: Message {}
    struct PairUpdater: TypedUpdater {
      func update(model: inout Pair, message: Increase) -> [any Command] {
        model.left[0] += 1
        model.right[0] += 1
        return []
      }
    }
    let runtime = try Runtime(Program(model: Pair(), PairUpdater()))
    runtime.start()
    let torn = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var torn = 0
          var last = 0
          for _ in 0..<20_000 {
            let model = runtime.model
            if model.left != model.right || model.left[0] < last { torn += 1 }
            last = model.left[0]
            let snapshot = await runtime.snapshot()
            if snapshot.left != snapshot.right || snapshot.left[0] < last { torn += 1 }
          }
          return torn
        }
      }
      group.addTask {
        for _ in 0..<40_000 { runtime.dispatch(Increase()) }
        return 0
      }
      return await group.reduce(0, +)
    }
    #expect(torn == 0)
    // A burst may have gone on in the background: this one comes after all others.
    try await runtime.settle(Increase())
    #expect(runtime.model.left == [40_001])
  }

  @Test func aReaderWaitsForAnUpdateThatIsAtWork() async throws {
    struct Slow: Updater {
      let entered = DispatchSemaphore(value: 0)
      let leave = DispatchSemaphore(value: 0)
      var takes: MessageTypes { .all }
      func update(model: inout Notes, message: any Message) -> [any Command] {
        entered.signal()
        leave.wait()
        model.entries.append("slow")
        return []
      }
    }
    let slow = Slow()
    let runtime = try Runtime(Program(model: Notes(), slow))
    runtime.start()
    DispatchQueue.global().async { runtime.dispatch(Note.add("")) }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        slow.entered.wait()
        continuation.resume()
      }
    }
    let reading = Task.detached { runtime.model.entries }
    let snapshot = Task.detached { await runtime.snapshot().entries }
    slow.leave.signal()
    #expect(await reading.value == ["slow"])
    #expect(await snapshot.value == ["slow"])
  }

  @Test func observersSeeOldAndNew() throws {
    let log = Log()
    let runtime = try makeRuntime()
    let observation = runtime.observe { (old: Notes, new: Notes) in
      log("\(old.entries) → \(new.entries)")
    }
    runtime.start()
    runtime.dispatch(Note.add("a"))
    runtime.dispatch(Note.add("b"))
    observation.cancel()
    runtime.dispatch(Note.add("c"))
    #expect(log.all == [#"[] → ["a"]"#, #"["a"] → ["a", "b"]"#])
  }

  @Test func aSliceIsObservedFromNowOnAndOnlyWhenItChanges() throws {
    let log = Log()
    let runtime = try makeRuntime(model: Notes(entries: ["first"]))
    runtime.start()
    let observation = runtime.observe(\.entries) { log("\($0)") }
    runtime.dispatch(Note.want([]))
    runtime.dispatch(Note.add("a"))
    runtime.dispatch(Note.want([]))
    observation.cancel()
    runtime.dispatch(Note.add("b"))
    #expect(log.all == [#"["first"]"#, #"["first", "a"]"#])
  }

  @Test func anObserverIsReleasedWithItsToken() throws {
    final class Screen: Sendable {}
    let runtime = try makeRuntime()
    runtime.start()
    var screen: Screen? = Screen()
    weak let kept = screen
    var observation: ObservationToken? = runtime.observe { [screen] (_: Notes) in _ = screen }
    screen = nil
    #expect(kept != nil)
    withExtendedLifetime(observation) {}
    observation = nil
    #expect(kept == nil)
    runtime.requestShutdown()
  }

  @Test func observersThatComeAndGoWithinAStepCountFromTheNextOne() throws {
    let runtime = try makeRuntime()
    let log = Log()
    let inner = Locked<ObservationToken?>(nil)
    let outer = runtime.observe { (new: Notes) in
      if new.entries.count == 1 {
        let observation = runtime.observe { (new: Notes) in log("inner \(new.entries.count)") }
        inner.withLock { $0 = observation }
      }
    }
    runtime.start()
    runtime.dispatch(Note.add("1"))
    #expect(log.all == [])
    runtime.dispatch(Note.add("2"))
    #expect(log.all == ["inner 2"])
    inner.withLock { $0 = nil }
    runtime.dispatch(Note.add("3"))
    #expect(log.all == ["inner 2"])
    outer.cancel()
  }

  @Test func theSequenceOfModelsEndsWithTheRuntime() async throws {
    let runtime = try makeRuntime(model: Notes(entries: ["first"]))
    runtime.start()
    let models = runtime.models
    runtime.dispatch(Note.add("a"))
    runtime.dispatch(Note.add("b"))
    await runtime.shutdown()
    var seen: [[String]] = []
    for await model in models { seen.append(model.entries) }
    #expect(seen == [["first", "a", "b"]], "only the newest waits")
  }

  /// Such as by a view model that is made before the app begins.
  @Test func aPartIsToldBeforeTheStartToo() throws {
    let log = Log()
    let runtime = try makeRuntime(model: Notes(entries: ["first"]))
    let observation = runtime.observe(\.entries) { log("\($0)") }
    #expect(log.all == [#"["first"]"#])
    runtime.start()
    #expect(log.all == [#"["first"]"#], "not twice")
    runtime.dispatch(Note.add("a"))
    #expect(log.all == [#"["first"]"#, #"["first", "a"]"#])
    observation.cancel()
    runtime.requestShutdown()
  }

  @Test func aPartThatChangesWithTheFirstMessagesIsToldAfterThem() throws {
    let log = Log()
    let runtime = try makeRuntime()
    runtime.dispatch(Note.add("waits"))
    let observation = runtime.observe(\.entries) { log("\($0)") }
    runtime.start()
    #expect(log.all == ["[]", #"["waits"]"#])
    observation.cancel()
    runtime.requestShutdown()
  }

  @Test func theSequenceOfModelsDoesNotRepeatTheFirstModelAtTheStart() async throws {
    let runtime = try makeRuntime(model: Notes(entries: ["first"]))
    var models = runtime.models.makeAsyncIterator()
    #expect(await models.next()?.entries == ["first"])
    runtime.start()
    await runtime.shutdown()
    #expect(await models.next() == nil)
  }

  @Test func theSequenceOfModelsHasTheModelAfterTheFirstMessages() async throws {
    let runtime = try makeRuntime(model: Notes(entries: ["first"]))
    runtime.dispatch(Note.add("waits"))
    var models = runtime.models.makeAsyncIterator()
    #expect(await models.next()?.entries == ["first"])
    runtime.start()
    #expect(await models.next()?.entries == ["first", "waits"])
    runtime.requestShutdown()
  }

  @Test func theSequenceOfModelsBeginsBeforeTheStart() async throws {
    let runtime = try makeRuntime(model: Notes(entries: ["first"]))
    for await model in runtime.models {
      #expect(model.entries == ["first"])
      break
    }
    runtime.requestShutdown()
  }

  /// Swift forbids to block in a cancellation handler. If the task is cancelled before it waits for
  /// the next model, the handler runs on its own thread, and this shows nothing.
  @Test func cancellingATaskThatReadsModelsExecutesNothingThere() async throws {
    let (cancelling, postedInside) = (Locked<UInt>(0), Locked(false))
    let runtime = try makeRuntime(
      execution: .caller.watched { _ in
        if cancelling.withLock({ $0 }) == currentThread { postedInside.withLock { $0 = true } }
        return true
      })
    runtime.start()
    let log = Log()
    let task = Task {
      for await _ in runtime.models { log("model") }
      log("ended")
    }
    await log.reached("model")
    await onThreadOfItsOwn {
      cancelling.withLock { $0 = currentThread }
      task.cancel()
      cancelling.withLock { $0 = 0 }
    }
    await log.reached("ended")
    #expect(!postedInside.withLock { $0 })
  }
}
