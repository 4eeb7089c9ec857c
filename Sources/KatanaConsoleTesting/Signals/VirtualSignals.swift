import Katana
public import KatanaConsole
public import KatanaRuntime
import KatanaTesting

/// The signals of a process that a test sends: the stand-in for `.signals()`.
///
/// ```swift
/// let signals = VirtualSignals()
/// let runtime = try Runtime(program, interpreters: [.signals(signals)])
/// runtime.start()
/// signals.send(.interrupt)
/// clock.advance(by: .zero)
/// ```
///
/// A signal arrives when the clock of the app advances, as the input of a ``VirtualTerminal`` does: in an
/// `AppTest` by `app.advance(by: .zero)`.
/// Nothing happens to the process of the test.
public final class VirtualSignals: Sendable {
  fileprivate typealias Receiver = @Sendable () -> Void
  private let receivers = Locked<[ObjectIdentifier: (ProcessSignal, Receiver)]>([:])

  /// Creates the signals of a process that has received none.
  public init() {}

  /// Sends a signal to each active `SignalReceived` that waits for it, in any order.
  public func send(_ signal: ProcessSignal) {
    for (wanted, receive) in receivers.withLock({ Array($0.values) }) where wanted == signal {
      receive()
    }
  }

  fileprivate func set(
    _ receiver: (ProcessSignal, Receiver)?, of interpreter: VirtualSignalInterpreter
  ) {
    receivers.withLock { $0[ObjectIdentifier(interpreter)] = receiver }
  }
}

extension Interpreter {
  /// Returns the interpreter of ``KatanaConsole/SignalReceived`` for signals that a test sends.
  public static func signals(_ signals: VirtualSignals) -> Interpreter {
    .subscription { VirtualSignalInterpreter(subscription: $0, dispatch: $1, signals: signals) }
  }
}

private final class VirtualSignalInterpreter: SubscriptionInterpreter {
  typealias Sub = SignalReceived

  private let subscription: SignalReceived
  private let dispatch: SubscriptionDispatcher<SignalReceived>
  private let signals: VirtualSignals

  init(
    subscription: SignalReceived, dispatch: SubscriptionDispatcher<SignalReceived>,
    signals: VirtualSignals
  ) {
    (self.subscription, self.dispatch, self.signals) = (subscription, dispatch, signals)
  }

  func start() {
    let receive: VirtualSignals.Receiver = { [dispatch] in
      dispatch.clock.schedule(after: .zero) { dispatch.answer(\.reply, with: ()) }
    }
    signals.set((subscription.signal, receive), of: self)
  }

  func stop() { signals.set(nil, of: self) }
}
