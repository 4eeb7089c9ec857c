import KatanaRuntime

/// What a leaf is in the real runtime: a command for an interpreter that returns at once.
struct Scripted: Command, Equatable {
  var script: Expression.Script
}

/// The same for an async interpreter.
struct ScriptedAsync: Command, Equatable {
  var script: Expression.Script
}

extension Expression {
  /// The real command that this stands for.
  var command: any Command {
    switch self {
    case .leaf(let script):
      script.style == .async ? ScriptedAsync(script: script) : Scripted(script: script)
    case .send(let word): Send(Heard.word(word))
    case .cancel(let name): Cancel(id: name)
    case .cancelWaiting(let name): Cancel(waiting: name)
    case .flush(let name): Flush(id: name)
    case .race(let commands): Race(commands.map(\.command))
    case .inOrder(let commands): Sequential(commands.map(\.command))
    case .together(let commands, let word):
      Concurrent(commands.map(\.command), then: word.map { Heard.word($0) })
    case .cancellable(let command, let name, let cancelInFlight):
      command.command.cancellable(id: name, cancelInFlight: cancelInFlight)
    case .queued(let command, let name, let policy):
      command.command.queued(id: name, policy.policy)
    case .debounced(let command, let name, let time):
      command.command.debounced(id: name, for: .milliseconds(time))
    case .throttled(let command, let name, let time, let rate):
      command.command.throttled(id: name, for: .milliseconds(time), rate.throttling)
    case .delayed(let command, let time): command.command.delayed(by: .milliseconds(time))
    case .timeout(let command, let time, let word):
      if let word {
        command.command.timingOut(after: .milliseconds(time), Heard.word(word))
      } else {
        command.command.timingOut(after: .milliseconds(time))
      }
    case .retried(let command, let attempts): command.command.retried(attempts.retry)
    case .onFailure(let command, let word): command.command.onFailure(Heard.word(word))
    case .mapped(let command): command.command.map { (heard: Heard) in heard }
    case .row(let command, let id): command.command.in(AlgebraApp.at.rows[id])
    }
  }
}

extension Expression.Policy {
  fileprivate var policy: QueuePolicy {
    switch self {
    case .latestWins: .latestWins
    case .firstWins: .firstWins
    case .atMost(let limit): .atMost(limit)
    case .keepLatest: .keepLatest
    }
  }
}

extension Expression.Rate {
  fileprivate var throttling: Throttling {
    switch self {
    case .leading: .leading
    case .trailing: .trailing
    case .leadingAndTrailing: .leadingAndTrailing
    }
  }
}

extension Expression.Attempts {
  fileprivate var retry: Retry {
    let errors: RetriedErrors =
      switch errors {
      case .all: .all
      case .code(let code): .only(WorkFailure(code: code))
      case .timeouts: .types(CommandTimedOut.self)
      }
    return Retry(count, after: .constant(.milliseconds(backoff)), on: errors)
  }
}
