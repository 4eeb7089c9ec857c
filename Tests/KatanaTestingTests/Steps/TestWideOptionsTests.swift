import KatanaRuntime
import KatanaTesting
import Testing

/// What a test says once for all its calls, and how it names a child.
@Suite struct TestWideOptionsTests {
  struct Track: Command, Equatable {
    var event: String
  }

  struct Load: Command, Equatable {
    var id: Int
    var reply = Reply(RowMessage.loaded)
  }

  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var text = ""
  }

  enum RowMessage: Message {
    case loadTapped
    case loaded(String)
  }

  struct Board: Model, Equatable {
    var rows = [Row(id: 1), Row(id: 2)]
  }

  struct RowUpdater: TypedUpdater {
    func update(model: inout Row, message: RowMessage) -> [any Command] {
      switch message {
      // Equal for all rows, so only the address tells them apart.
      case .loadTapped: return [Load(id: 0)]
      case .loaded(let text):
        model.text = text
        return []
      }
    }
  }

  static let board = CombinedUpdater<Board>([.each(\.rows, RowUpdater())])
    .logged { [Track(event: "\($0.message)")] }

  @Test func ignoredCommandsNeedNotBeStated() {
    let test = StepTest(Self.board, model: Board(), ignoring: [Track.self])
    test.send(.loadTapped, to: Board.at.rows[1], commands: [Load(id: 0).in(Board.at.rows[1])])
    test.send(
      .loadTapped, to: Board.at.rows[1],
      commands: [Track(event: "loadTapped"), Load(id: 0).in(Board.at.rows[1])])
    let app = AppTest(Program(model: Board(), Self.board), ignoring: [Track.self])
    app.send(.loadTapped, to: Board.at.rows[1], commands: [Load(id: 0).in(Board.at.rows[1])])
    app.answer(\Load.reply, with: "a") { $0.rows[0].text = "a" }
    app.finish()
  }

  @Test func anIgnoredCommandThatIsStatedIsCompared() {
    let found = failures {
      StepTest(Self.board, model: Board(), ignoring: [Track.self]).send(
        .loadTapped, to: Board.at.rows[1],
        commands: [Track(event: "other"), Load(id: 0).in(Board.at.rows[1])])
    }
    #expect(found.first?.text.contains("+ \"loadTapped\"") == true)
  }

  @Test func aTestSaysOnceWhatIsComplete() {
    let app = AppTest(
      Program(model: Board(), Self.board), exhaustive: .model, ignoring: [Load.self])
    app.send(.loadTapped, to: Board.at.rows[1])
    app.send(RowMessage.loaded("b").to(Board.at.rows[2])) { $0.rows[1].text = "b" }
    let found = failures { app.send(RowMessage.loaded("c").to(Board.at.rows[2])) }
    #expect(found.count == 1)

    let step = StepTest(Self.board, model: Board(), exhaustive: false)
    step.send(.loaded("a"), to: Board.at.rows[1])
    let strict = failures {
      step.send(.loaded("b"), to: Board.at.rows[1], exhaustive: .commands) { $0.rows[0].text = "b" }
    }
    #expect(strict.first?.text.contains("Track") == true)
  }

  struct Ticks: Subscription {
    var reply = Reply(RowMessage.loaded)
  }

  @Test func anEventNamesTheChildAlone() {
    let ticking = CombinedUpdater<Row>([
      .full(RowUpdater()), .full(FunctionSubscriptionProvider<Row> { _ in [Ticks()] }),
    ])
    let app = AppTest(
      Program(model: Board(), CombinedUpdater<Board>([.each(\.rows, ticking)])),
      exhaustive: [.model])
    app.emit(\Ticks.reply, in: Board.at.rows[2], with: "b") { $0.rows[1].text = "b" }
    app.emit(Ticks.self, in: Board.at.rows[1], with: RowMessage.loaded("a")) {
      $0.rows[0].text = "a"
    }
    let several = failures { app.emit(\Ticks.reply, with: "c") }
    #expect(several.first?.text.contains("or by its child with `in:`") == true)
    let other = AppTest(Program(model: Board(), Self.board), ignoring: [Track.self])
    let found = failures { other.emit(\Ticks.reply, in: Board.at.rows[2], with: "b") }
    #expect(
      found.first?.text.hasPrefix("No subscription Ticks in Board.at.rows[2] is running.") == true,
      "\(found)")
  }

  @Test func anAnswerNamesTheChildAlone() {
    let app = AppTest(Program(model: Board(), Self.board), ignoring: [Track.self])
    for id in [1, 2] {
      app.send(.loadTapped, to: Board.at.rows[id], commands: [Load(id: 0).in(Board.at.rows[id])])
    }
    app.answer(\Load.reply, in: Board.at.rows[2], with: "b") { $0.rows[1].text = "b" }
    app.answer(\Load.reply, in: Board.at.rows[1].anyAddress, with: "a") { $0.rows[0].text = "a" }
    let found = failures { app.answer(\Load.reply, in: Board.at.rows[2], with: "b") }
    #expect(found.first?.text.hasPrefix("No command Load in Board.at.rows[2] is pending.") == true)
  }
}
