import Katana
import KatanaTesting
import Testing

/// Listeners of a slice, whose model is inside of the memory of the model around it.
@Suite struct SliceListenersTests {
  struct Tell: Command, Equatable { var text: String }

  struct Board: Model, Equatable { var rows = [Row(id: 1)] }
  struct App: Model, Equatable {
    var number = 0
    var board = Board()
    /// Where a doubled offset of `board` leads.
    var rows = [Row(id: 1)]
  }

  /// A board that notes what it hears.
  struct Notes: Model, Equatable {
    var rows = [Row(id: 1)]
    var heard: [String] = []
  }
  struct Home: Model, Equatable {
    var number = 0
    var notes = Notes()
    var rows = [Row(id: 1)]
    var heard: [String] = []
  }

  private static let row = TypedFunctionUpdater { (model: inout Row, message: RowMessage) in
    model.taps += 1
    return []
  }

  private static let notes = CombinedUpdater<Notes>([
    .each(\.rows, row),
    .listen(any: Row.self) { model, child, _ in
      model.heard.append("\(child)")
      return [Tell(text: "notes")]
    },
  ])

  @Test func theAddressOfTheChildIsRelativeToTheSlice() {
    let board = CombinedUpdater<Board>([
      .each(\.rows, Self.row),
      .listen(any: Row.self) { _, child, _ in [Tell(text: "any \(child)").in(child)] },
      .listen(to: Board.at.rows, RowMessage.self) { _, child, _ in
        [Tell(text: "\(child)").in(child)]
      },
    ])
    let app = CombinedUpdater<App>([.slice(\.board, board), .each(\.rows, Self.row)])
    StepTest(app, model: App()).send(
      .tapped, to: App.at.board.rows[1],
      commands: [
        Tell(text: "Board.at.rows[1]").in(App.at.board.rows[1]),
        Tell(text: "any Board.at.rows[1]").in(App.at.board.rows[1]),
      ]
    ) { $0.board.rows[0].taps = 1 }
  }

  @Test func aSliceHearsItsOwnDescendantsOnly() {
    let home = CombinedUpdater<Home>([.slice(\.notes, Self.notes), .each(\.rows, Self.row)])
    let test = StepTest(home, model: Home())
    test.send(.tapped, to: Home.at.rows[1]) { $0.rows[0].taps = 1 }
    test.send(.tapped, to: Home.at.notes.rows[1], commands: [Tell(text: "notes")]) {
      $0.notes.rows[0].taps = 1
      $0.notes.heard = ["Notes.at.rows[1]"]
    }
  }

  @Test(arguments: [true, false])
  func theListenerOfTheSliceIsCalledBeforeThatOfTheModelAroundIt(isAddressed: Bool) {
    let outer: FeaturePart<Home> =
      isAddressed
      ? .listen(to: Home.at.notes.rows, RowMessage.self) { model, child, _ in
        model.heard.append("\(child) \(model.notes.heard.count)")
        return [Tell(text: "home")]
      }
      : .listen(any: Row.self) { model, child, _ in
        model.heard.append("\(child) \(model.notes.heard.count)")
        return [Tell(text: "home")]
      }
    StepTest(CombinedUpdater<Home>([outer, .slice(\.notes, Self.notes)]), model: Home()).send(
      .tapped, to: Home.at.notes.rows[1], commands: [Tell(text: "notes"), Tell(text: "home")]
    ) {
      $0.notes.rows[0].taps = 1
      $0.notes.heard = ["Notes.at.rows[1]"]
      $0.heard = ["Home.at.notes.rows[1] 1"]
    }
  }

  /// The name of a closure part has the type of the model that contains it.
  @Test func aSliceHearsWhatIsBehindItsClosures() {
    let first = ClosurePart<Board, Row>("first") { board, body in body(&board.rows[0]) }
    let board = CombinedUpdater<Board>([
      .slice(first, Self.row),
      .listen(any: Row.self) { _, child, _ in [Tell(text: "\(child)")] },
    ])
    let app = CombinedUpdater<App>([.slice(\.board, board)])
    StepTest(app, model: App()).send(
      .tapped, to: App.at.board[part: first],
      commands: [Tell(text: #"Board.at[part: "first"]"#)]
    ) { $0.board.rows[0].taps = 1 }
  }

  @Test func aSliceDoesNotHearAComputedPartOfTheModelAroundIt() {
    struct Outer: Model, Equatable {
      var notes = Notes()
      var number = 0
      var computed: [Row] {
        get { [Row(id: 9, taps: number)] }
        set { number = newValue[0].taps }
      }
    }
    let outer = CombinedUpdater<Outer>([
      .slice(\.notes, Self.notes), .each(\.computed, Self.row),
    ])
    StepTest(outer, model: Outer()).send(.tapped, to: Outer.at.computed[9]) { $0.number = 1 }
  }

  /// Both models have one size.
  @Test func theListenerOfTheOnlyPropertyIsCalledFirst() {
    struct Only: Model, Equatable { var board = Board() }
    let board = CombinedUpdater<Board>([
      .each(\.rows, Self.row), .listen(any: Row.self) { _, _, _ in [Tell(text: "board")] },
    ])
    let only = CombinedUpdater<Only>([
      .listen(any: Row.self) { _, _, _ in [Tell(text: "only")] }, .slice(\.board, board),
    ])
    StepTest(only, model: Only()).send(
      .tapped, to: Only.at.board.rows[1], commands: [Tell(text: "board"), Tell(text: "only")]
    ) { $0.board.rows[0].taps = 1 }
  }

  @Test(arguments: [true, false])
  func theListenerOfTheSliceInsideIsCalledFirst(isInside: Bool) {
    struct Only: Model, Equatable { var board = Board() }
    struct App: Model, Equatable {
      var number = 0
      var only = Only()
    }
    let board = CombinedUpdater<Board>([
      .each(\.rows, Self.row), .listen(any: Row.self) { _, _, _ in [Tell(text: "board")] },
    ])
    let only = CombinedUpdater<Only>(
      [.listen(any: Row.self) { _, _, _ in [Tell(text: "only")] }]
        + (isInside ? [.slice(\.board, board)] : []))
    let app = CombinedUpdater<App>(
      [.slice(\.only, only)] + (isInside ? [] : [.slice(\.only.board, board)]))
    StepTest(app, model: App()).send(
      .tapped, to: App.at.only.board.rows[1],
      // A listener hears what its own feature contains, not what lies in the memory of its model.
      commands: [Tell(text: "board")] + (isInside ? [Tell(text: "only")] : [])
    ) { $0.only.board.rows[0].taps = 1 }
  }

  @Test func aSliceHearsAnAddressOfAPartThatIsDeclaredBesideIt() {
    let board = CombinedUpdater<Board>([
      .listen(to: Board.at.rows, RowMessage.self) { _, child, _ in
        [Tell(text: "\(child)").in(child)]
      }
    ])
    let app = CombinedUpdater<App>([.slice(\.board, board), .each(\.board.rows, Self.row)])
    StepTest(app, model: App()).send(
      .tapped, to: App.at.board.rows[1],
      commands: [Tell(text: "Board.at.rows[1]").in(App.at.board.rows[1])]
    ) { $0.board.rows[0].taps = 1 }
  }

  // MARK: Messages without an address

  struct Part: Model, Equatable {
    typealias Receives = RowMessage
    var taps = 0
  }
  struct Panel: Model, Equatable {
    var part = Part()
    var heard = 0
  }
  struct Panels: Model, Equatable {
    var left = Panel()
    var right = Panel()
  }

  private static let part = TypedFunctionUpdater { (model: inout Part, message: RowMessage) in
    model.taps += 1
    return []
  }

  private static let listening = FeaturePart<Panel>.listen(any: Part.self) { model, _, _ in
    model.heard += 1
    return []
  }

  @Test func aSliceHearsNoSliceOfItsNeighbour() {
    let panels = CombinedUpdater<Panels>([
      .slice(\.left, CombinedUpdater<Panel>([Self.listening])),
      .slice(\.right, CombinedUpdater<Panel>([.slice(\.part, Self.part)])),
    ])
    StepTest(panels, model: Panels()).send(RowMessage.tapped) { $0.right.part.taps = 1 }
  }

  @Test func whatAModifierKeepsFromASliceIsNotHeard() {
    let guarded = CombinedUpdater<Panel>([.slice(\.part, Self.part)]).modified { _, _, _ in [] }
    let test = StepTest(
      CombinedUpdater<Panel>([.full(guarded), Self.listening]), model: Panel())
    test.send(.tapped, to: Panel.at.part)
    test.send(RowMessage.tapped)
  }

  @Test func anUpdaterThatStatesItsTypesIsHeardToo() {
    let part = FunctionUpdater<Part>(takes: .only([RowMessage.self])) { model, _ in
      var model = model
      model.taps += 1
      return (model, [])
    }
    let test = StepTest(
      CombinedUpdater<Panel>([.slice(\.part, part), Self.listening]), model: Panel())
    test.send(RowMessage.tapped) {
      $0.part.taps = 1
      $0.heard = 1
    }
    test.send(.tapped, to: Panel.at.part) {
      $0.part.taps = 2
      $0.heard = 2
    }
  }

  /// Only an updater of the panel takes the message, and none of the slice.
  @Test func whatTheSliceDoesNotTakeIsNotHeard() {
    let panel = CombinedUpdater<Panel>([
      .full(TypedFunctionUpdater { (model: inout Panel, message: RowMessage) in [] }),
      .slice(\.part, FunctionUpdater<Part>(takes: .only([])) { model, _ in (model, []) }),
      Self.listening,
    ])
    StepTest(panel, model: Panel()).send(RowMessage.tapped)
  }
}
