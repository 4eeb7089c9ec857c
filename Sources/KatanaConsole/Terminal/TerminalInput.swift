public import Katana

/// Sends the keys and other events of the terminal.
///
/// ```swift
/// model.isPlaying ? [TerminalInput(reply { .happened($0) })] : []
/// ```
///
/// While the subscription is active, the terminal neither echoes nor edits what the user types. If
/// the input and the output are terminals, the first event is the size.
///
/// Ctrl-C, Ctrl-\ and Ctrl-Z are signals, unless `signalKeys` is `true`. Without a
/// ``SignalReceived`` they end or stop the process, and the terminal is restored first.
///
/// If the standard input is not a terminal, its bytes are decoded in the same way. If several
/// subscriptions are active, each gets all events. Run by the interpreters of `.terminal()`.
public struct TerminalInput: Subscription {
  /// Whether Ctrl-C, Ctrl-\ and Ctrl-Z are sent as keys instead of signals.
  package var reportsSignalKeys: Bool
  /// Whether events of the mouse are sent. The user cannot select text meanwhile.
  package var reportsMouse: Bool
  /// Whether an event is sent when the window gains or loses the focus.
  package var reportsFocus: Bool
  /// The reply, which turns each event into a message.
  public var reply: Reply<TerminalEvent>

  /// Creates a subscription to the events of the terminal.
  ///
  /// - Parameters:
  ///   - signalKeys: Whether Ctrl-C, Ctrl-\ and Ctrl-Z are sent as keys instead of signals.
  ///   - mouse: Whether events of the mouse are sent.
  ///   - focus: Whether an event is sent when the window gains or loses the focus.
  ///   - reply: Turns each event into a message.
  public init(
    signalKeys: Bool = false, mouse: Bool = false, focus: Bool = false,
    _ reply: Reply<TerminalEvent>
  ) {
    self.reportsSignalKeys = signalKeys
    self.reportsMouse = mouse
    self.reportsFocus = focus
    self.reply = reply
  }
}
