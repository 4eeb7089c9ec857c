import KatanaConsole
import KatanaConsoleInterpreters
import KatanaTerminalViews
import KatanaTesting
import KatanaViewsTesting
import Testing

// The code of `Docs/coming-from/bubble-tea.md`: a shopping list on the terminal.

struct Groceries: Model, Equatable {
  typealias Receives = GroceriesMessage
  var names = ["Bread", "Leeks"]
  var bought: Set<Int> = []
  var current = 0
}

enum GroceriesMessage: Message, Equatable {
  case moved(by: Int), reached(Int), toggled(Int), quitTapped
}

struct GroceriesUpdater: TypedUpdater {
  var effects: [any Effect.Type] { [ExitProcess.self] }

  func update(model: inout Groceries, message: GroceriesMessage) -> [any Command] {
    switch message {
    case .moved(let rows):
      model.current = min(max(model.current + rows, 0), model.names.count - 1)
    case .reached(let index): model.current = index
    case .toggled(let index): model.bought.formSymmetricDifference([index])
    case .quitTapped: return [ExitProcess()]
    }
    return []
  }
}

func groceriesView(_ model: Groceries) -> ViewOf<Groceries> {
  .column([
    .text("What do we need?", .heading),
    .list(model.names.indices.map { groceryView(model, $0) }, selected: model.current)
      .onKey("k", "up", .moved(by: -1)).onKey("j", "down", .moved(by: 1)),
    .keyHelp,
  ]).onKey("q", "quit", .quitTapped)
}

func groceryView(_ model: Groceries, _ index: Int) -> ViewOf<Groceries> {
  .checkbox(model.names[index], model.bought.contains(index)) { _ in .toggled(index) }
    .key(index).onSelect(.reached(index))
}

let groceries = Program(model: Groceries(), GroceriesUpdater())

func runGroceries() async throws {
  try await Runtime(groceries, interpreters: [.terminal()]).runInline(groceriesView)
}

@Suite struct BubbleTeaTests {
  @Test func oneStep() {
    let test = StepTest(GroceriesUpdater(), model: Groceries())
    test.send(.moved(by: 1)) { $0.current = 1 }
    test.send(.moved(by: 1))
    test.send(.toggled(1)) { $0.bought = [1] }
    test.send(.toggled(1)) { $0.bought = [] }
    test.send(.moved(by: -1)) { $0.current = 0 }
    test.send(.quitTapped, commands: [ExitProcess()])
  }

  @Test func groceriesAreBoughtByKeys() {
    let test = ViewTest(groceries, groceriesView)
    test.keys("j", .enter)
    test.press("Bread")
    #expect(test.lines[1...2] == ["[x] Bread", "[x] Leeks"])
  }

  @Test func theArrowsAndTheSpaceBarNeedNoCode() {
    let test = ViewTest(groceries, groceriesView)
    test.keys(.down, " ", .down, .down)
    #expect(test.model == Groceries(bought: [1], current: 1))
    test.key("k")
    #expect(test.focusedLabel == "Bread")
  }

  @Test func withoutJAndKTheScreenKeepsTheRow() {
    let test = ViewTest(groceries) { model in
      .list(
        model.names.indices.map { index in
          .checkbox(model.names[index], model.bought.contains(index)) { _ in .toggled(index) }
        })
    }
    test.keys(.down, .enter)
    #expect(test.model == Groceries(bought: [1], current: 0))
  }
}

// What newcomers from Bubble Tea do first, and what they see.

@Suite struct BubbleTeaMistakesTests {
  @Test func nothingPerformsExitProcess() throws {
    let error = #expect(throws: WiringError.self) { _ = try Runtime(groceries) }
    for line in "\(try #require(error))".split(separator: "\n") where !line.hasPrefix("What") {
      try expectShown(String(line), on: "bubble-tea")
    }
  }

  @Test func nothingAnswersTheKey() throws {
    let found = failures { ViewTest(groceries, groceriesView).key("x") }
    try expectShown(try #require(found.first).text, on: "bubble-tea")
  }

  @Test func theKeyIsASignal() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = groceriesView(Groceries()).onKey(.control("c"), "quit", .quitTapped)
    }
    let text =
      "Ctrl-C is a signal on a terminal, so a view cannot have it. To fix this, use another key."
    let shown = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(shown.contains(text))
    try expectShown(text, on: "bubble-tea")
  }
}

// What the page says of the present state of the views.

@Suite struct BubbleTeaLimitsTests {
  @Test func onlyRowsScrollSideways() {
    let texts = ViewTest(groceries, columns: 10, rows: 4) { _ in
      .column([
        .row([.text("one word").width(.cells(8)), .text("another").width(.cells(7))]),
        .text("more than one line"),
      ])
    }
    #expect(texts.lines == ["one word ›", "more than", "one line"])
    texts.keys(.right)
    #expect(texts.lines == ["‹ word an›", "more than", "one line"])
  }
}
