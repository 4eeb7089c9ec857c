public import Katana

extension Dispatcher {
  /// Sends the message that a reply makes from the result of the command.
  ///
  /// If the value says that the command has failed, the command has failed: see
  /// ``Katana/FallibleAnswer`` for what says so, and ``failed(_:otherwise:file:line:)`` for what
  /// follows. An error is an answer like any other if the reply is
  /// ``Katana/Reply/allowingFailure``.
  ///
  /// The history shows the place where the reply was made as the origin of the message. May be
  /// called from any thread.
  public func answer<Value>(_ reply: Reply<Value>, with value: Value) {
    answer(reply, value, reply.allowsFailure ? nil : sender.core.commandError(in: value))
  }

  /// Sends the message that a reply makes from a result that may say that the command has failed; see
  /// ``answer(_:with:)-4q2ry``.
  ///
  /// The compiler chooses it where it knows that the value conforms. Otherwise the value is asked, which
  /// does the same and takes longer.
  public func answer<Value: FallibleAnswer>(_ reply: Reply<Value>, with value: Value) {
    answer(reply, value, reply.allowsFailure ? nil : value.commandError)
  }

  private func answer<Value>(_ reply: Reply<Value>, _ value: Value, _ error: (any Error)?) {
    let message = reply(value)
    if let error {
      failed(error, otherwise: message, file: reply.file, line: reply.line)
    } else {
      self(message, file: reply.file, line: reply.line)
    }
  }

  /// Says that the command has failed, and sends the message in which it tells the app.
  ///
  /// For commands whose error has a message that no ``Katana/Reply`` makes; otherwise, use
  /// ``answer(_:with:)-4q2ry``:
  ///
  /// ```swift
  /// dispatch.failed(error, otherwise: UploadMessage.failed(command.file))
  /// ```
  ///
  /// The command counts as failed. A `Sequential` around it drops what comes next, a `Concurrent`
  /// does not send its message, and `settle` says so. `onFailure` does not apply, and no issue is
  /// reported, because the message tells the app. The message is sent once, but not while the error
  /// may be without effect:
  /// - If a `retried` around the command has an attempt left for the error, the next attempt begins
  ///   when the run has ended.
  /// - If the command is a member of a `Race` in which others go on, the message is sent when no
  ///   member has won, and no other member has answered later.
  ///
  /// May be called from any thread. Send no other message after it. A dispatcher that belongs to no
  /// command only sends the message.
  ///
  /// - Parameters:
  ///   - error: The error, which decides whether a `retried` starts the command again.
  ///   - message: The message that tells the app of the error.
  ///   - file: The file that sends the message.
  ///   - line: The line that sends the message.
  public func failed(
    _ error: any Error, otherwise message: any Message, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    guard sender.isOfCommand, let run = sender.run else {
      return self(message, file: file, line: line)
    }
    let failure = AnsweredFailure(error: error, message: Send(message, file: file, line: line))
    // One job, so that the message has the place in the queue that any other message would have.
    let isPosted = run.core.postAsMessage { [sender, context] in
      run.core.loop?.failed(sender, run, failure, context)
    }
    // Refused, as any other message.
    if !isPosted { self(message, file: file, line: line) }
  }
}

extension RuntimeCore {
  /// Returns the error with which a command has failed that answers with a value; `nil` if it has not.
  ///
  /// The types of which no value is a failure are remembered, because the two casts of a value that does
  /// not conform take most of the time of an answer.
  fileprivate func commandError<Value>(in value: Value) -> (any Error)? {
    let type = ObjectIdentifier(Value.self)
    rareLock.lock()
    let isHarmless = harmlessAnswers.contains(type)
    rareLock.unlock()
    if isHarmless { return nil }
    let (error, holdsForType) = Katana.commandError(in: value)
    if holdsForType { rareLock.withLock { _ = harmlessAnswers.insert(type) } }
    return error
  }
}
