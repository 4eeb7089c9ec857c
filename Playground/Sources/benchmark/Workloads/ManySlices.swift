import KatanaRuntime

/// W2: as many slices as message types, in turn.
enum ManySlices {
  static var rows: [Row] {
    [
      row(1, goals: []) { try makeWork(Counter(), SlotUpdater<Zero, Zero, Zero>(), .one) },
      row(10) { try makeWork(Ten(Counter()), Ten<Counter>.updater(), .ten) },
      row(100) { try makeWork(Ten(Ten(Counter())), Ten<Ten<Counter>>.updater(), .hundred) },
      row(1_000) {
        try makeWork(Ten(Ten(Ten(Counter()))), Ten<Ten<Ten<Counter>>>.updater(), .thousand)
      },
      Row(
        name: "W2.100.declares", title: "100 slices that declare a subscription each, in turn",
        goals: [.times("W2.100", atMost: 3), .instructions(atMost: 1_200)], counted: 4_000
      ) {
        let updater = CombinedUpdater<Ten<Ten<Counter>>>([
          .full(Ten<Ten<Counter>>.updater()), .full(providers),
        ])
        return try makeWork(
          Ten(Ten(Counter())), updater, .hundred, [.subscription(SilentInterpreter.self)])
      },
    ]
  }

  private static var providers: CombinedUpdater<Ten<Ten<Counter>>> {
    let provider = FunctionSubscriptionProvider<Counter> { _ in [Listen(number: 0)] }
    let inner = CombinedUpdater<Ten<Counter>>(Ten<Counter>.slices.map { .slice($0, provider) })
    return CombinedUpdater(Ten<Ten<Counter>>.slices.map { .slice($0, inner) })
  }

  private static func row(
    _ count: Int, goals: [Goal] = [.times("W2.1", atMost: 1.3)],
    _ prepare: @escaping () throws -> Work
  ) -> Row {
    Row(
      name: "W2.\(count)", title: "\(count) slices with a message type each, in turn",
      goals: goals + [.mallocs(atMost: 0)], counted: 4_000, prepare: prepare)
  }

  private static func makeWork<AppModel: Model>(
    _ model: AppModel, _ updater: some Feature<AppModel>, _ messages: SlotMessages,
    _ interpreters: [Interpreter] = []
  ) throws -> Work {
    let runtime = try Runtime(Program(model: model, updater), interpreters: interpreters)
    runtime.start()
    let all = messages.all
    return .direct { times in
      var next = 0
      for _ in 0..<times {
        runtime.dispatch(all[next])
        next += 1
        if next == all.count { next = 0 }
      }
    }
  }
}
