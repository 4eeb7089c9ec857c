import Katana
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaRuntime
import KatanaTerminalViews
import KatanaViews
import KatanaViewsTesting
import Testing

struct Shopping: Model, Equatable {
  typealias Receives = ShoppingMessage
  var draft = ""
  var items: IdentifiedArray<Item> = []
  var isClearing = false
}

enum ShoppingMessage: Message, Equatable {
  case draftChanged(String), added, clearTapped, clearCancelled, cleared, quitTapped
}

struct Item: Model, Equatable, Identifiable {
  typealias Receives = ItemMessage
  let id: Int
  var name: String
  var isBought = false
}

enum ItemMessage: Message, Equatable { case boughtChanged(Bool), removed }

struct ShoppingUpdater: TypedUpdater {
  func update(model: inout Shopping, message: ShoppingMessage) -> [any Command] {
    switch message {
    case .draftChanged(let draft): model.draft = draft
    case .added:
      let id = (model.items.ids.max() ?? 0) + 1
      model.items.append(Item(id: id, name: model.draft))
      model.draft = ""
    case .clearTapped: model.isClearing = true
    case .clearCancelled: model.isClearing = false
    case .cleared: (model.items, model.isClearing) = ([], false)
    case .quitTapped: return [ExitProcess()]
    }
    return []
  }
}

struct ItemUpdater: TypedUpdater {
  func update(model: inout Item, message: ItemMessage) -> [any Command] {
    guard case .boughtChanged(let isBought) = message else { return [Dismiss()] }
    model.isBought = isBought
    return []
  }
}

let shoppingFeature = ShoppingUpdater().with(.each(\.items, ItemUpdater()))

func shoppingView(_ model: Shopping) -> ViewOf<Shopping> {
  .layers([
    .column([
      .text("Shopping", .heading),
      .input("New", model.draft, ShoppingMessage.draftChanged, submit: .added),
      .list([.each(model.items, at: Shopping.at.items, itemView)]).label("Items"),
      .button("Clear", .clearTapped).disabled(model.items.isEmpty),
      .spacer,
      .keyHelp,
    ]),
    model.isClearing ? clearDialog : .empty,
  ]).height(.fill).onKey(.control("q"), "quit", .quitTapped)
}

func itemView(_ item: Item) -> ViewOf<Item> {
  .row([
    .checkbox(item.name, item.isBought, ItemMessage.boughtChanged).width(.fill),
    .button("remove", .removed),
  ]).onKey(.delete, "remove", .removed)
}

let clearDialog = ViewOf<Shopping>.dialog(
  "Remove all?",
  .row([.button("Remove", .cleared).style(.danger), .button("Keep", .clearCancelled)]),
  cancel: .clearCancelled)

func runShopping() async throws {
  let shopping = try Runtime(
    Program(model: Shopping(), shoppingFeature), interpreters: [.terminal()])
  try await shopping.runOnTerminal(shoppingView)
}

@Suite struct ViewsGuideTests {
  @Test func theListIsUsedByItsLabels() {
    let test = ViewTest(Program(model: Shopping(), shoppingFeature), shoppingView)
    test.type("tea", into: "New")
    test.submit("New")
    test.press("tea")
    test.expectOutline(
      """
      layers [Ctrl-Q quit]
        column
          text "Shopping" heading
          input "New" = ""
          list "Items" (1 rows)
            row [Del remove]
              checkbox "tea" on
              button "remove"
          button "Clear"
          keys
      """)
  }

  @Test func theGuideShowsWhatTheTerminalShows() throws {
    let shopping = Shopping(items: [Item(id: 1, name: "tea"), Item(id: 2, name: "milk")])
    let test = ViewTest(
      Program(model: shopping, shoppingFeature), columns: 30, rows: 7, shoppingView)
    let lines = test.lines.joined(separator: "\n")
    #expect(try guide("views").contains("```text\n\(lines)\n```"))
    test.press("remove", in: "tea")
    #expect(test.lines[2] == "[ ] milk            [ remove ]")
  }
}
