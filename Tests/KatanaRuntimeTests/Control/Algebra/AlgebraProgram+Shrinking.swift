extension AlgebraProgram {
  /// The smallest program, of those that can be reached by making one part smaller after the other,
  /// for which something is still the case.
  func shrunk(while isStill: (AlgebraProgram) -> Bool) -> AlgebraProgram {
    var smallest = self
    while let smaller = smallest.smaller.first(where: isStill) { smallest = smaller }
    return smallest
  }

  private var smaller: [AlgebraProgram] {
    let without = asks.indices.map { index in
      var program = self
      program.asks.remove(at: index)
      return program
    }
    let with = asks.indices.flatMap { index in
      smallerLists(asks[index].commands).map { commands in
        var program = self
        program.asks[index].commands = commands
        return program
      }
    }
    let lasting = asks.indices.filter { asks[$0].replacing != nil }.map { index in
      var program = self
      program.asks[index].replacing = nil
      return program
    }
    return without + with + lasting
  }
}

/// Lists without one of their elements, or with a smaller one.
private func smallerLists(_ list: [Expression]) -> [[Expression]] {
  list.indices.flatMap { index -> [[Expression]] in
    var shorter = list
    shorter.remove(at: index)
    return [shorter]
      + list[index].smaller.map { element in
        var changed = list
        changed[index] = element
        return changed
      }
  }
}

extension Expression {
  fileprivate var smaller: [Expression] { parts + changed }

  private var changed: [Expression] {
    switch self {
    case .leaf(let script): script.smaller.map { .leaf($0) }
    case .send, .cancel, .cancelWaiting, .flush: []
    case .race(let parts): smallerLists(parts).map { .race($0) }
    case .inOrder(let parts): smallerLists(parts).map { .inOrder($0) }
    case .together(let parts, let word):
      smallerLists(parts).map { .together($0, then: word) }
        + (word == nil ? [] : [.together(parts, then: nil)])
    case .cancellable(let part, let name, let flag):
      part.smaller.map { .cancellable($0, name, cancelInFlight: flag) }
    case .queued(let part, let name, let policy):
      part.smaller.map { .queued($0, name, policy) }
    case .debounced(let part, let name, let time):
      part.smaller.map { .debounced($0, name, time) }
    case .throttled(let part, let name, let time, let rate):
      part.smaller.map { .throttled($0, name, time, rate) }
    case .delayed(let part, let time): part.smaller.map { .delayed($0, time) }
    case .timeout(let part, let time, let word): part.smaller.map { .timeout($0, time, word) }
    case .retried(let part, let attempts): part.smaller.map { .retried($0, attempts) }
    case .onFailure(let part, let word): part.smaller.map { .onFailure($0, word) }
    case .mapped(let part): part.smaller.map { .mapped($0) }
    case .row(let part, let row): part.smaller.map { .row($0, row) }
    }
  }
}

extension Expression.Script {
  fileprivate var smaller: [Expression.Script] {
    var result: [Expression.Script] = []
    for index in pauses.indices {
      var script = self
      script.pauses.remove(at: index)
      result.append(script)
    }
    if ignoresCancellation {
      var script = self
      script.ignoresCancellation = false
      result.append(script)
    }
    if style == .async, ending == .finishes || ending == .never {
      var script = self
      script.style = .callback
      result.append(script)
    }
    return result
  }
}
