import Katana

/// An app with children of all kinds.
enum ChildrenApp {
  enum RowMessage: Message { case touched, left, same, renamed(Int) }
  enum HomeMessage: Message {
    case reversed, inserted, removedFirst, removedSheet, presentedSheet, touchedAll, counted
    case replacedScreen
  }

  struct Row: Model, Equatable, Identifiable {
    typealias Receives = RowMessage
    var id: Int
    var touches = 0
    var rows: [Row] = []
  }
  struct Panel: Model, Equatable {
    typealias Receives = RowMessage
    var row: Row? = Row(id: 1)
    var touches = 0
    var rows = [Row(id: 0), Row(id: 1)]
  }
  enum Screen: Equatable, Sendable {
    case empty
    case row(Row)

    static let rowCase = EnumCase("row", Screen.row) {
      if case .row(let row) = $0 { row } else { nil }
    }
  }
  struct Home: Model, Equatable {
    typealias Receives = HomeMessage
    var rows =
      [Row(id: 0), Row(id: 1, rows: [Row(id: 5), Row(id: 6, rows: [Row(id: 7)])])]
      + (10..<40).map { Row(id: $0) }
    var shelf: IdentifiedArray<Row> = [Row(id: 0), Row(id: 1)]
    var album = Album(items: [Row(id: 0), Row(id: 1)])
    var sheet: Row? = Row(id: 3)
    var screen = Screen.row(Row(id: 4))
    var panel = Panel()
    var heard: [Row] = [Row(id: 0)]
    var guarded: [Row] = [Row(id: 0)]
    var counter = Counter()
    /// Shares its memory with `rows`.
    var other: [Row] {
      get { rows }
      set { rows = newValue }
    }
  }

  static let row = TypedFunctionUpdater { (model: inout Row, message: RowMessage) in
    switch message {
    case .same: return []
    case .renamed(let id): model.id = id
    case .touched, .left: model.touches += 1
    }
    if case .left = message { return [Dismiss()] }
    return []
  }
  static let tree = CombinedUpdater<Row>([
    .full(row), .each(\.rows, LazyFeature { CombinedUpdater<Row>([.full(row)]) }),
  ])
  static let updater = CombinedUpdater<Home>([
    .each(\.rows, CombinedUpdater<Row>([.full(row), .each(\.rows, tree)])),
    .each(\.shelf, row),
    .each(\.album, row),
    .optional(\.sheet, row),
    .case(\.screen, Screen.rowCase, row),
    .slice(
      \.panel,
      CombinedUpdater<Panel>([
        .full(
          TypedFunctionUpdater { (model: inout Panel, message: RowMessage) in
            model.touches += 1
            return []
          }),
        .optional(\.row, row),
        .each(\.rows, row),
      ])),
    .each(\.guarded, row.modified { model, message, next in next(&model) }),
    .each(\.other, row),
    // A listener that writes what belongs to others.
    .each(\.heard, row) { (model: inout Home, id: Int, message: RowMessage) in
      model.sheet?.touches += 1
      return []
    },
    .full(TypedFunctionUpdater { (model: inout Home, message: WaitBegun) in [Wait()] }),
    .full(
      TypedFunctionUpdater { (model: inout Home, message: HomeMessage) in
        switch message {
        case .reversed: model.rows.reverse()
        case .inserted: model.rows.insert(Row(id: 100 + model.rows.count), at: 0)
        case .removedFirst: model.rows.removeFirst()
        case .removedSheet: model.sheet = nil
        case .presentedSheet: model.sheet = Row(id: 3, touches: 9)
        case .touchedAll: for index in model.rows.indices { model.rows[index].touches += 1 }
        case .counted: break
        case .replacedScreen: model.screen = .row(Row(id: 8, touches: 80))
        }
        return []
      }),
    .slice(
      \.counter,
      TypedFunctionUpdater { (model: inout Counter, message: Counted) in
        model.count += 1
        return []
      }),
  ])
  struct Counted: Message {}
  /// Causes the command `Wait`.
  struct WaitBegun: Message {}
  struct Wait: Command {}
  struct Counter: Model, Equatable { var count = 0 }

  static let messages: [any Message] = [
    RowMessage.touched.to(Home.at.rows[1]),
    RowMessage.same.to(Home.at.rows[1]),
    RowMessage.touched.to(Home.at.rows[30]),
    Counted(),
    RowMessage.touched.to(Home.at.rows[1].rows[6]),
    RowMessage.touched.to(Home.at.rows[1].rows[6].rows[7]),
    RowMessage.touched.to(Home.at.shelf[1]),
    RowMessage.touched.to(Home.at.album[1]),
    RowMessage.touched.to(Home.at.sheet),
    RowMessage.touched.to(Home.at.screen[case: Screen.rowCase]),
    RowMessage.touched.to(Home.at.panel),
    RowMessage.touched.to(Home.at.panel.row),
    RowMessage.touched.to(Home.at.panel.rows[1]),
    RowMessage.touched.to(Home.at.guarded[0]),
    RowMessage.touched.to(Home.at.other[1]),
    RowMessage.touched.to(Home.at.heard[0]),
    HomeMessage.inserted,
    RowMessage.touched.to(Home.at.rows[39]),
    HomeMessage.reversed,
    HomeMessage.touchedAll,
    RowMessage.touched.to(Home.at.rows[10]),
    ScopedMessage(HomeMessage.touchedAll, in: .root),
    HomeMessage.removedFirst,
    RowMessage.left.to(Home.at.rows[38]),
    RowMessage.renamed(38).to(Home.at.rows[37]),
    RowMessage.renamed(9).to(Home.at.rows[1].rows[6]),
    RowMessage.touched.to(Home.at.rows[1].rows[9]),
    RowMessage.renamed(6).to(Home.at.rows[1].rows[9]),
    HomeMessage.removedSheet,
    RowMessage.touched.to(Home.at.sheet),
    HomeMessage.presentedSheet,
    RowMessage.touched.to(Home.at.sheet),
    HomeMessage.replacedScreen,
    RowMessage.left.to(Home.at.rows[20]),
    RowMessage.touched.to(Home.at.rows[20]),
    RowMessage.left.to(Home.at.sheet),
    RowMessage.touched.to(Home.at.rows[1].rows[5]),
  ]

  /// A child, and how it is read from the model.
  struct Child {
    let address: Address<Home, Row>
    let read: @Sendable (Home) -> Row?
  }

  static let children: [Child] =
    ([0, 1] + (10..<40)).map { id in
      Child(address: Home.at.rows[id]) { $0.rows.first { $0.id == id } }
    } + [
      Child(address: Home.at.rows[1].rows[5]) { home in
        home.rows.first { $0.id == 1 }?.rows.first { $0.id == 5 }
      },
      Child(address: Home.at.rows[1].rows[6]) { home in
        home.rows.first { $0.id == 1 }?.rows.first { $0.id == 6 }
      },
      Child(address: Home.at.rows[1].rows[6].rows[7]) { home in
        home.rows.first { $0.id == 1 }?.rows.first { $0.id == 6 }?.rows.first { $0.id == 7 }
      },
      Child(address: Home.at.shelf[0]) { $0.shelf[id: 0] },
      Child(address: Home.at.shelf[1]) { $0.shelf[id: 1] },
      Child(address: Home.at.album[1]) { $0.album[1] },
      Child(address: Home.at.sheet) { $0.sheet },
      Child(address: Home.at.screen[case: Screen.rowCase]) {
        if case .row(let row) = $0.screen { row } else { nil }
      },
      Child(address: Home.at.panel.row) { $0.panel.row },
      Child(address: Home.at.panel.rows[0]) { $0.panel.rows[0] },
      Child(address: Home.at.panel.rows[1]) { $0.panel.rows[1] },
      Child(address: Home.at.guarded[0]) { $0.guarded[0] },
      Child(address: Home.at.other[1]) { home in home.other.first { $0.id == 1 } },
      Child(address: Home.at.heard[0]) { $0.heard[0] },
    ]
}
