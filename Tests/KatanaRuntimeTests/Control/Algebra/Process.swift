extension ReferenceModel.Process {
  typealias Process = ReferenceModel.Process

  var outcome: ReferenceModel.Outcome? {
    if case .ended(let outcome) = self { outcome } else { nil }
  }

  /// What goes on directly inside.
  var parts: [Process] {
    switch self {
    case .new, .later, .awaiting, .saying, .cancelling, .flushing, .run, .ended: []
    case .flushed(_, let part), .inRow(_, let part), .inOrder(let part, _), .named(_, let part),
      .limited(_, _, let part), .won(let part),
      .retried(_, _, _, let part), .onFailure(_, let part):
      [part]
    case .together(let parts, _, _), .race(let parts, _), .answering(let parts, _): parts
    }
  }

  /// The same with other parts.
  func with(_ parts: [Process]) -> Process {
    switch self {
    case .new, .later, .awaiting, .saying, .cancelling, .flushing, .run, .ended: self
    case .flushed(let ticket, _): .flushed(ticket, parts[0])
    case .race(_, let losses): .race(parts, losses)
    case .won: .won(parts[0])
    case .answering(_, let outcome): .answering(parts, outcome)
    case .inRow(let row, _): .inRow(row, parts[0])
    case .inOrder(_, let rest): .inOrder(parts[0], then: rest)
    case .named(let badge, _): .named(badge, parts[0])
    case .limited(let timer, let word, _): .limited(timer, word, parts[0])
    case .retried(let command, let attempts, let made, _):
      .retried(command, attempts, made: made, parts[0])
    case .onFailure(let word, _): .onFailure(word, parts[0])
    case .together(_, let word, let failure): .together(parts, then: word, failure)
    }
  }

  /// The same with each part replaced, from the outside in, for which there is something else.
  func rewritten(_ replace: (Process) -> Process?) -> Process {
    replace(self) ?? with(parts.map { $0.rewritten(replace) })
  }

  /// The end, if this is one, or what it is inside of.
  func orEnded(_ wrap: (Process) -> Process) -> Process {
    if case .ended = self { self } else { wrap(self) }
  }
}
