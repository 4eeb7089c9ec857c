public import Katana

extension Dispatcher {
  /// Reports that the command has failed, and sends a message unless the command is retried.
  ///
  /// For commands that have a message for their error, so that `retried` works for them too:
  ///
  /// ```swift
  /// dispatch.failed(error, otherwise: command.reply(.failure(error)))
  /// ```
  ///
  /// If a `retried` around the command has an attempt left for the error, the message is not sent,
  /// and the next attempt begins when the run has ended. Otherwise the message is sent once, and
  /// the command counts as finished: `onFailure` does not apply, and no issue is reported. Without
  /// a `retried`, this only sends the message.
  ///
  /// May be called from any thread. Send no other message after it.
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
    guard let run = sender as? Run, run.isRetried else {
      return self(message, file: file, line: line)
    }
    let failure = AnsweredFailure(error: error, message: message, file: file, line: line)
    let isPosted = run.core.post { [run, context] cycle in
      // A message of a cancelled command is dropped and counted, as all of its messages are.
      if !run.isSilenced, cycle.runner.isTriedAgain(run, after: failure) { return }
      Dispatcher(run, context: context)(message, file: file, line: line)
    }
    if !isPosted { self(message, file: file, line: line) }
  }

  /// Sends the message that a reply makes from a result.
  ///
  /// If the result is an error and the command is retried, the message is not sent; see
  /// ``failed(_:otherwise:file:line:)``. May be called from any thread.
  public func answer<Value, Failure: Error>(
    _ reply: Reply<Result<Value, Failure>>, with result: Result<Value, Failure>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    switch result {
    case .success: self(reply(result), file: file, line: line)
    case .failure(let error):
      failed(error, otherwise: reply(result), file: file, line: line)
    }
  }
}

/// An error of a command, and the message that tells the app of it.
struct AnsweredFailure {
  let error: any Error
  let message: any Message
  let file: StaticString
  let line: UInt
}
