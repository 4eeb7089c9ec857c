import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

/// What happens outside of a simulation is found out.
@Suite struct EscapeTests {
  /// The texts of the failures of some seeds, each explored by itself.
  private func texts(_ interpreter: (Simulation) -> Interpreter) -> [String] {
    failures {
      for seed in 0..<8 as Range<UInt64> {
        explore(seeds: seed..<(seed + 1), sending: [Note.doing(["go"])]) {
          notesApp(interpreter($0))
        }
      }
    }.map(\.text)
  }

  /// Does something on a thread of its own, and waits for the end of it.
  private static func onAThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }

  @Test func aMessageFromAThreadIsReportedWithItsSender() {
    let texts = texts { _ in
      .command(
        DoingNow { _, dispatch in
          Self.onAThread {
            dispatch(Note.heard("outside"), file: "App/DoInterpreter.swift", line: 5)
          }
        })
    }
    #expect(texts.count == 8)
    for (seed, text) in texts.enumerated() {
      #expect(
        text.hasPrefix(
          """
          Seed \(seed): the message Note.heard was sent by command Do (App/DoInterpreter.swift:5) \
          from a thread outside of the simulation.
          The seed does not decide what happens outside, so a failure could not be reproduced.
          To fix this, wait with `simulation.clock` or `simulation.pause()`, make tasks as child \
          tasks or with `simulation.executor`, and use no `Task { }`, `Task.sleep`, main actor, \
          thread, queue, or real input and output.

          """))
    }
  }

  @Test func aDetachedTaskIsReportedWhateverItsThreadDoesFirst() {
    let texts = texts { _ in
      .command(
        DoingNow { _, dispatch in Task.detached { dispatch(Note.heard("outside")) } })
    }
    #expect(texts.count == 8)
  }

  @Test func aTaskThatIsResumedFromAThreadIsReported() {
    let texts = texts { simulation in
      .command(
        Doing { _, _ in
          await withUnsafeContinuation { continuation in
            // Later, when the task is suspended.
            simulation.clock.schedule(after: .seconds(1)) {
              Self.onAThread { continuation.resume() }
            }
          }
        })
    }
    #expect(texts.count == 8)
    #expect(
      texts.first?.hasPrefix(
        "Seed 0: a task of the simulation was resumed from a thread outside of the simulation.")
        == true)
  }

  @Test func theClockAndTheChoicesOfASimulationBelongToItsThread() {
    let clock = texts { simulation in
      .command(
        DoingNow { _, _ in
          Self.onAThread { simulation.clock.schedule(after: .seconds(1)) {} }
        })
    }
    #expect(clock.count == 8)
    #expect(
      clock.first?.hasPrefix(
        "Seed 0: the clock of the simulation was used from a thread outside of the simulation.")
        == true)
    let choices = texts { simulation in
      .command(DoingNow { _, _ in Self.onAThread { _ = simulation.choose(1...2) } })
    }
    #expect(
      choices.first?.hasPrefix(
        "Seed 0: `choose` of the simulation was called from a thread outside of the simulation.")
        == true)
  }

  /// The failures of three seeds; before the app of the third is made, something happens on a thread.
  private func textsOfAThird(
    sending messages: [any Message] = [], ignoringPending: Bool = false,
    _ late: @escaping @Sendable () -> Void, _ app: (Simulation) -> Simulated<Notes>
  ) -> [String] {
    failures {
      explore(seeds: 3, sending: messages, ignoringPending: ignoringPending) { simulation in
        if simulation.seed == 2 { Self.onAThread(late) }
        return app(simulation)
      }
    }.map(\.text)
  }

  @Test func aMessageThatComesAfterTheEndOfItsSeedIsReportedInALaterOne() {
    let kept = Locked<Dispatcher?>(nil)
    let texts = textsOfAThird(sending: [Note.doing(["go"])], ignoringPending: true) {
      kept.withLock { $0 }?(Note.heard("late"), file: "App/Do.swift", line: 5)
    } _: { _ in
      notesApp(.command(DoingNow { _, dispatch in kept.withLock { $0 = dispatch } }))
    }
    #expect(
      texts == [
        """
        Seed 2: the message Note.heard was sent by command Do (App/Do.swift:5) from a thread \
        outside of the simulation.
        It comes from seed 1, whose run had ended.
        The seed does not decide what happens outside, so a failure could not be reproduced.
        To fix this, wait with `simulation.clock` or `simulation.pause()`, make tasks as child \
        tasks or with `simulation.executor`, and use no `Task { }`, `Task.sleep`, main actor, \
        thread, queue, or real input and output.
          No message was handled.
        Model:
          .heard: []
        2 seeds passed before this one.
        To run it again: explore(seeds: 2..<3, …)
        """
      ])
  }

  @Test func anEventOfASubscriptionThatHasStoppedIsReported() {
    let kept = Locked<SubscriptionDispatcher<Whisper>?>(nil)
    let texts = textsOfAThird {
      kept.withLock { $0 }?(Note.heard("late"), file: "App/Whisper.swift", line: 5)
    } _: { _ in
      whisperApp { dispatch in kept.withLock { $0 = dispatch } }
    }
    #expect(
      texts.first?.hasPrefix(
        """
        Seed 2: an event of a subscription that had stopped was sent (App/Whisper.swift:5) from a \
        thread outside of the simulation.
        It comes from seed 1, whose run had ended.

        """) == true)
  }

  @Test func theClockAndTheChoicesOfAnEarlierSeedAreReportedAsSuch() {
    func text(_ use: @escaping @Sendable (Simulation) -> Void) -> String? {
      let kept = Locked<Simulation?>(nil)
      return textsOfAThird {
        if let simulation = kept.withLock({ $0 }) { use(simulation) }
      } _: { simulation in
        kept.withLock { $0 = simulation }
        return notesApp(.command(DoingNow { _, _ in }))
      }.first
    }
    let ends =
      " from a thread outside of the simulation.\nIt comes from seed 1, whose run had ended.\n"
    #expect(
      text { $0.clock.schedule(after: .seconds(1)) {} }?
        .hasPrefix("Seed 2: the clock of the simulation was used\(ends)") == true)
    #expect(
      text { _ = $0.choose(1...2) }?
        .hasPrefix("Seed 2: `choose` of the simulation was called\(ends)") == true)
  }

  @Test func aTaskThatComesBackInALaterSeedMayComeFromAnEarlierOne() {
    let waiting = Locked<UnsafeContinuation<Void, Never>?>(nil)
    let texts = textsOfAThird(sending: [Note.doing(["go"])], ignoringPending: true) {
      let continuation = waiting.withLock { waiting in
        defer { waiting = nil }
        return waiting
      }
      continuation?.resume()
    } _: { _ in
      notesApp(
        .command(
          Doing { _, _ in
            await withUnsafeContinuation { continuation in waiting.withLock { $0 = continuation } }
          }))
    }
    #expect(
      texts.first?.hasPrefix(
        """
        Seed 2: a task of the simulation was resumed from a thread outside of the simulation.
        It may come from an earlier seed.
        The seed does not decide what happens outside, so a failure could not be reproduced.

        """) == true)
  }

  @Test func whatComesFromAThreadWhileASeedEndsIsReported() {
    let texts = failures {
      explore(seeds: 1, sending: []) { _ in
        whisperApp { _ in
        } stopping: { dispatch in
          Self.onAThread { dispatch(Note.heard("late")) }
        }
      }
    }.map(\.text)
    #expect(
      texts.first?.hasPrefix("Seed 0: an event of a subscription that had stopped was sent (")
        == true)
    #expect(texts.first?.contains("earlier seed") == false)
  }

  @Test func whatIsSentAfterTheEndOnTheThreadOfTheSimulationIsNoEscape() {
    let seen = explore(seeds: 3, sending: []) { _ in
      whisperApp { _ in
      } stopping: { dispatch in
        dispatch(Note.heard("late"))
      }
    }
    #expect(seen.seeds == 3)
  }

  @Test func whatOneSeedLeavesToTheNextIsFoundByRunningSeedsTwice() {
    let calls = Locked(0)
    let texts = texts { _ in
      .command(
        DoingNow { _, dispatch in
          let count = calls.withLock { calls in
            calls += 1
            return calls
          }
          if count.isMultiple(of: 2) { dispatch(Note.heard("even")) }
        })
    }
    #expect(texts.count == 8)
    #expect(texts.allSatisfy { $0.contains(": two runs of this seed took different courses.\n") })
    #expect(texts.allSatisfy { $0.contains("\n  First run: the end\n") })
    #expect(texts.allSatisfy { $0.contains("\n  Second run: message 2, 0 ms: doing (") })
  }

  @Test func every64thSeedIsRunTwice() {
    let runs = Locked(0)
    let found = failures {
      explore(seeds: 200, sending: [Note.doing(["go"])]) { _ in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        // Seed 0 takes two runs, the seeds up to 63 one each: this is the second run of seed 64.
        return notesApp(
          .command(DoingNow { _, dispatch in if run == 67 { dispatch(Note.heard("67")) } }))
      }
    }
    #expect(found.count == 1)
    #expect(
      found.first?.text.hasPrefix("Seed 64: two runs of this seed took different courses.") == true)
  }

  @Test func aSeedThatFailsOnlyOnceIsReportedAsSuch() {
    let runs = Locked(0)
    let found = failures {
      explore(seeds: 1..<3, sending: [Note.doing(["go"])]) { _ in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        return notesApp(.command(DoingNow { _, _ in })).eventually("luck") { _ in run != 3 }
      }
    }
    #expect(
      found.first?.text.hasPrefix(
        """
        Seed 2: two runs of this seed took different courses.
          First run: the invariant "luck" does not hold at the end.
          Second run: no failure

        """) == true)
  }

  @Test func aTaskThatComesBackAfterTheExplorationRunsOn() async {
    let waiting = Locked<[UnsafeContinuation<Void, Never>]>([])
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    explore(seeds: 1, sending: [Note.doing(["go"])], ignoringPending: true) { _ in
      notesApp(
        .command(
          Doing { _, _ in
            await withUnsafeContinuation { continuation in
              waiting.withLock { $0.append(continuation) }
            }
            end.yield()
          }))
    }
    let left = waiting.withLock { $0 }
    #expect(left.count == 2)
    for continuation in left { continuation.resume() }
    for await _ in ends.prefix(left.count) {}
  }
}

/// A subscription without messages of its own.
private struct Whisper: Subscription {}

private final class WhisperInterpreter: SubscriptionInterpreter {
  typealias Sub = Whisper
  typealias Body = @Sendable (SubscriptionDispatcher<Whisper>) -> Void
  private let (starting, stopping): (Body, Body)
  private let dispatch: SubscriptionDispatcher<Whisper>

  init(
    _ starting: @escaping Body, _ stopping: @escaping Body,
    _ dispatch: SubscriptionDispatcher<Whisper>
  ) {
    (self.starting, self.stopping) = (starting, stopping)
    self.dispatch = dispatch
  }

  func start() { starting(dispatch) }
  func stop() { stopping(dispatch) }
}

private func whisperApp(
  starting: @escaping WhisperInterpreter.Body,
  stopping: @escaping WhisperInterpreter.Body = { _ in }
) -> Simulated<Notes> {
  Simulated(
    Program(
      model: Notes(),
      CombinedUpdater([
        .full(NotesUpdater()), .full(FunctionSubscriptionProvider { _ in [Whisper()] }),
      ])),
    interpreters: [
      .subscription { (_: Whisper, dispatch) in WhisperInterpreter(starting, stopping, dispatch) }
    ])
}
