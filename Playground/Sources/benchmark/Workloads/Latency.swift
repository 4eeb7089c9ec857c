import KatanaRuntime

/// W9: from the dispatch to the observer, on the main actor.
enum Latency {
  static var rows: [Row] {
    [
      Row(name: "W9.direct", title: "a direct call of the update, then of an observer") {
        let (model, sum) = (Boxed(Counter()), Sum())
        return .direct { times in
          for number in 0..<times {
            discard(updateDirectly(&model.value, Add(amount: number)))
            observeDirectly(model.value, sum)
          }
        }
      },
      Row(
        name: "W9.main", title: "dispatch on the main actor, to the observer there",
        floor: "W9.direct", goals: [.times("W9.direct", atMost: 2)]
      ) {
        let runtime = try startedOnMain()
        let sum = Sum()
        let observation = runtime.observe { sum.add($0.value) }
        return .direct { times in
          for number in 0..<times { runtime.dispatch(Add(amount: number)) }
          withExtendedLifetime(observation) {}
        }
      },
      Row(name: "W9.hop", title: "a bare hop to the main actor and back") {
        .suspending { times in for _ in 0..<times { await MainActor.run {} } }
      },
      Row(
        name: "W9.thread", title: "dispatch elsewhere, until the observer on main resumes us",
        floor: "W9.hop", goals: [.times("W9.hop", atMost: 1.5)]
      ) {
        let runtime = try startedOnMain()
        let turn = Turn()
        let observation = runtime.observe { _ in turn.end() }
        return .suspending { times in
          for _ in 0..<times { await turn.wait { runtime.dispatch(Add(amount: 1)) } }
          withExtendedLifetime(observation) {}
        }
      },
    ]
  }

  private static func startedOnMain() throws -> Runtime<Counter> {
    let runtime = try Runtime(
      Program(model: Counter(), AddUpdater()), options: RuntimeOptions(execution: .main))
    runtime.start()
    return runtime
  }
}

@inline(never)
private func observeDirectly(_ counter: Counter, _ sum: Sum) { sum.add(counter.value) }
