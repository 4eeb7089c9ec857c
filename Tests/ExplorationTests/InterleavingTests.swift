import KatanaRuntime
import KatanaTesting
import Testing

/// Which orders are seen: all that are legal, and no others.
@Suite struct InterleavingTests {
  /// The last notes of all runs of an app that performs commands by name.
  private func endings(
    of commands: [String], seeds: Int = 500, ignoringPending: Bool = false,
    _ interpreter: (Simulation) -> Interpreter
  ) -> Set<[String]> {
    let seen = Seen()
    explore(seeds: seeds, sending: [Note.doing(commands)], ignoringPending: ignoringPending) {
      seen.remember(notesApp(interpreter($0)))
    }
    return seen.all
  }

  private let allOrders: Set<[String]> = [
    ["a", "b", "c"], ["a", "c", "b"], ["b", "a", "c"], ["b", "c", "a"], ["c", "a", "b"],
    ["c", "b", "a"],
  ]

  @Test func commandsThatSuspendOnceEndInAllOrders() {
    let endings = endings(of: ["a", "b", "c"]) { simulation in
      .command(
        Doing { command, dispatch in
          await simulation.pause()
          dispatch(Note.heard(command.name))
        })
    }
    #expect(endings == allOrders)
  }

  @Test func commandsOfCallbackStyleEndInAllOrdersAtTheSameTime() {
    let endings = endings(of: ["a", "b", "c"]) { _ in
      .command(
        DoingNow { command, dispatch in
          dispatch.clock.schedule(after: .seconds(1)) { dispatch(Note.heard(command.name)) }
        })
    }
    #expect(endings == allOrders)
  }

  @Test func actionsOfDifferentTimesKeepTheOrderOfTime() {
    let endings = endings(of: ["1", "2", "3"]) { _ in
      .command(
        DoingNow { command, dispatch in
          dispatch.clock.schedule(after: .seconds(Int(command.name) ?? 0)) {
            dispatch(Note.heard(command.name))
          }
        })
    }
    #expect(endings == [["1", "2", "3"]])
  }

  @Test func messagesOfOneSenderKeepTheirOrder() {
    let endings = endings(of: ["a", "b"]) { simulation in
      .command(
        Doing { command, dispatch in
          dispatch(Note.heard("\(command.name)1"))
          await simulation.pause()
          dispatch(Note.heard("\(command.name)2"))
        })
    }
    #expect(
      endings == [
        ["a1", "a2", "b1", "b2"], ["a1", "b1", "a2", "b2"], ["a1", "b1", "b2", "a2"],
        ["b1", "b2", "a1", "a2"], ["b1", "a1", "b2", "a2"], ["b1", "a1", "a2", "b2"],
      ])
  }

  @Test func timeMayJumpBeforeWhatIsReadyHasRun() {
    let endings = endings(of: ["timer", "ready"]) { simulation in
      .command(
        Doing { command, dispatch in
          if command.name == "timer" {
            try await simulation.clock.sleep(for: .seconds(10))
          } else {
            await simulation.pause()
          }
          dispatch(Note.heard(command.name))
        })
    }
    #expect(endings == [["ready", "timer"], ["timer", "ready"]])
  }

  @Test func ticksComeBeforeAndAfterTheEndOfACommand() {
    let orders = Locked<Set<Bool>>([])
    explore(seeds: 200, sending: [SessionMessage.logInTapped]) { simulation in
      sessionApp(simulation, ticks: true).always("noted") { model in
        if model.session != nil { orders.withLock { _ = $0.insert(model.seconds > 0) } }
        return true
      }
    }
    #expect(orders.withLock { $0 } == [true, false])
  }

  @Test func messagesAreHandledBeforeDispatchReturnsOrLater() {
    let endings = endings(of: ["a"]) { _ in
      .command(
        Doing { _, dispatch in
          let before = dispatch.statistics.handled
          dispatch(Note.heard("a"))
          dispatch(Note.heard(dispatch.statistics.handled > before ? "at once" : "later"))
        })
    }
    #expect(endings == [["a", "at once"], ["a", "later"]])
  }

  @Test func childTasksAndActorsBelongToTheSimulation() {
    actor Store {
      var names: [String] = []
      func keep(_ name: String, _ simulation: Simulation) async -> [String] {
        await simulation.pause()
        names.append(name)
        await simulation.pause()
        return names
      }
    }
    let endings = endings(of: ["go"]) { simulation in
      let store = Store()
      return .command(
        Doing { _, dispatch in
          async let a = store.keep("a", simulation)
          async let b = store.keep("b", simulation)
          _ = await (a, b)
          await withTaskGroup(of: Void.self) { group in
            for name in ["x", "y"] { group.addTask { dispatch(Note.heard(name)) } }
          }
          dispatch(Note.heard(await store.names.joined()))
        })
    }
    #expect(
      endings == [["x", "y", "ab"], ["x", "y", "ba"], ["y", "x", "ab"], ["y", "x", "ba"]])
  }

  @Test func tasksOfOnesOwnBelongToTheSimulationIfTheyAreMadeWithItsExecutor() {
    let endings = endings(of: ["a", "b"]) { simulation in
      .command(
        DoingNow { command, dispatch in
          Task(executorPreference: simulation.executor) { dispatch(Note.heard(command.name)) }
        })
    }
    #expect(endings == [["a", "b"], ["b", "a"]])
  }

  @Test func anEndedAppStopsWhileItsCommandsRun() {
    let endings = endings(of: ["slow", "quit"]) { simulation in
      .command(
        Doing { command, dispatch in
          if command.name == "quit" { return dispatch.requestShutdown() }
          try await simulation.clock.sleep(for: .seconds(1))
          dispatch(Note.heard(command.name))
        })
    }
    #expect(endings == [[], ["slow"]])
  }

  @Test func commandsAreCancelledInTheOrderOfTheirStart() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"]
    explore(seeds: 20, sending: [Note.doing(names + ["quit"])]) { simulation in
      let (waiting, cancelled) = (Locked(0), Locked<[String]>([]))
      let interpreter = Doing { command, dispatch in
        if command.name == "quit" {
          while waiting.withLock({ $0 }) < names.count { await simulation.pause() }
          return dispatch.requestShutdown()
        }
        try await withTaskCancellationHandler {
          waiting.withLock { $0 += 1 }
          try await simulation.clock.sleep(for: .seconds(3_600))
        } onCancel: {
          cancelled.withLock { $0.append(command.name) }
        }
      }
      return notesApp(.command(interpreter))
        .eventually("in order") { _ in cancelled.withLock { $0 } == names }
    }
  }

  @Test func aTaskThatIsCancelledBeforeItBeginsDoesNotCallItsInterpreter() {
    struct Stop: Message {}
    let updater = FunctionUpdater<Notes>(takes: .all) { model, message in
      let isStop = message is Stop
      return (model, [isStop ? Cancel(id: 1) : Do(name: "a").cancellable(id: 1)])
    }
    let begun = Locked(0)
    explore(seeds: 300, sending: [Note.heard("start"), Stop()]) { simulation in
      let isStopped = Locked(false)
      let interpreter = Doing { _, _ in
        begun.withLock { $0 += 1 }
        #expect(!isStopped.withLock { $0 })
        try await simulation.clock.sleep(for: .seconds(1))
      }
      let noticing = Interceptor<Notes>(after: { envelope, _, _ in
        if envelope.message is Stop { isStopped.withLock { $0 = true } }
      })
      return Simulated(
        Program(model: Notes(), updater), interpreters: [.command(interpreter)],
        interceptors: [noticing])
    }
    #expect((1..<300).contains(begun.withLock { $0 }))
  }

  @Test func aNumberOfAnyRangeCanBeChosen() {
    let counts: [(ClosedRange<Int>, Int)] = [
      (0...Int.max, 100), (Int.min...Int.max, 100), (Int.min...(-1), 100), (-2...2, 5), (5...5, 1),
      (Int.max...Int.max, 1),
    ]
    for (range, count) in counts {
      let seen = Locked<Set<Int>>([])
      explore(seeds: 100, sending: []) { simulation in
        let number = simulation.choose(range)
        #expect(range.contains(number))
        seen.withLock { _ = $0.insert(number) }
        return notesApp(.command(DoingNow { _, _ in }))
      }
      #expect(seen.withLock { $0.count } == count)
    }
  }

  @Test func choicesFollowTheSeed() {
    let endings = endings(of: ["a"]) { simulation in
      .command(
        DoingNow { _, dispatch in
          let number = simulation.choose(1...3)
          dispatch(Note.heard("\(number)\(simulation.choose(among: ["x", "y"]))"))
        })
    }
    #expect(endings == [["1x"], ["1y"], ["2x"], ["2y"], ["3x"], ["3y"]])
  }
}
