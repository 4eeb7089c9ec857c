import Katana
import KatanaConsole
public import KatanaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Interpreter {
  /// Creates the interpreter of ``KatanaConsole/SignalReceived``.
  ///
  /// Several runtimes of a process may use this interpreter. Each subscription receives all
  /// signals.
  public static func signals() -> Interpreter {
    .group([.subscription(SignalReceivedInterpreter.self)])
  }
}

/// Sends a message for each occurrence of a signal.
final class SignalReceivedInterpreter: PlainSubscriptionInterpreter {
  private let signal: Int32
  private let dispatch: SubscriptionDispatcher<SignalReceived>
  private var id: Int?

  init(subscription: SignalReceived, dispatch: SubscriptionDispatcher<SignalReceived>) {
    self.signal = subscription.signal.number
    self.dispatch = dispatch
  }

  func start() {
    id = SignalTable.shared.listen(to: signal) { [dispatch] in dispatch.answer(\.reply, with: ()) }
  }

  func stop() { if let id { SignalTable.shared.stopListening(to: signal, id) } }
}

extension ProcessSignal {
  /// The signal number of the system.
  var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangUp: SIGHUP
    case .quit: SIGQUIT
    case .windowChanged: SIGWINCH
    case .continued: SIGCONT
    case .user1: SIGUSR1
    case .user2: SIGUSR2
    }
  }
}
