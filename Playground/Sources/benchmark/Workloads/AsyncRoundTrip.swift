import KatanaRuntime

/// W5a: the round trip with an interpreter that has a task of its own.
enum AsyncRoundTrip {
  static var rows: [Row] {
    [
      Row(name: "W5a.floor", title: "a bare Task { }, until it resumes us") {
        let turn = Turn()
        return .suspending { times in
          for _ in 0..<times { await turn.wait { Task { turn.end() } } }
        }
      },
      Row(
        name: "W5a.async", title: "message → command → async interpreter → message",
        floor: "W5a.floor", goals: [.times("W5a.floor", atMost: 1.5)]
      ) {
        let turn = Turn()
        let runtime = try Runtime(
          Program(model: Counter(), RoundTrip.askUpdater),
          interpreters: [.command(AsyncGoInterpreter())])
        runtime.start()
        let observation = runtime.observe { turn.end(with: $0.value) }
        return .suspending { times in
          for _ in 0..<times { await turn.wait { runtime.dispatch(Ask()) } }
          withExtendedLifetime(observation) {}
        }
      },
    ]
  }
}

private struct AsyncGoInterpreter: AsyncCommandInterpreter {
  func interpret(_ command: Go, dispatch: Dispatcher) async throws { dispatch(Add(amount: 1)) }
}
