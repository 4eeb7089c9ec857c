import Foundation
import Katana
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
        "Seed 0: the simulation was asked to choose from a thread outside of the simulation.")
        == true)
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
    #expect(texts.allSatisfy { $0.contains(": two runs of it took different courses.\n") })
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
    #expect(found.first?.text.hasPrefix("Seed 64: two runs of it took different courses.") == true)
  }

  @Test func aSeedThatFailsOnlyOnceIsReportedAsSuch() {
    let runs = Locked(0)
    let found = failures {
      explore(seeds: 1..<3, sending: [Note.doing(["go"])]) { _ in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        return notesApp(.command(DoingNow { _, _ in })).finally("luck") { _ in run != 3 }
      }
    }
    #expect(
      found.first?.text.hasPrefix(
        """
        Seed 2: two runs of it took different courses.
          First run: the invariant "luck" does not hold at the end.
          Second run: no failure

        """) == true)
  }

  @Test func aTaskThatComesBackAfterTheExplorationRunsOn() async {
    let waiting = Locked<[UnsafeContinuation<Void, Never>]>([])
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    explore(seeds: 1, sending: [Note.doing(["go"])], leavingPending: true) { _ in
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
