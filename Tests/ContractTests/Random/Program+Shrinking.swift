extension Program {
  /// The smallest program that still shows something wrong.
  func shrunk(while isWrong: (Program) -> Bool) -> Program {
    var smallest = self
    while let smaller = smallest.smaller.first(where: isWrong) { smallest = smaller }
    return smallest
  }

  /// Programs that are a little smaller.
  private var smaller: [Program] {
    var all: [Program] = []
    func add(_ change: (inout Program) -> Void) {
      var copy = self
      change(&copy)
      all.append(copy)
    }
    for index in sendings.indices { add { $0.sendings.remove(at: index) } }
    for index in early.indices { add { $0.early.remove(at: index) } }
    for index in initial.indices { add { $0.initial.remove(at: index) } }
    for index in initial.indices {
      for content in initial[index].smaller { add { $0.initial[index] = content } }
    }
    for index in scripts.indices where !scripts[index].isEmpty {
      add { $0.scripts[index] = Script() }
    }
    for index in scripts.indices {
      for script in scripts[index].smaller { add { $0.scripts[index] = script } }
    }
    for name in feeds.indices {
      for payload in feeds[name].indices where !feeds[name][payload].isEmpty {
        add { $0.feeds[name][payload] = FeedPlan() }
      }
    }
    if shutdownAfter != nil { add { $0.shutdownAfter = nil } }
    return all
  }
}

extension Script {
  var isEmpty: Bool {
    changes.isEmpty && commands.isEmpty && !isLast && fate == .handled && echo == nil
      && addition == nil
  }

  fileprivate var smaller: [Script] {
    var all: [Script] = []
    func add(_ change: (inout Script) -> Void) {
      var copy = self
      change(&copy)
      all.append(copy)
    }
    for index in changes.indices { add { $0.changes.remove(at: index) } }
    for index in commands.indices {
      add { $0.commands.remove(at: index) }
      for content in commands[index].smaller { add { $0.commands[index] = content } }
    }
    if isLast { add { $0.isLast = false } }
    if fate != .handled { add { $0.fate = .handled } }
    if echo != nil { add { $0.echo = nil } }
    if addition != nil { add { $0.addition = nil } }
    return all
  }
}

extension FeedPlan {
  var isEmpty: Bool {
    events == 0 && !sendsInStart && !ignoresStop && !takesUpdates && newestOnly == nil
      && onStart == nil && onStop == nil
  }
}

extension Expression {
  fileprivate var smaller: [Expression] {
    switch self {
    case .send, .cancel: []
    case .work(let plan):
      plan.steps.indices.map { index in
        var plan = plan
        plan.steps.remove(at: index)
        return .work(plan)
      }
    case .cancellable(let id, let inFlight, let all, let content):
      [content]
        + content.smaller.map { .cancellable(id, inFlight: inFlight, withConsequences: all, $0) }
    case .delayed(let milliseconds, let content):
      [content] + content.smaller.map { .delayed(milliseconds: milliseconds, $0) }
    case .queued(let id, let queueing, let content):
      [content] + content.smaller.map { .queued(id, queueing, $0) }
    case .elsewhere(let place, let content):
      [content] + content.smaller.map { .elsewhere(place, $0) }
    case .inOrder(let contents): contents.smallerOnes.map { .inOrder($0) }
    }
  }
}

extension [Expression] {
  /// Lists without one of the expressions, or with a smaller one in its place.
  fileprivate var smallerOnes: [[Expression]] {
    indices.flatMap { index -> [[Expression]] in
      var fewer = self
      fewer.remove(at: index)
      return [fewer]
        + self[index].smaller.map { content in
          var changed = self
          changed[index] = content
          return changed
        }
    }
  }
}
