import KatanaRuntime
import KatanaTesting
import Testing

/// Rows that come, go, move and change their `id`s, in an array, an identified array, a slice and below a
/// listener, each with a sheet inside: after each step, what runs for them is compared with what the model
/// says.
@Suite struct RandomRowsTests {
  // MARK: What runs

  final class Board: @unchecked Sendable {
    // Sendable, because everything happens on the thread of the test.
    var held: [(life: Int, dispatch: Dispatcher, cancelled: Locked<Bool>)] = []
    var running: [Listen] = []
  }

  final class Listening: SubscriptionInterpreter {
    typealias Sub = Listen
    private let board: Board
    private var listen: Listen
    init(_ listen: Listen, _ board: Board) { (self.listen, self.board) = (listen, board) }
    func start() { board.running.append(listen) }
    func stop() { board.running.removeAll { $0 == listen } }
    func update(to new: Listen) -> Bool {
      board.running.removeAll { $0 == listen }
      board.running.append(new)
      listen = new
      return true
    }
  }

  @Test(arguments: 0..<40)
  func whatRunsForRowsIsWhatTheModelSays(seed: Int) throws {
    var random = SeededNumbers(UInt64(seed))
    let board = Board()
    let recorder = IssueRecorder()
    let runtime = try Runtime(
      Self.program(listens: seed % 2 == 0),
      interpreters: [
        .command(Hold.self) { command, dispatch in
          let cancelled = Locked(false)
          dispatch.onCancel { cancelled.withLock { $0 = true } }
          board.held.append((command.life, dispatch, cancelled))
        },
        .subscription { (listen: Listen, _: SubscriptionDispatcher<Listen>) in
          Listening(listen, board)
        },
      ], options: RuntimeOptions(issues: recorder.handler))
    runtime.start()
    // Rows that have gone, which come back as others with the same `id`.
    var gone: [(place: Place, id: Int)] = []
    for step in 0..<400 {
      let before = runtime.model
      if let (place, id) = gone.last, random.below(3) == 0 {
        gone.removeLast()
        runtime.dispatch(AppMessage.insert(place, id: id, at: 0))
      } else {
        send(&random, to: runtime)
      }
      let model = runtime.model
      for place in Place.allCases {
        let ids = Set(model.rows(place).map(\.id))
        gone += before.rows(place).map(\.id).filter { !ids.contains($0) }.map { (place, $0) }
      }
      let sheets = model.all.compactMap(\.sheet)
      let wanted =
        model.all.flatMap { row in (0..<row.wanted).map { Listen(life: row.life, number: $0) } }
        + sheets.flatMap { sheet in
          (0..<sheet.wanted).map { Listen(life: sheet.life, number: 100 + $0) }
        }
      #expect(Set(board.running) == Set(wanted), "step \(step)")
      #expect(board.running.count == wanted.count, "step \(step)")
      let lives = Set(model.all.map(\.life) + sheets.map(\.life))
      #expect(!board.held.contains { $0.cancelled.withLock { $0 } && lives.contains($0.life) })
      for _ in 0..<3 { answerOne(&random, of: board, runtime, lives, step) }
      #expect(runtime.model.all.allSatisfy { $0.strange == 0 && $0.sheet?.strange ?? 0 == 0 })
    }
    #expect(recorder.kinds == [])
    runtime.requestShutdown()
  }

  private func started(_ board: Board) throws -> Runtime<App> {
    let runtime = try Runtime(
      Self.program(listens: true),
      interpreters: [
        .command(Hold.self) { command, dispatch in
          board.held.append((command.life, dispatch, Locked(false)))
        },
        .subscription { (listen: Listen, _: SubscriptionDispatcher<Listen>) in
          Listening(listen, board)
        },
      ], options: RuntimeOptions(issues: IssueRecorder().handler))
    runtime.start()
    return runtime
  }

  @Test func aRowThatAListenerRemovesIsAnotherOneWhenItComesBack() throws {
    let board = Board()
    let runtime = try started(board)
    runtime.dispatch(AppMessage.insert(.heardOf, id: 2, at: 0))
    runtime.dispatch(AppMessage.insert(.heardOf, id: 1, at: 0))
    runtime.dispatch(RowMessage.begin, to: App.at.heardOf[1])
    runtime.dispatch(RowMessage.begin, to: App.at.heardOf[2])
    runtime.dispatch(RowMessage.takeNext, to: App.at.heardOf[1])
    #expect(runtime.model.heardOf.map(\.id) == [1])
    runtime.dispatch(AppMessage.insert(.heardOf, id: 2, at: 0))
    board.held[1].dispatch(RowMessage.answer(life: board.held[1].life))
    #expect(runtime.statistics.gone == 1)
    #expect(runtime.model.heardOf.map(\.strange) == [0, 0])
    runtime.requestShutdown()
  }

  @Test func aSheetInARowThatTheAppClosesIsAnotherOneWhenItOpensAgain() throws {
    let board = Board()
    let runtime = try started(board)
    runtime.dispatch(AppMessage.insert(.identified, id: 1, at: 0))
    let sheet = App.at.identified[1].sheet
    runtime.dispatch(RowMessage.sheet(life: 100), to: App.at.identified[1])
    runtime.dispatch(RowMessage.begin, to: sheet)
    runtime.dispatch(AppMessage.closeSheets(.identified))
    runtime.dispatch(RowMessage.sheet(life: 101), to: App.at.identified[1])
    board.held[0].dispatch(RowMessage.answer(life: 100))
    #expect(runtime.statistics.gone == 1)
    #expect(runtime.model.identified[id: 1]?.sheet?.strange == 0)
    runtime.requestShutdown()
  }

  /// An answer is heard exactly if the child that asked is still there.
  private func answerOne(
    _ random: inout SeededNumbers, of board: Board, _ runtime: Runtime<App>, _ lives: Set<Int>,
    _ step: Int
  ) {
    guard !board.held.isEmpty else { return }
    let index = random.below(board.held.count)
    let (life, dispatch, _) = board.held[index]
    if random.below(4) == 0 { board.held.remove(at: index) }
    let before = runtime.statistics.gone + runtime.statistics.silenced
    dispatch(RowMessage.answer(life: life))
    let dropped = runtime.statistics.gone + runtime.statistics.silenced - before
    #expect(dropped == (lives.contains(life) ? 0 : 1), "life \(life) in step \(step)")
  }

  // MARK: Messages

  private func send(_ random: inout SeededNumbers, to runtime: Runtime<App>) {
    let place = Place.allCases[random.below(4)]
    let model = runtime.model
    let rows = model.rows(place)
    let life = 1_000_000 + random.below(1_000_000_000)
    switch random.below(12) {
    case 0, 1:
      runtime.dispatch(
        AppMessage.insert(place, id: random.below(8), at: random.below(rows.count + 1)))
    case 2: runtime.dispatch(AppMessage.remove(place, at: random.below(rows.count + 1)))
    case 3: runtime.dispatch(AppMessage.reverse(place))
    case 4:
      let message = SideMessage.remove(at: random.below(4))
      if random.below(2) == 0 {
        runtime.dispatch(message)
      } else {
        runtime.dispatch(message, to: App.at.side)
      }
    case 5:
      runtime.dispatch(
        [AppMessage.nothing, .closeSheets(place)][random.below(2)])
    default:
      guard !rows.isEmpty else { return runtime.dispatch(SideMessage.count) }
      let row = rows[random.below(rows.count)]
      let message: RowMessage =
        switch random.below(16) {
        case 0...5: .begin
        case 6: .want(random.below(3))
        case 7, 12, 13: .sheet(life: row.sheet == nil ? life : nil)
        case 8 where !rows.contains { $0.id == 30 + row.id }: .rename(30 + row.id, life: life)
        case 9: .leave
        case 10, 11, 14: .takeNext
        default: .begin
        }
      send(message, to: place, row, inSheet: random.below(3) == 0, runtime)
    }
  }

  private func send(
    _ message: RowMessage, to place: Place, _ row: Row, inSheet: Bool, _ runtime: Runtime<App>
  ) {
    let inSheet = inSheet && row.sheet != nil
    if case .leave = message, inSheet { return }
    if case .rename = message, inSheet { return }
    if case .sheet = message, inSheet { return }
    let address: Address<App, Row> =
      switch place {
      case .plain: App.at.plain[row.id]
      case .identified: App.at.identified[row.id]
      case .side: App.at.side.rows[row.id]
      case .heardOf: App.at.heardOf[row.id]
      }
    if inSheet {
      runtime.dispatch(message, to: address.sheet)
    } else {
      runtime.dispatch(message, to: address)
    }
  }
}

/// The same numbers for the same seed: xorshift.
struct SeededNumbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 20) % UInt64(limit))
  }
}
