import KatanaRuntime

/// W3: combined updaters inside each other, a message for the innermost.
enum DeepNesting {
  static var rows: [Row] {
    [10, 100].map { depth in
      Row(
        name: "W3.\(depth)", title: "\(depth) nested combined updaters, a message for the leaf",
        goals: [.times("W1.static", atMost: 1.5), .mallocs(atMost: 0)]
      ) {
        try nested(Counter(), AddUpdater(), depth)
      }
    }
  }

  /// Puts a model and its updater into so many more, and sends messages to the whole.
  private static func nested<Inner: Model>(
    _ inner: Inner, _ updater: some Updater<Inner>, _ depth: Int
  ) throws -> Work {
    if depth > 0 {
      let combined = CombinedUpdater<Nest<Inner>>([.slice(\.inner, updater)])
      return try nested(Nest(inner: inner), combined, depth - 1)
    }
    let runtime = try Runtime(Program(model: inner, updater))
    runtime.start()
    return .direct { times in
      for number in 0..<times { runtime.dispatch(Add(amount: number)) }
    }
  }
}

/// A model with another one inside.
private struct Nest<Inner: Model>: Model {
  var before = 0
  var inner: Inner
}
