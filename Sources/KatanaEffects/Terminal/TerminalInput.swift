public import Katana

/// Sends keys and other events of the terminal, which does not echo or edit lines meanwhile.
///
/// ```swift
/// model.isPlaying ? [TerminalInput(Reply(GameMessage.happened))] : []
/// ```
///
/// The first event is the size. Ctrl-C, Ctrl-\ and Ctrl-Z keep their meaning, unless
/// ``reportsSignalKeys``: without a ``SignalReceived`` the program ends or stops, with its terminal
/// restored. Where the standard input is no terminal, its bytes are decoded in the same way.
/// Several at the same time get the same events. Performed by `.terminal()`.
public struct TerminalInput: Subscription {
  /// Whether Ctrl-C, Ctrl-\ and Ctrl-Z are key strokes rather than signals.
  public var reportsSignalKeys: Bool
  /// Whether the mouse sends events. The user cannot select text meanwhile.
  public var reportsMouse: Bool
  /// Whether the window tells when it gets and loses the focus.
  public var reportsFocus: Bool
  /// Makes the message.
  public var reply: Reply<TerminalEvent>

  /// Creates a subscription to the events of the terminal.
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
