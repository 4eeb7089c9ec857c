public import Katana

extension Dispatcher {
  /// Says that the command has failed, and sends a message unless the command is tried again.
  ///
  /// For commands that answer with their error, so that `retried` works for them too:
  ///
  /// ```swift
  /// dispatch.failed(error, otherwise: command.reply(.failure(error)))
  /// ```
  ///
  /// If a `retried` around the command has an attempt left for the error, the message is not sent,
  /// and the next attempt begins as soon as the run has ended. Otherwise the message is sent, once,
  /// and the command counts as finished: it has told of its error, so neither `onFailure` nor a
  /// report follows. Without any `retried`, this is the same as sending the message.
  ///
  /// May be called from any thread. Nothing should be sent after it.
  public func failed(
    _ error: any Error, otherwise message: any Message, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    guard let run = sender as? Run, run.isRetried else {
      return self(message, file: file, line: line)
    }
    let failure = AnsweredFailure(error: error, message: message, file: file, line: line)
    run.core.post { [run, context] cycle in
      if run.isSilenced || cycle.runner.isTriedAgain(run, after: failure) { return }
      Dispatcher(run, context: context)(message, file: file, line: line)
    }
  }

  /// Sends what a reply makes of a result, unless the result is an error after which the command is
  /// tried again; see ``failed(_:otherwise:file:line:)``.
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

/// An error, and the message that tells the app of it.
struct AnsweredFailure {
  let error: any Error
  let message: any Message
  let file: StaticString
  let line: UInt
}
