import KatanaConsole
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaConsoleInterpreters

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

enum SignalMessage: Message, Equatable { case interrupted, terminated, asked, resized }

extension RealEffects {
  @Suite struct SignalReceivedTests {
    private let recorder = RecordingDispatcher(exhaustive: false)

    init() { _ = ignoredSignalsAreRestored }

    @Test(arguments: ProcessSignal.allCases.filter { $0 != .continued })
    func aSignalIsAMessageInsteadOfItsDefaultAction(_ kind: ProcessSignal) async throws {
      let before = disposition(kind.number)
      let heard = start(kind, .asked)
      kill(getpid(), kind.number)
      await recorder.expect(SignalMessage.asked)
      heard.stop()
      await heard.ended()
      recorder.expectNoMore()
      #expect(disposition(kind.number) == before)
    }

    @Test func severalSubscriptionsShareASignalUntilTheLastStops() async throws {
      let other = RecordingDispatcher()
      let first = start(.user1, .asked)
      let second = other.start(
        SignalReceivedInterpreter.self, SignalReceived(.user1, Reply(SignalMessage.resized)))
      kill(getpid(), SIGUSR1)
      await recorder.expect(SignalMessage.asked)
      await other.expect(SignalMessage.resized)

      first.stop()
      #expect(disposition(SIGUSR1) > 1)
      kill(getpid(), SIGUSR1)
      await other.expect(SignalMessage.resized)
      recorder.expectNoMore()
      second.stop()
      #expect(disposition(SIGUSR1) == 0)
      await first.ended()
      await second.ended()
    }

    @Test func theFormerHandlerOfTheAppIsRestored() async throws {
      _ = signal(SIGUSR2) { _ in }
      let mine = disposition(SIGUSR2)
      let heard = start(.user2, .asked)
      #expect(disposition(SIGUSR2) != mine)
      heard.stop()
      #expect(disposition(SIGUSR2) == mine)
      _ = signal(SIGUSR2, SIG_DFL)
      await heard.ended()
    }

    @Test func aHandlerThatReplacedOursIsNotTouched() async throws {
      let heard = start(.user2, .asked)
      _ = signal(SIGUSR2) { _ in }
      let theirs = disposition(SIGUSR2)
      heard.stop()
      #expect(disposition(SIGUSR2) == theirs)
      _ = signal(SIGUSR2, SIG_DFL)
      await heard.ended()
    }

    @Test func whatWasIgnoredAtTheStartStaysIgnored() async throws {
      _ = signal(SIGHUP, SIG_IGN)
      let heard = start(.hangUp, .asked)
      #expect(disposition(SIGHUP) == 1)
      kill(getpid(), SIGHUP)
      heard.stop()
      #expect(disposition(SIGHUP) == 1)
      // Before this waits, because programs that other tests start would ignore the signal, too.
      restoreDefault(SIGHUP)
      await heard.ended()
      recorder.expectNoMore()
    }

    @Test func aSignalIsAMessageOfARealRuntime() async throws {
      let runtime = try Runtime(
        Program(
          model: Waiting(),
          CombinedUpdater([.full(WaitingUpdater()), .full(WaitingSubscriptions())])),
        interpreters: [.signals()])
      let (counts, seen) = AsyncStream.makeStream(of: Int.self)
      let observation = runtime.observe(\.signals) { seen.yield($0) }
      runtime.start()
      kill(getpid(), SIGUSR1)
      for await count in counts where count == 1 { break }
      await runtime.shutdown()
      observation.cancel()
      #expect(disposition(SIGUSR1) == 0)
    }

    private func start(
      _ kind: ProcessSignal, _ message: SignalMessage
    ) -> RecordedSubscription<SignalReceivedInterpreter> {
      recorder.start(SignalReceivedInterpreter.self, SignalReceived(kind, Reply(message)))
    }
  }
}

private struct Waiting: Model, Equatable {
  typealias Receives = SignalMessage
  var signals = 0
}

private struct WaitingUpdater: TypedUpdater {
  func update(model: inout Waiting, message: SignalMessage) -> [any Command] {
    model.signals += 1
    return []
  }
}

private struct WaitingSubscriptions: SubscriptionProvider {
  func subscriptions(model: Waiting) -> [any Subscription] {
    [SignalReceived(.user1, Reply(SignalMessage.asked))]
  }
}

/// Gives the signals that the process was made to ignore their default actions, once.
///
/// If a script runs the tests in the background, they ignore SIGINT and SIGQUIT, and so does all that
/// they start. A test would wait for a message or an end that never comes.
let ignoredSignalsAreRestored: Void = {
  for kind in ProcessSignal.allCases where disposition(kind.number) == 1 {
    restoreDefault(kind.number)
  }
}()

/// Gives an ignored signal its default action.
///
/// An ignored signal that is sent while the main thread blocks it stays pending, and would end the
/// process later. The main thread of the tests waits in `sigsuspend`, and blocks all signals between
/// two waits. Setting `SIG_IGN` discards a pending signal (POSIX, `sigaction`).
private func restoreDefault(_ number: Int32) {
  _ = signal(number, SIG_IGN)
  _ = signal(number, SIG_DFL)
}

/// Returns the address of a signal's handler; 0 for the default action, 1 if it is ignored.
private func disposition(_ signal: Int32) -> UInt {
  var current = sigaction()
  sigaction(signal, nil, &current)
  #if canImport(Darwin)
    return unsafeBitCast(current.__sigaction_u.__sa_handler, to: UInt.self)
  #elseif canImport(Musl)
    return unsafeBitCast(current.__sa_handler.sa_handler, to: UInt.self)
  #else
    return unsafeBitCast(current.__sigaction_handler.sa_handler, to: UInt.self)
  #endif
}
