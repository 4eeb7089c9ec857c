import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

// What newcomers from TCA do first, and what they see. `Docs/coming-from/tca.md` shows the texts.

private let tea = Todos(rows: [Todo(id: 7, title: "Tea")], nextID: 8)
private let row = Todos.at.rows[7]

struct Wizard: Model, Equatable {
  typealias Receives = WizardMessage
  var page = Page.first
}

enum WizardMessage: Message, Equatable { case finished }

struct WizardUpdater: TypedUpdater {
  func update(model: inout Wizard, message: WizardMessage) -> [any Command] {
    model.page = .first
    return []
  }
}

enum Page: Model, Equatable {
  case first
  case second(SecondPage)

  static let secondCase = EnumCase("second", Page.second) {
    if case .second(let it) = $0 { it } else { nil }
  }
}

struct SecondPage: Model, Equatable {
  typealias Receives = SecondPageMessage
  var text = ""
}

enum SecondPageMessage: Message, Equatable { case backTapped, doneTapped }

/// A wizard whose second page returns a command.
private func wizard(
  returning command: @escaping @Sendable () -> any Command,
  listener: (@Sendable (inout Wizard, SecondPageMessage) -> [any Command])? = nil
) -> AppTest<Wizard> {
  let second = TypedFunctionUpdater { (_: inout SecondPage, _: SecondPageMessage) in [command()] }
  return AppTest(
    Program(
      model: Wizard(page: .second(SecondPage())),
      WizardUpdater().with(.case(\.page, Page.secondCase, second, listener: listener))))
}

private let second = Wizard.at.page[case: Page.secondCase]

@Suite struct MistakesTests {
  @Test func aChildSendsAMessageOfItsParent() throws {
    let found = failures {
      let app = wizard { Send(WizardMessage.finished) }
      app.send(.doneTapped, to: second, commands: [Send(WizardMessage.finished).in(second)])
    }
    try expectShown(try #require(found.first).text, on: "tca")
  }

  @Test func thePayloadOfACaseDismissesItself() throws {
    let found = failures {
      let app = wizard { Dismiss() }
      app.send(.backTapped, to: second, commands: [Dismiss().in(second)])
    }
    try expectShown(try #require(found.first).text, on: "tca")
  }

  @Test func theAddressOfARowIsForgotten() throws {
    let found = failures {
      let app = AppTest(Program(model: tea, todosFeature))
      app.send(TodoMessage.deleteTapped)
    }
    try expectShown(try #require(found.first).text, on: "tca")
  }

  @Test func oneFeatureStandsInTwoSlices() throws {
    let found = failures {
      let feature = CombinedUpdater<TwoTabs>([
        .slice(\.left, TabUpdater()), .slice(\.right, TabUpdater()),
      ])
      let app = AppTest(Program(model: TwoTabs(), feature))
      app.send(
        .opened("a"), to: TwoTabs.at.left,
        commands: [LoadPage(url: "a", reply: Reply(TabMessage.loaded))])
    }
    try expectShown(try #require(found.first).text, on: "tca")
  }

  @Test func theParentTakesTheMessagesOfItsRows() throws {
    struct RowWatcher: TypedUpdater {
      func update(model: inout Todos, message: TodoMessage) -> [any Command] {
        if message == .deleteTapped { model.rows = [] }
        return []
      }
    }
    let found = failures {
      let feature = RowWatcher().with(.each(\.rows, TodoUpdater()))
      let test = StepTest(feature, model: tea)
      test.send(.deleteTapped, to: row) { $0.rows = [] }
    }
    try expectShown(try #require(found.first).text, on: "tca")
  }

  @Test func theUpdateMakesAnIdentifier() throws {
    struct Impure: TypedUpdater {
      func update(model: inout Editor, message: EditorMessage) -> [any Command] {
        model.title = "\(UUID())"
        return []
      }
    }
    let found = failures {
      let test = StepTest(Impure(), model: Editor(row: 1))
      test.send(.saveTapped, exhaustive: false)
    }
    try expectShown(try #require(found.first).text, on: "tca")
  }

  @Test func aCommandHasNoInterpreter() throws {
    let error = #expect(throws: WiringError.self) {
      _ = try Runtime(Program(model: Todos(), todosFeature))
    }
    try expectShown("\(try #require(error))", on: "tca")
  }

  @Test func theAnswerOfARowThatIsGone() throws {
    let found = failures {
      let feature = CombinedUpdater<Todos>([
        .each(\.rows, TodoUpdater()) { model, id, message in
          if message == .deleteTapped { model.rows.remove(id: id) }
          return []
        }
      ])
      let app = AppTest(Program(model: tea, feature))
      app.send(.toggled, to: row, exhaustive: false)
      app.send(.deleteTapped, to: row) { $0.rows = [] }
      app.answer(\SaveTodo.reply, with: .success(true))
    }
    try expectShown(try #require(found.first).text, on: "tca")
  }

  @Test func theCommandOfARowIsStatedWithoutItsAddress() throws {
    let found = failures {
      let app = AppTest(Program(model: tea, todosFeature), ignoringPending: [SaveTodo.self])
      app.send(
        .toggled, to: row,
        commands: [
          SaveTodo(id: 7, isDone: true, reply: Reply { TodoMessage.saved(true, $0) })
            .queued(id: TodoUpdater.ID.save, .keepLatest)
        ]
      ) { $0.rows[id: 7]?.wanted = true }
    }
    try expectShown(try #require(found.first).text, on: "tca")
  }

  @Test func anAnswerIsForgotten() throws {
    let found = failures {
      let app = AppTest(Program(model: tea, todosFeature))
      app.send(.toggled, to: row, exhaustive: false)
    }
    try expectShown(try #require(found.first).text, on: "tca")
  }

  @Test func theClosureOfAPartlyCheckedStepAddsToTheModel() throws {
    let found = failures {
      let app = AppTest(Program(model: Todos(), todosFeature))
      app.send(.addTapped, exhaustive: false) { $0.nextID += 1 }
    }
    try expectShown(try #require(found.first).text, on: "tca")
  }
}

/// The cures that the page names.
@Suite struct CuresTests {
  @Test func theParentListensAndLeavesTheCase() {
    let app = AppTest(
      Program(
        model: Wizard(page: .second(SecondPage())),
        CombinedUpdater([
          .case(
            \.page, Page.secondCase,
            TypedFunctionUpdater { (_: inout SecondPage, _: SecondPageMessage) in [] }
          ) { model, message in
            if message == .backTapped { model.page = .first }
            return []
          }
        ])))
    app.send(.backTapped, to: second) { $0.page = .first }
  }
}
