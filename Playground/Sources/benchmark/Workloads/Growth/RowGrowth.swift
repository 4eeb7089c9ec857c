import KatanaRuntime

/// Rows with commands and subscriptions.
enum RowGrowth {
  static var all: [Growth] { commands + subscriptions + elements }

  // MARK: Commands

  private static var commands: [Growth] {
    [
      Growth(
        name: "G.busy-rows",
        title: "a message beside 10,000 rows of which n have a command running",
        sizes: [1, 100, 10_000]
      ) { busy in
        .sending([Add(amount: 1)], to: try commanded(10_000, busy: busy))
      },
      Growth(
        name: "G.busy-rows-row",
        title: "a message to one of 10,000 rows of which n have a command running",
        sizes: [100, 1_000, 10_000]
      ) { busy in
        .sending([Tick().to(Hall.at.rows[17])], to: try commanded(10_000, busy: busy))
      },
      Growth(
        name: "G.row-command",
        title: "a command of a row starts and ends while n rows have one running",
        sizes: [10, 1_000, 10_000]
      ) { busy in
        .sending(
          [Begin.quick.to(Hall.at.rows[busy])], to: try commanded(busy + 1, busy: busy))
      },
      Growth(
        name: "G.cancel-in-sheet",
        title: "a sheet cancels a command of its own while n rows have one running",
        sizes: [10, 1_000, 10_000]
      ) { busy in
        .sending([Search().to(Hall.at.sheet)], to: try commanded(busy, busy: busy))
      },
      Growth(
        name: "G.rows-change",
        title: "a row goes and comes while n rows of n have a command running",
        sizes: [10, 100, 10_000], limit: 1_000
      ) { busy in
        .sending([leave, enter], to: try commanded(busy, busy: busy))
      },
      Growth(
        name: "G.rows-leave",
        title: "n rows come, each gets a part of one command, and all go",
        sizes: [10, 1_000, 10_000], limit: 1_200, counted: 1
      ) { count in
        let runtime = try started(
          Hall(count: 0),
          CombinedUpdater<Hall>([.each(\.rows, TickUpdater(), onLeave: .cancel), changing]),
          [.command(Hold.self) { _, _ in }])
        let messages = [
          Change { hall in
            hall = Hall(count: count)
            return []
          },
          Change { hall in
            [
              Concurrent(
                hall.rows.map { Hold().delayed(by: .seconds(3_600)).in(Hall.at.rows[$0.id]) })
            ]
          },
          Change { hall in
            hall.rows = []
            return []
          },
        ]
        return .direct { times in
          for _ in 0..<times {
            for message in messages { runtime.dispatch(message) }
          }
        }
      },
    ]
  }

  private struct Hall: Model {
    var counter = Counter()
    var sheet: Sheet? = Sheet()
    var rows: IdentifiedArray<Item>
    init(count: Int) { rows = IdentifiedArray((0..<count).map { Item(id: $0) }) }
  }

  /// It has no `id`. An address without an `id` may mean several children, so others are looked for.
  private struct Sheet: Model { typealias Receives = Search }
  private struct Search: Message {}

  /// Begins a command of a row.
  private enum Begin: MessageTo {
    typealias Receiver = Item
    case lasting, quick
  }

  /// Changes the whole.
  private struct Change: Message {
    let change: @Sendable (inout Hall) -> [any Command]
  }

  private static let changing = CombinedUpdater<Hall>.Part.full(
    TypedFunctionUpdater { (hall: inout Hall, message: Change) in message.change(&hall) })

  private static let leave = Change { hall in
    hall.rows.remove(at: hall.rows.count - 1)
    return []
  }

  private static let enter = Change { hall in
    hall.rows.append(Item(id: hall.rows.count))
    return []
  }

  private static let commanding = CombinedUpdater<Hall>([
    .slice(\.counter, AddUpdater()),
    .optional(
      \.sheet,
      TypedFunctionUpdater { (_: inout Sheet, _: Search) in
        [Quick().cancellable(id: "search"), Cancel(id: "search")]
      }),
    .each(
      \.rows,
      CombinedUpdater<Item>([
        .full(TickUpdater()),
        .full(
          TypedFunctionUpdater { (_: inout Item, message: Begin) in
            switch message {
            case .lasting: return [Hold()]
            case .quick: return [Quick()]
            }
          }),
      ])),
    changing,
  ])

  /// A runtime with rows, of which the first have a command running.
  private static func commanded(_ count: Int, busy: Int) throws -> Runtime<Hall> {
    let holder = Holder()
    let runtime = try started(
      Hall(count: count), commanding,
      [
        .command(Hold.self) { _, dispatch in holder.dispatchers.append(dispatch) },
        .command(Quick.self) { _, _ in },
      ])
    for index in 0..<busy { runtime.dispatch(Begin.lasting.to(Hall.at.rows[index])) }
    return runtime
  }

  // MARK: Subscriptions

  private static var subscriptions: [Growth] {
    [
      Growth(
        name: "G.row-subscriptions", title: "a message to one of n rows, each with a subscription",
        sizes: [10, 1_000, 10_000]
      ) { count in
        .sending(
          [Tick().to(Hall.at.rows[count / 2])], to: try silent(Hall(count: count), subscribing))
      },
      Growth(
        name: "G.nested-row-subscriptions",
        title: "a message to one of n rows of a sheet, each with a subscription, and the sheet too",
        sizes: [10, 1_000, 10_000]
      ) { count in
        .sending(
          [Tick().to(Wing.at.hall.rows[count / 2])],
          to: try silent(Wing(hall: Hall(count: count)), nested))
      },
      Growth(
        name: "G.subscribed-rows-change",
        title: "a row goes and comes while n rows have a subscription each",
        sizes: [10, 100, 10_000], limit: 1_000
      ) { count in
        .sending([leave, enter], to: try silent(Hall(count: count), subscribing))
      },
      Growth(
        name: "G.rows-silent", title: "a message to one of n rows that declare no subscription",
        sizes: [10, 1_000, 10_000]
      ) { count in
        .sending(
          [Tick().to(Hall.at.rows[count / 2])],
          to: try silent(Hall(count: count), declaring { _ in [] }))
      },
      // The limit is of allocations, which are linear. Instructions are not: each part copies the array of
      // all rows (the decisions on features say why), and they are too many to be counted.
      Growth(
        name: "G.closure-parts",
        title: "a message to one of n closure parts, each with a provider of subscriptions",
        sizes: [10, 100, 1_000], limit: 150
      ) { count in
        let parts = (0..<count).map {
          CombinedUpdater<Plain>.Part.slice(closure($0), ticking { _ in [Listen(number: 0)] })
        }
        return .sending(
          [Tick().to(Plain.at[part: closure(count / 2)])],
          to: try silent(Plain(count: count), CombinedUpdater(parts)))
      },
    ]
  }

  private struct Wing: Model { var hall: Hall? }

  private static let subscribing = declaring { _ in [Listen(number: 0)] }

  private static let nested = CombinedUpdater<Wing>([
    .optional(
      \.hall,
      CombinedUpdater<Hall>([
        .full(subscribing), .full(FunctionSubscriptionProvider<Hall> { _ in [Listen(number: 1)] }),
      ]))
  ])

  /// A feature whose rows declare subscriptions.
  private static func declaring(
    _ declare: @escaping @Sendable (Item) -> [any Subscription]
  ) -> CombinedUpdater<Hall> {
    CombinedUpdater<Hall>([.each(\.rows, ticking(declare)), changing])
  }

  private static func ticking(
    _ declare: @escaping @Sendable (Item) -> [any Subscription]
  ) -> CombinedUpdater<Item> {
    CombinedUpdater<Item>([.full(TickUpdater()), .full(FunctionSubscriptionProvider(declare))])
  }

  /// A runtime whose subscriptions send nothing.
  private static func silent<AppModel: Model>(
    _ model: AppModel, _ feature: CombinedUpdater<AppModel>
  ) throws -> Runtime<AppModel> {
    try started(model, feature, [.subscription(SilentInterpreter.self)])
  }

  private static func closure(_ index: Int) -> ClosurePart<Plain, Item> {
    ClosurePart("row \(index)") { model, change in change(&model.rows[index]) }
  }

  // MARK: Elements that are looked for

  private static var elements: [Growth] {
    [
      Growth(name: "G.each-again", title: "the same one of n rows of an array again") { count in
        let feature = CombinedUpdater<Plain>([.each(\.rows, TickUpdater())])
        return .sending(
          [Tick().to(Plain.at.rows[count / 2])], to: try started(Plain(count: count), feature))
      },
      Growth(
        name: "G.each-string", title: "the same one of n rows with a text as id again"
      ) { count in
        let feature = CombinedUpdater<Texts>([
          .each(
            \.rows,
            TypedFunctionUpdater { (row: inout TextRow, _: Tick) in
              row.count &+= 1
              return []
            })
        ])
        return .sending(
          [Tick().to(Texts.at.rows["row \(count / 2)"])],
          to: try started(Texts(count: count), feature))
      },
    ]
  }

  private struct Plain: Model {
    var rows: [Item]
    init(count: Int) { rows = (0..<count).map { Item(id: $0) } }
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
}
