extension AlgebraProgram: CustomStringConvertible {
  /// As it can be written in a test.
  var description: String {
    let asks = asks.map {
      "    .init(time: \($0.time), commands: \($0.commands), replacing: \($0.replacing.map { "\($0)" } ?? "nil")),\n"
    }
    return "AlgebraProgram(asks: [\n\(asks.joined())  ])"
  }
}

extension Expression: CustomStringConvertible {
  var description: String {
    switch self {
    case .leaf(let script): ".leaf(\(script))"
    case .send(let word): ".send(\"\(word)\")"
    case .cancel(let name): ".cancel(.\(name))"
    case .cancelWaiting(let name): ".cancelWaiting(.\(name))"
    case .flush(let name): ".flush(.\(name))"
    case .race(let parts): ".race(\(parts))"
    case .inOrder(let parts): ".inOrder(\(parts))"
    case .together(let parts, let word): ".together(\(parts), then: \(quoted(word)))"
    case .cancellable(let part, let name, let flag):
      ".cancellable(\(part), .\(name), cancelInFlight: \(flag))"
    case .queued(let part, let name, let policy): ".queued(\(part), .\(name), .\(policy))"
    case .debounced(let part, let name, let time): ".debounced(\(part), .\(name), \(time))"
    case .throttled(let part, let name, let time, let rate):
      ".throttled(\(part), .\(name), \(time), .\(rate))"
    case .delayed(let part, let time): ".delayed(\(part), \(time))"
    case .timeout(let part, let time, let word): ".timeout(\(part), \(time), \(quoted(word)))"
    case .retried(let part, let attempts):
      ".retried(\(part), .init(count: \(attempts.count), backoff: \(attempts.backoff), "
        + "errors: .\(attempts.errors)))"
    case .onFailure(let part, let word): ".onFailure(\(part), \"\(word)\")"
    case .mapped(let part): ".mapped(\(part))"
    case .row(let part, let row): ".row(\(part), \(row))"
    }
  }

  private func quoted(_ word: String?) -> String { word.map { "\"\($0)\"" } ?? "nil" }
}

extension Expression.Script: CustomStringConvertible {
  var description: String {
    ".init(name: \"\(name)\", pauses: \(pauses), ending: .\(ending), style: .\(style), "
      + "ignoresCancellation: \(ignoresCancellation))"
  }
}
