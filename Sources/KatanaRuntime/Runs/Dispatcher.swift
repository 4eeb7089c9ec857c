public import Katana

/// Sends messages to a runtime on behalf of an interpreter.
///
/// It may be copied, kept, and called from any thread, any number of times. A message is queued
/// after everything that was sent before it, and starts an update of its own, never a nested one.
/// The call does not wait for that update. There is one exception: if the runtime is idle and its
/// ``Execution`` allows this thread, the message is handled before the call returns.
///
/// A run of a command ends when its interpreter has returned and the last copy of its dispatcher is
/// released. After the runtime's end, a message is counted in ``Statistics/lost`` and not handled.
/// If the dispatcher belongs to no command, and the runtime still exists, an issue reports it, too.
public struct Dispatcher: Sendable {
  let sender: Sender
  let context: EffectContext

  init(_ sender: Sender, context: EffectContext = EffectContext()) {
    self.sender = sender
    self.context = context
  }

  /// Sends a message, from any thread.
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - file: The file that sends the message, for the history and the log.
  ///   - line: The line that sends the message.
  @inlinable
  public func callAsFunction<M: Message>(
    _ message: M, file: StaticString = #fileID, line: UInt = #line
  ) {
    withPlace(of: message) { send($0, M.self, file, line) }
  }

  @usableFromInline
  func send(
    _ message: ReadPlace, _ type: any Message.Type, _ file: StaticString, _ line: UInt
  ) {
    let site = SendSite(sender, file, line)
    if context.isEmpty { return sender.core.send(message, type, from: site) }
    let wrapped = context.wrap(boxed(message, type), for: sender.core.app)
    sender.core.post(QueuedMessage(wrapped, from: site))
  }

  /// Sends a message whose type is not known, from any thread.
  @_disfavoredOverload  // Otherwise it would be preferred to the generic one.
  public func callAsFunction(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) {
    func open<M: Message>(_ message: M) { self(message, file: file, line: line) }
    open(message)
  }

  /// Sends a message and waits until it has been handled, but not for what it causes; see
  /// ``Runtime/deliver(_:file:line:)``.
  public func deliver(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) async {
    if Task.isCancelled { return }
    let turn = PendingResult<Void>()
    self(message, file: file, line: line)
    // The task is queued behind the message, so it runs when the message has been handled.
    if !sender.core.post({ turn.give(()) }) { turn.give(()) }
    await turn.get(whenCancelled: ())
  }

  /// The clock of the runtime.
  public var clock: any RuntimeClock { sender.core.clock }

  /// The counts of what became of the runtime's messages so far.
  public var statistics: Statistics { sender.core.statistics }

  /// Ends the runtime after the current step, and returns immediately; see
  /// ``Runtime/requestShutdown()``.
  public func requestShutdown() { sender.core.requestShutdown() }
}
