import Katana
import KatanaTesting
import Testing

/// `Router.deliverToOneChild` looks for the child while it delivers the message. It must do what the
/// general way does, or nothing.
@Suite struct OneChildTests {
  enum RowMessage: Message { case touched, left }
  enum Unknown: Message { case sent }
  struct Save: Command, Equatable { var id: Int }

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
  }
  enum Screen: Equatable, Sendable {
    case empty
    case row(Row)

    static let rowCase = EnumCase("row", Screen.row) {
      if case .row(let row) = $0 { row } else { nil }
    }
  }
  /// A collection without direct access to its elements.
  struct Album: MutableCollection, IdentifiedCollection, Equatable, Sendable {
    var items = [Row(id: 0), Row(id: 1)]
    var startIndex: Int { 0 }
    var endIndex: Int { items.count }
    func index(after index: Int) -> Int { index + 1 }
    func index(ofID id: Int) -> Int? { items.indices.contains(id) ? id : nil }
    subscript(index: Int) -> Row {
      get { items[index] }
      set { items[index] = newValue }
    }
  }
  struct Home: Model, Equatable {
    var rows = [Row(id: 0), Row(id: 1, rows: [Row(id: 5), Row(id: 6, rows: [Row(id: 7)])])]
    var shelf: IdentifiedArray<Row> = [Row(id: 0), Row(id: 1)]
    var album = Album()
    var sheet: Row? = Row(id: 3)
    var noSheet: Row?
    var screen = Screen.row(Row(id: 4))
    var noScreen = Screen.empty
    var panel = Panel()
    var first = Row(id: 8)
    var computed: Row {
      get { first }
      set { first = newValue }
    }
    var heard: [Row] = [Row(id: 0)]
    var heardCount = 0
    var guarded: [Row] = [Row(id: 0)]
    var other: [Row] {
      get { rows }
      set { rows = newValue }
    }
  }

  static let row = TypedFunctionUpdater { (model: inout Row, message: RowMessage) in
    model.touches += 1
    return [Save(id: model.id), message == .left ? Dismiss() : Save(id: -1)]
  }
  static let tree = CombinedUpdater<Row>([
    .full(row), .each(\.rows, LazyFeature { CombinedUpdater<Row>([.full(row)]) }),
  ])
  static let deep = CombinedUpdater<Row>([.full(row), .each(\.rows, Self.tree)])

  static let firstOfShelf = ClosurePart<Home, Row>("firstOfShelf") { home, change in
    if !home.shelf.isEmpty { change(&home.shelf[0]) }
  }

  static let home = CombinedUpdater<Home>([
    .each(\.rows, Self.deep),
    .each(\.shelf, Self.row),
    .each(\.album, Self.row),
    .optional(\.sheet, Self.row),
    .optional(\.noSheet, Self.row),
    .case(\.screen, Screen.rowCase, Self.row),
    .case(\.noScreen, Screen.rowCase, Self.row),
    .slice(
      \.panel,
      CombinedUpdater<Panel>([
        .full(
          TypedFunctionUpdater { (model: inout Panel, message: RowMessage) in
            model.touches += 1
            return [Save(id: -2), Save(id: 9).in(Panel.at.row)]
          }),
        .optional(\.row, Self.row),
      ])),
    .slice(\.first, Self.row),
    .slice(\.computed, Self.row),
    .slice(firstOfShelf, Self.row),
    .each(\.guarded, Self.row.modified { model, message, next in next(&model) }),
    .each(\.other, Self.row),
  ])
  /// With a parent that listens.
  static let listening = CombinedUpdater<Home>([
    .each(\.heard, Self.row) { (model: inout Home, id: Int, message: RowMessage) in
      model.heardCount += 1
      return [Save(id: id)]
    }
  ])

  /// The addresses of one child that is there, below parents that do not listen.
  static let simple: [any Message] = [
    RowMessage.touched.to(Home.at.rows[1]),
    RowMessage.touched.to(Home.at.rows[1].rows[6]),
    RowMessage.left.to(Home.at.rows[0]),
    RowMessage.touched.to(Home.at.shelf[1]),
    RowMessage.touched.to(Home.at.album[1]),
    RowMessage.touched.to(Home.at.sheet),
    RowMessage.touched.to(Home.at.screen[case: Screen.rowCase]),
    RowMessage.touched.to(Home.at.panel),
    RowMessage.touched.to(Home.at.panel.row),
    RowMessage.touched.to(Home.at.first),
    RowMessage.touched.to(Home.at.guarded[0]),
    ScopedMessage(Unknown.sent, in: RowMessage.touched.to(Home.at.rows[1]).address),
  ]

  /// The addresses that need the general way.
  static let others: [any Message] = [
    RowMessage.touched.to(Home.at.rows[9]),
    RowMessage.touched.to(Home.at.rows[1].rows[9]),
    RowMessage.touched.to(Home.at.rows.all),
    RowMessage.touched.to(Home.at.shelf[9]),
    RowMessage.touched.to(Home.at.shelf.all),
    RowMessage.touched.to(Home.at.album[9]),
    RowMessage.touched.to(Home.at.album.all),
    RowMessage.touched.to(Home.at.noSheet),
    RowMessage.touched.to(Home.at.noScreen[case: Screen.rowCase]),
    RowMessage.touched.to(Home.at.heard[0]),
    RowMessage.touched.to(Home.at.other.all),
    ScopedMessage(Dismissed(), in: RowMessage.touched.to(Home.at.rows[0]).address),
    RowMessage.touched.to(Home.at.computed),
    RowMessage.left.to(Home.at[part: firstOfShelf]),
    RowMessage.touched.to(Home.at.other[1]),
    // A lazy feature has no router before it is needed.
    RowMessage.touched.to(Home.at.rows[1].rows[6].rows[7]),
  ]

  @Test(arguments: simple.indices) func itDoesWhatTheGeneralWayDoes(_ index: Int) throws {
    let result = Self.deliver(Self.simple[index], to: Self.home)
    let delivered = try #require(result.delivered)
    #expect(result.model == result.general.model)
    #expect(result.isTaken == result.general.isTaken)
    #expect(difference(delivered, result.general.commands) == nil)
    #expect(!result.isTaken || !delivered.isEmpty)
  }

  @Test(arguments: others.indices) func itLeavesEverythingElseToTheGeneralWay(_ index: Int) {
    for updater in [Self.home, Self.listening] {
      let result = Self.deliver(Self.others[index], to: updater)
      #expect(result.delivered == nil)
      #expect(result.model == Home())
      #expect(!result.isTaken)
    }
  }

  struct Result {
    var delivered: [any Command]?
    var model = Home()
    var isTaken = false
    var general = (model: Home(), commands: [any Command](), isTaken: false)
  }

  static func deliver(_ message: any Message, to updater: CombinedUpdater<Home>) -> Result {
    let router = Program(model: Home(), updater).router
    var result = Result()
    guard let scoped = ScopedMessage.unboxed(message) else { return result }
    var delivery = Delivery()
    result.delivered = withUnsafeMutablePointer(to: &result.model) { model in
      withUnsafePointer(to: scoped) {
        router.deliverToOneChild(UnsafeMutableRawPointer(model), $0, &delivery)
      }
    }
    result.isTaken = delivery.isTaken
    delivery = Delivery()
    result.general.commands = withUnsafeMutablePointer(to: &result.general.model) {
      router.handle(UnsafeMutableRawPointer($0), message, &delivery)
    }
    result.general.isTaken = delivery.isTaken
    return result
  }
}
