public import Katana

/// Sends messages to the runtime that an interpreter works for.
///
/// May be copied, kept, and called from any thread, any number of times. A message starts a new
/// update after everything sent before it, never a nested one; the call does not wait for it,
/// except that an idle runtime of the `.caller` kind handles it on this thread before the call
/// returns.
///
/// A run of a command is finished when its interpreter has returned and the last copy of its
/// dispatcher is gone. After the runtime's end, a message is counted in ``Statistics/lost`` and
/// nothing else happens.
public struct Dispatcher: Sendable {
  let sender: Sender
  let context: EffectContext

  init(_ sender: Sender, context: EffectContext = EffectContext()) {
    self.sender = sender
    self.context = context
  }

  /// Sends a message.
  @inlinable
  public func callAsFunction<M: Message>(
    _ message: M, file: StaticString = #fileID, line: UInt = #line
  ) {
    withUnsafePointer(to: message) {
      if !handleAtOnce(UnsafeRawPointer($0), M.self) {
        send(UnsafeRawPointer($0), M.self, file, line)
      }
    }
  }

  @usableFromInline
  func handleAtOnce(_ message: UnsafeRawPointer, _ type: any Message.Type) -> Bool {
    sender.isOutside && context.isEmpty && sender.core.handleAtOnce(message, type)
  }

  @usableFromInline
  func send(
    _ message: UnsafeRawPointer, _ type: any Message.Type, _ file: StaticString, _ line: UInt
  ) {
    var message = MessageInPlace(message, type).value
    if !context.isEmpty { message = context.wrap(message) }
    sender.send(message, file: file, line: line)
  }

  /// Sends a message.
  @_disfavoredOverload  // Else it is preferred to the generic one, as anything that is not generic.
  public func callAsFunction(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) {
    // Out of its box, so that it may be handled at once as well.
    func open<M: Message>(_ message: M) { self(message, file: file, line: line) }
    open(message)
  }

  /// Sends a message and waits until it has been handled. See ``Runtime/deliver(_:file:line:)``.
  public func deliver(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) async {
    if Task.isCancelled { return }
    let turn = PendingResult<Void>()
    self(message, file: file, line: line)
    // Behind the message in the queue.
    if !sender.core.post({ _ in turn.give(()) }) { turn.give(()) }
    await turn.get(whenCancelled: ())
  }

  /// The clock of the runtime.
  public var clock: any RuntimeClock { sender.core.clock }

  /// What has become of the runtime's messages so far.
  public var statistics: Statistics { sender.core.statistics }

  /// Marks the runtime as ended and returns; see ``Runtime/requestShutdown()``.
  public func requestShutdown() { sender.core.requestShutdown() }
}
