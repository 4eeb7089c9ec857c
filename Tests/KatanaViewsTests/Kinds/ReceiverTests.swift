import Katana
import KatanaConsole
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

private struct Board: Model, Equatable {
  typealias Receives = BoardMessage
  var lists: IdentifiedArray<Lane> = [Lane(id: 1), Lane(id: 2)]
  var chosen = 1
  var lane: Address<Board, Lane> { Board.at.lists[chosen] }
}

private struct Lane: Model, Equatable, Identifiable {
  typealias Receives = LaneMessage
  let id: Int
  var log: [String] = []
}

private enum BoardMessage: Message, Equatable { case chose(Int) }

private enum LaneMessage: Message, Equatable { case did(String) }

private struct LaneReset: MessageTo, Equatable { typealias Receiver = Lane }

private struct BoardUpdater: TypedUpdater {
  func update(model: inout Board, message: BoardMessage) -> [any Command] {
    if case .chose(let id) = message { model.chosen = id }
    return []
  }
}

private struct LaneUpdater: TypedUpdater {
  func update(model: inout Lane, message: LaneMessage) -> [any Command] {
    if case .did(let what) = message { model.log.append(what) }
    return []
  }
}

private struct LaneResetter: TypedUpdater {
  func update(model: inout Lane, message: LaneReset) -> [any Command] {
    model.log = []
    return []
  }
}

private let board = CombinedUpdater<Board>([
  .full(BoardUpdater()),
  .each(\.lists, CombinedUpdater<Lane>([.full(LaneUpdater()), .full(LaneResetter())])),
])

/// The view of the board sends to one of its lists, and the view of a list to itself.
private func boardView(_ model: Board) -> ViewOf<Board> {
  .column([
    .button("Rate", .did("rated"), to: model.lane),
    .button("Reset", further: LaneReset(), to: model.lane),
    .text("pressed").onPress(.did("pressed"), to: model.lane)
      .onSecondaryPress(.did("secondary"), to: model.lane),
    .list([
      .each(model.lists) { lane in
        .text("row \(lane.id)").onSelect(.did("selected"), to: Board.at.lists[lane.id])
      }
    ]),
    .each(model.lists, at: Board.at.lists) { lane in
      ViewOf<Lane>.button("own \(lane.id)", .did("own"))
    },
  ]).onKey("h", "left", .did("left"), to: model.lane)
    .onKey("s", "screen", .did("screen"), to: model.lane, in: .screen)
}

/// What is sent to a child by its address.
@Suite struct ReceiverTests {
  private let test = ViewTest(Program(model: Board(), board), boardView)

  private func log(_ id: Int) -> [String] { test.model.lists[id: id]?.log ?? [] }

  @Test func aMessageGoesToTheChildOfItsAddress() {
    test.press("Rate")
    test.press("pressed")
    test.pressSecondary("pressed")
    test.key("h")
    test.key("s")
    #expect(log(1) == ["rated", "pressed", "secondary", "left", "screen"])
    #expect(log(2).isEmpty)
    test.app.send(BoardMessage.chose(2), exhaustive: [])
    test.press("Rate")
    test.press("Reset")
    test.key("h")
    #expect(log(2) == ["left"])
    test.select("row 1")
    #expect(log(1).last == "selected")
    test.press("own 2")
    #expect(log(2) == ["left", "own"])
  }

  /// In the view of a child, an address goes on from that child.
  @Test func anAddressBeginsAtTheModelOfItsView() {
    struct App: Model, Equatable {
      typealias Receives = AppMessage
      var board = Board()
    }
    enum AppMessage: Message, Equatable { case none }
    let test = ViewTest(
      Program(model: App(), CombinedUpdater<App>([.child(\.board, board)]))
    ) { boardView($0.board).to(App.at.board) }
    test.press("Rate")
    test.key("h")
    #expect(test.model.board.lists[id: 1]?.log == ["rated", "left"])
  }

  /// Views that send to different children differ.
  @Test func theAddressBelongsToTheView() {
    var other = Board()
    #expect(boardView(Board()) == boardView(other))
    other.chosen = 2
    #expect(boardView(Board()) != boardView(other))
    #expect(boardView(Board()).node.outline() == boardView(other).node.outline())
  }
}
