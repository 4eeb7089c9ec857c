import Katana
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
    ]
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
    _ model: AppModel, _ updater: some Updater<AppModel>, _ messages: SlotMessages
  ) throws -> Work {
    let runtime = try Runtime(Program(model: model, updater))
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
