public import Katana

/// Sends a message each time the process receives a signal.
///
/// ```swift
/// [SignalReceived(.interrupt, Reply(AppMessage.interrupted))]
/// ```
///
/// While it is declared, the default action of the signal does not happen. When the last one for a
/// signal stops, in all runtimes of the process, the former action is restored. Messages come in
/// the order in which the signals arrive; the system merges equal signals that arrive faster than
/// it delivers them. Performed by `.signals()`.
///
/// - Important: A process that was started with `SIGINT`, `SIGQUIT` or `SIGHUP` ignored, as by
///   `nohup` or in the background of a script, keeps ignoring it: no message is sent.
public struct SignalReceived: Subscription {
  /// The signal.
  public var signal: ProcessSignal
  /// Makes the message.
  public var reply: Reply<Void>

  /// Creates a subscription to a signal.
  public init(_ signal: ProcessSignal, _ reply: Reply<Void>) {
    self.signal = signal
    self.reply = reply
  }
}
