import KatanaRuntime

/// The app of ``RandomRowsTests``.
extension RandomRowsTests {
  /// Whoever is new has another life, by which a test knows it again.
  struct Sheet: Model, Equatable {
    typealias Receives = RowMessage
    var life: Int
    var wanted = 0
    var heard: [Int] = []
    var strange = 0
  }
  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var life: Int
    var wanted = 0
    var sheet: Sheet?
    var heard: [Int] = []
    var strange = 0
  }
  struct Side: Model, Equatable {
    typealias Receives = SideMessage
    var rows: [Row] = []
    var count = 0
  }
  struct App: Model, Equatable {
    var plain: [Row] = []
    var identified = IdentifiedArray<Row>()
    var side = Side()
    var heardOf: [Row] = []
    var lives = 0

    var all: [Row] { plain + Array(identified) + side.rows + heardOf }
    mutating func newLife() -> Int {
      lives += 1
      return lives
    }
  }

  enum RowMessage: Message {
    case begin
    case answer(life: Int)
    case want(Int)
    case sheet(life: Int?)
    case rename(Int, life: Int)
    case leave
    case takeNext
  }
  enum SideMessage: Message { case remove(at: Int), count }
  enum Place: Int, CaseIterable { case plain, identified, side, heardOf }
  enum AppMessage: Message {
    case insert(Place, id: Int, at: Int)
    case remove(Place, at: Int)
    case reverse(Place)
    case closeSheets(Place)
    case nothing
  }

  struct Hold: Command { var life: Int }
  struct Listen: Subscription {
    var life: Int
    var number: Int
    var id: Int { number }
  }

  // MARK: Updaters

  struct RowUpdater: TypedUpdater {
    func update(model: inout Row, message: RowMessage) -> [any Command] {
      switch message {
      case .begin: return [Hold(life: model.life)]
      case .answer(let life):
        if life == model.life || life == 0 { model.heard.append(life) } else { model.strange += 1 }
      case .want(let count): model.wanted = count
      case .sheet(let life): model.sheet = life.map { Sheet(life: $0) }
      case .rename(let id, let life):
        model.id = id
        model.life = life
        model.sheet = nil
      case .leave: return [Dismiss()]
      case .takeNext: break
      }
      return []
    }
  }

  struct SheetUpdater: TypedUpdater {
    func update(model: inout Sheet, message: RowMessage) -> [any Command] {
      switch message {
      case .begin: return [Hold(life: model.life)]
      case .answer(let life):
        if life == model.life || life == 0 { model.heard.append(life) } else { model.strange += 1 }
      case .want(let count): model.wanted = count
      default: break
      }
      return []
    }
  }

  static let row = CombinedUpdater<Row>([
    .full(RowUpdater()),
    .full(
      FunctionSubscriptionProvider<Row> { row in
        (0..<row.wanted).map { Listen(life: row.life, number: $0) }
      }),
    .optional(
      \.sheet,
      CombinedUpdater<Sheet>([
        .full(SheetUpdater()),
        .full(
          FunctionSubscriptionProvider<Sheet> { sheet in
            (0..<sheet.wanted).map { Listen(life: sheet.life, number: 100 + $0) }
          }),
      ])),
  ])

  /// - Parameter listens: Whether the app listens to some of the rows, so that each message may change all.
  static func program(listens: Bool) -> Program<App> {
    Program(
      model: App(),
      CombinedUpdater<App>(parts + [listens ? listenedRows : .each(\.heardOf, row)]))
  }

  static let parts: [CombinedUpdater<App>.Part] = [
    .full(
      TypedFunctionUpdater { (model: inout App, message: AppMessage) in
        model.take(message)
        return []
      }),
    .each(\.plain, row),
    .each(\.identified, row, onLeave: .cancel),
    .slice(
      \.side,
      CombinedUpdater<Side>([
        .each(\.rows, row),
        .full(
          TypedFunctionUpdater { (model: inout Side, message: SideMessage) in
            switch message {
            case .remove(let index) where index < model.rows.count:
              model.rows.remove(at: index)
            case .count: model.count += 1
            default: break
            }
            return []
          }),
      ])),
  ]

  /// Takes the next one out as well.
  static let listenedRows = CombinedUpdater<App>.Part.each(\.heardOf, row) { model, id, message in
    if case .takeNext = message, let index = model.heardOf.firstIndex(where: { $0.id == id }),
      index + 1 < model.heardOf.count
    {
      model.heardOf.remove(at: index + 1)
    }
    return []
  }
}

extension RandomRowsTests.App {
  func rows(_ place: RandomRowsTests.Place) -> [RandomRowsTests.Row] {
    switch place {
    case .plain: plain
    case .identified: Array(identified)
    case .side: side.rows
    case .heardOf: heardOf
    }
  }

  mutating func take(_ message: RandomRowsTests.AppMessage) {
    switch message {
    case .insert(let place, let id, let index):
      guard !rows(place).contains(where: { $0.id == id }) else { return }
      let row = RandomRowsTests.Row(id: id, life: newLife())
      change(place) { $0.insert(row, at: index) }
    case .remove(let place, let index):
      change(place) { rows in if index < rows.count { rows.remove(at: index) } }
    case .reverse(let place): change(place) { $0.reverse() }
    case .closeSheets(let place):
      change(place) { rows in for index in rows.indices { rows[index].sheet = nil } }
    case .nothing: break
    }
  }

  private mutating func change(
    _ place: RandomRowsTests.Place, _ body: (inout [RandomRowsTests.Row]) -> Void
  ) {
    var rows = rows(place)
    body(&rows)
    switch place {
    case .plain: plain = rows
    case .identified: identified = IdentifiedArray(rows)
    case .side: side.rows = rows
    case .heardOf: heardOf = rows
    }
  }
}
