import KatanaRuntime

/// Rows with commands and subscriptions.
enum RowGrowth {
  static var all: [Growth] {
    [
      Growth(
        name: "G.busy-rows",
        title: "a message beside 10,000 rows of which n have a command running",
        sizes: [1, 100, 10_000]
      ) { busy in
        let runtime = try started(Hall(count: 10_000), busy: busy)
        return sending([Add(amount: 1)], to: runtime)
      },
      Growth(
        name: "G.busy-rows-row",
        title: "a message to one of 10,000 rows of which n have a command running",
        sizes: [100, 1_000, 10_000]
      ) { busy in
        let runtime = try started(Hall(count: 10_000), busy: busy)
        return sending([Tick().to(Hall.at.rows[17])], to: runtime)
      },
      Growth(
        name: "G.row-command",
        title: "a command of a row starts and ends while n rows have one running",
        sizes: [10, 1_000, 10_000]
      ) { busy in
        let runtime = try started(Hall(count: busy + 1), busy: busy)
        return sending([Ping().to(Hall.at.rows[busy])], to: runtime)
      },
      Growth(
        name: "G.cancel-in-sheet",
        title: "a sheet cancels a command of its own while n rows have one running",
        sizes: [10, 1_000, 10_000]
      ) { busy in
        let runtime = try started(Hall(count: busy), busy: busy)
        return sending([Search().to(Hall.at.sheet)], to: runtime)
      },
      Growth(
        name: "G.rows-change",
        title: "a row goes and comes while n rows of n have a command running",
        sizes: [10, 100, 10_000], limit: 1_000
      ) { busy in
        let runtime = try started(Hall(count: busy), busy: busy)
        return sending([Leave(), Enter()], to: runtime)
      },
      Growth(
        name: "G.rows-leave",
        title: "n rows come, each gets a part of one command, and all go",
        sizes: [10, 1_000, 10_000], limit: 1_200, counted: 1
      ) { count in
        let runtime = try Runtime(
          Program(model: Hall(count: 0), leaving),
          interpreters: [.command(Hold.self) { _, _ in }],
          options: RuntimeOptions(issues: .expected))
        runtime.start()
        return .direct { times in
          for _ in 0..<times {
            runtime.dispatch(EnterAll(count: count))
            runtime.dispatch(BeginAll())
            runtime.dispatch(LeaveAll())
          }
        }
      },
      Growth(
        name: "G.row-subscriptions", title: "a message to one of n rows, each with a subscription",
        sizes: [10, 1_000, 10_000]
      ) { count in
        sending([Tick().to(Hall.at.rows[count / 2])], to: try subscribed(count))
      },
      Growth(
        name: "G.nested-row-subscriptions",
        title: "a message to one of n rows of a sheet, each with a subscription, and the sheet too",
        sizes: [10, 1_000, 10_000]
      ) { count in
        let runtime = try Runtime(
          Program(model: Wing(hall: Hall(count: count)), nested),
          interpreters: [.subscription(SilentInterpreter.self)],
          options: RuntimeOptions(issues: .expected))
        runtime.start()
        return sending([Tick().to(Wing.at.hall.rows[count / 2])], to: runtime)
      },
      Growth(
        name: "G.subscribed-rows-change",
        title: "a row goes and comes while n rows have a subscription each",
        sizes: [10, 100, 10_000], limit: 1_000
      ) { count in
        sending([Leave(), Enter()], to: try subscribed(count))
      },
      Growth(
        name: "G.rows-silent", title: "a message to one of n rows that declare no subscription",
        sizes: [10, 1_000, 10_000]
      ) { count in
        let runtime = try Runtime(
          Program(model: Hall(count: count), silent),
          interpreters: [.subscription(SilentInterpreter.self)],
          options: RuntimeOptions(issues: .expected))
        runtime.start()
        return sending([Tick().to(Hall.at.rows[count / 2])], to: runtime)
      },
      // The limit is of allocations, which are linear. Instructions are not: each part copies the array of
      // all rows (the decisions on features say why), and they are too many to be counted.
      Growth(
        name: "G.closure-parts",
        title: "a message to one of n closure parts, each with a provider of subscriptions",
        sizes: [10, 100, 1_000], limit: 150
      ) { count in
        let runtime = try Runtime(
          Program(model: Closures(count: count), closures(count)),
          interpreters: [.subscription(SilentInterpreter.self)],
          options: RuntimeOptions(issues: .expected))
        runtime.start()
        return sending([Tick().to(Closures.at[part: closure(count / 2)])], to: runtime)
      },
      Growth(
        name: "G.each-again", title: "the same one of n rows of an array again",
        sizes: [10, 1_000, 100_000]
      ) { count in
        let runtime = try Runtime(
          Program(
            model: Plain(count: count), CombinedUpdater<Plain>([.each(\.rows, TickUpdater())])))
        runtime.start()
        return sending([Tick().to(Plain.at.rows[count / 2])], to: runtime)
      },
      Growth(
        name: "G.each-string", title: "the same one of n rows with a text as id again",
        sizes: [10, 1_000, 100_000]
      ) { count in
        let runtime = try Runtime(
          Program(
            model: Texts(count: count), CombinedUpdater<Texts>([.each(\.rows, TextUpdater())])))
        runtime.start()
        return sending([Tick().to(Texts.at.rows["row \(count / 2)"])], to: runtime)
      },
    ]
  }

  private struct Hall: Model {
    var counter = Counter()
    var sheet: Sheet? = Sheet()
    var rows: IdentifiedArray<Item>
    init(count: Int) { rows = IdentifiedArray((0..<count).map { Item(id: $0) }) }
  }

  private struct Wing: Model { var hall: Hall? }

  /// It has no `id`. An address without an `id` may mean several children, so others are looked for.
  private struct Sheet: Model { typealias Receives = Search }
  private struct Search: Message {}

  private struct Plain: Model {
    var rows: [Item]
    init(count: Int) { rows = (0..<count).map { Item(id: $0) } }
  }

  private struct Closures: Model {
    var rows: [Item]
    init(count: Int) { rows = (0..<count).map { Item(id: $0) } }
  }

  private static func closure(_ index: Int) -> ClosurePart<Closures, Item> {
    ClosurePart("row \(index)") { table, change in change(&table.rows[index]) }
  }

  private static func closures(_ count: Int) -> CombinedUpdater<Closures> {
    CombinedUpdater<Closures>(
      (0..<count).map { index in
        .slice(
          closure(index),
          CombinedUpdater<Item>([
            .full(TickUpdater()),
            .full(FunctionSubscriptionProvider<Item> { _ in [Listen(number: 0)] }),
          ]))
      })
  }

  private struct TextRow: Model, Identifiable {
    typealias Receives = Tick
    var id: String
    var count = 0
  }

  private struct Texts: Model {
    var rows: [TextRow]
    init(count: Int) { rows = (0..<count).map { TextRow(id: "row \($0)") } }
  }

  private struct TextUpdater: TypedUpdater {
    func update(model: inout TextRow, message: Tick) -> [any Command] {
      model.count &+= 1
      return []
    }
  }

  // MARK: Commands

  private struct Begin: MessageTo { typealias Receiver = Item }
  private struct Ping: MessageTo { typealias Receiver = Item }
  private struct Leave: Message {}
  private struct Enter: Message {}
  private struct Hold: Command {}
  private struct Quick: Command {}

  private struct EnterAll: Message { var count: Int }
  private struct BeginAll: Message {}
  private struct LeaveAll: Message {}

  private static let leaving = CombinedUpdater<Hall>([
    .each(\.rows, TickUpdater(), onLeave: .cancel),
    .full(
      TypedFunctionUpdater { (model: inout Hall, message: EnterAll) in
        model = Hall(count: message.count)
        return []
      }),
    .full(
      TypedFunctionUpdater { (model: inout Hall, message: BeginAll) in
        [
          Concurrent(
            model.rows.map { Hold().delayed(by: .seconds(3_600)).in(Hall.at.rows[$0.id]) })
        ]
      }),
    .full(
      TypedFunctionUpdater { (model: inout Hall, message: LeaveAll) in
        model.rows = []
        return []
      }),
  ])

  private static let parts: [CombinedUpdater<Hall>.Part] =
    [
      .slice(\.counter, AddUpdater()),
      .optional(
        \.sheet,
        TypedFunctionUpdater { (model: inout Sheet, message: Search) in
          [Quick().cancellable(id: "search"), Cancel(id: "search")]
        }),
      .each(
        \.rows,
        CombinedUpdater<Item>([
          .full(TickUpdater()),
          .full(TypedFunctionUpdater { (model: inout Item, message: Begin) in [Hold()] }),
          .full(TypedFunctionUpdater { (model: inout Item, message: Ping) in [Quick()] }),
        ])),
    ] + changes

  private static let changes: [CombinedUpdater<Hall>.Part] = [
    .full(
      TypedFunctionUpdater { (model: inout Hall, message: Leave) in
        model.rows.remove(at: model.rows.count - 1)
        return []
      }),
    .full(
      TypedFunctionUpdater { (model: inout Hall, message: Enter) in
        model.rows.append(Item(id: model.rows.count))
        return []
      }),
  ]

  /// A runtime with rows that declare a subscription each.
  private static func subscribed(_ count: Int) throws -> Runtime<Hall> {
    let runtime = try Runtime(
      Program(model: Hall(count: count), subscribing),
      interpreters: [.subscription(SilentInterpreter.self)],
      options: RuntimeOptions(issues: .expected))
    runtime.start()
    return runtime
  }

  private static func started(_ hall: Hall, busy: Int) throws -> Runtime<Hall> {
    let holder = Holder()
    let runtime = try Runtime(
      Program(model: hall, CombinedUpdater<Hall>(parts)),
      interpreters: [
        .command(Hold.self) { _, dispatch in holder.dispatchers.append(dispatch) },
        .command(Quick.self) { _, _ in },
      ], options: RuntimeOptions(issues: .expected))
    runtime.start()
    for index in 0..<busy { runtime.dispatch(Begin().to(Hall.at.rows[index])) }
    return runtime
  }

  // MARK: Subscriptions

  private static let subscribing = CombinedUpdater<Hall>(
    changes + [
      .each(
        \.rows,
        CombinedUpdater<Item>([
          .full(TickUpdater()),
          .full(FunctionSubscriptionProvider<Item> { _ in [Listen(number: 0)] }),
        ]))
    ])

  private static let nested = CombinedUpdater<Wing>([
    .optional(
      \.hall,
      CombinedUpdater<Hall>([
        .full(subscribing), .full(FunctionSubscriptionProvider<Hall> { _ in [Listen(number: 1)] }),
      ]))
  ])

  private static let silent = CombinedUpdater<Hall>([
    .each(
      \.rows,
      CombinedUpdater<Item>([
        .full(TickUpdater()),
        .full(FunctionSubscriptionProvider<Item> { _ in [] as [Listen] }),
      ]))
  ])
}

/// Keeps the dispatchers of commands that run.
final class Holder: @unchecked Sendable {
  // Sendable, because it is used inside the runtime's steps, or while the runtime is idle.
  var dispatchers: [Dispatcher] = []

  /// Gives the dispatchers away: the end of one may begin another command, so they must not be released
  /// while the list changes.
  func take() -> [Dispatcher] {
    defer { dispatchers = [] }
    return dispatchers
  }
}
