public import Katana

// Waiting for all that a message leads to.

extension Runtime {
  /// Sends a message and waits for everything that it causes: messages and commands, but not
  /// subscriptions.
  ///
  /// Before ``start()``, it waits for the start. While the runtime finishes or shows a past model,
  /// the message is refused, and the outcome says that it was not handled.
  ///
  /// ```swift
  /// guard try await runtime.settle(AppMessage.synchronize).isSuccess else { exit(1) }
  /// ```
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - timeout: The longest time to wait, by the runtime's clock; `nil` for no limit. It applies
  ///     also while a step does not end.
  ///   - file: The file that sends the message.
  ///   - line: The line that sends the message.
  /// - Returns: Whether the message was handled, and the errors of commands.
  /// - Throws: ``SettleError``. `.timedOut` names the commands that were still running.
  ///   `.cancelled` is thrown as soon as the task is cancelled; if the task was cancelled before
  ///   the call, the message is not sent.
  @discardableResult
  public func settle(
    _ message: any Message, timeout: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws(SettleError) -> SettleOutcome {
    try await dispatcher.settle(message, timeout: timeout, file: file, line: line)
  }

  /// Sends a message and waits until a message of the wanted type has been handled that the sent
  /// message has caused, or that is the sent message itself.
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - type: The type of the message to wait for.
  ///   - timeout: The longest time to wait, by the runtime's clock; `nil` for no limit.
  ///   - file: The file that sends the message.
  ///   - line: The line that sends the message.
  /// - Returns: The first message of the wanted type.
  /// - Throws: ``SettleError``; `.notFound` if the message settles without one of the wanted type.
  public func settle<M: Message>(
    _ message: any Message, returning type: M.Type, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws(SettleError) -> M {
    try await dispatcher.settle(
      message, returning: type, timeout: timeout, file: file, line: line)
  }
}

extension Dispatcher {
  /// Sends a message and waits for everything that it causes. The run that calls this is not waited
  /// for.
  ///
  /// See `Runtime.settle(_:timeout:)` for the parameters, the outcome and the errors.
  @discardableResult
  public func settle(
    _ message: any Message, timeout: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws(SettleError) -> SettleOutcome {
    guard
      case .settled(let outcome) = try await outcome(of: message, wanted: nil, timeout, file, line)
    else { throw .notFound }
    return outcome
  }

  /// Sends a message and waits until a message of the wanted type has been handled that it has
  /// caused.
  ///
  /// See ``Runtime/settle(_:returning:timeout:file:line:)`` for the parameters and the errors.
  public func settle<M: Message>(
    _ message: any Message, returning type: M.Type, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws(SettleError) -> M {
    guard
      case .found(let message as M) = try await outcome(
        of: message, wanted: type, timeout, file, line)
    else { throw .notFound }
    return message
  }

  private func outcome(
    of message: any Message, wanted: (any Message.Type)?, _ timeout: Duration?,
    _ file: StaticString, _ line: UInt
  ) async throws(SettleError) -> CompletionTracker.Settled {
    if Task.isCancelled { throw .cancelled }
    let (core, result) = (sender.core, PendingResult<CompletionTracker.Outcome>())
    let tracker = CompletionTracker(wanted: wanted, parent: sender.tracker) { result.give($0) }
    if let timeout {
      result.limit(timeout, by: core.clock) {
        result.give(.failure(.timedOut(pending: tracker.pendingNames)))
      }
    }
    let sender = SettlingSender(sender, tracker: tracker)
    let wrapped = context.wrap(message, for: core.app)
    var queued = QueuedMessage(wrapped, from: SendSite(sender, file, line))
    queued.wait = .own
    if core.post({ core.loop?.add(tracker) }) { core.post(queued) } else { tracker.abandon() }
    let outcome = await result.get(whenCancelled: .failure(.cancelled))
    core.post { tracker.abandon() }
    return try outcome.get()
  }
}
