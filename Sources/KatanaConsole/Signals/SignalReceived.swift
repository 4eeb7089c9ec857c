public import Katana

/// Sends a message each time the process receives a signal.
///
/// ```swift
/// [SignalReceived(.interrupt, reply(.interrupted))]
/// ```
///
/// While the subscription is active, the default action of the signal does not happen. When the
/// last subscription to a signal stops, in all runtimes of the process, the former action is
/// restored. A handler of the app's own for the signal is not called meanwhile.
///
/// Messages come in the order in which the signals arrive. The system merges signals of one kind
/// that arrive faster than it can deliver them. Run by the interpreters of `.signals()`.
///
/// - Important: If the process was started with `SIGINT`, `SIGQUIT` or `SIGHUP` ignored, it
///   continues to ignore that signal, and no message is sent. `nohup` and background jobs of
///   scripts start processes in this way.
public struct SignalReceived: Subscription {
  /// The signal.
  public var signal: ProcessSignal
  /// The reply, which makes the message.
  public var reply: Reply<Void>

  /// Creates a subscription to a signal.
  public init(_ signal: ProcessSignal, _ reply: Reply<Void>) {
    self.signal = signal
    self.reply = reply
  }
}
