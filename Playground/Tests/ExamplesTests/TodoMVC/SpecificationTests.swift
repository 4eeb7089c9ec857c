import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaTesting
import Testing

@testable import Examples

/// The section "Functionality" of https://github.com/tastejs/todomvc/blob/master/app-spec.md. Each
/// suite is one of its paragraphs, and its comments are sentences of it.
@Suite struct SpecificationTests {
  private static let tea = Todo(id: .numbered(1), title: "tea")
  private static let rice = Todo(id: .numbered(2), title: "rice", isCompleted: true)

  /// A test of the app with some todos.
  private static func makeTest(
    _ todos: Todo..., filter: TodoFilter? = nil
  ) -> StepTest<TodoApp> {
    StepTest(todoAppFeature, model: TodoApp(todos: IdentifiedArray(todos), filter: filter))
  }

  @Suite struct NoTodos {
    /// "When there are no todos, #main and #footer should be hidden."
    @Test func theListAndTheFooterAreHidden() {
      #expect(!TodoApp().showsList)
      #expect(TodoApp(todos: [tea]).showsList)
      #expect(TodoApp(todos: [rice]).showsList)
    }
  }

  @Suite struct NewTodo {
    /// "Pressing Enter creates the todo, appends it to the todo list and clears the input. Make sure
    /// to .trim() the input …"
    @Test func returnAppendsTheTrimmedTitleAndClearsTheField() {
      let app = AppTest(
        Program(model: TodoApp(todos: [rice]), todoAppFeature), interpreters: [.random(seed: 1)])
      app.send(.newTitleChanged("  tea \n")) { $0.newTitle = "  tea \n" }
      app.send(
        .newTitleEntered,
        sends: [TodoAppMessage.created(.numbered(1), title: "tea")],
        commands: [NewID(Reply { TodoAppMessage.created($0, title: "tea") })]
      ) {
        $0.newTitle = ""
        $0.todos = [rice, tea]
      }
      app.finish()
    }

    /// "… and then check that it's not empty before creating a new todo."
    @Test(arguments: ["", "   ", "\t\n"])
    func anEmptyTitleCreatesNothing(title: String) {
      var model = TodoApp()
      model.newTitle = title
      StepTest(todoAppFeature, model: model).send(.newTitleEntered)
    }
  }

  @Suite struct MarkAllAsComplete {
    /// "This checkbox toggles all the todos to the same state as itself."
    @Test(arguments: [true, false])
    func allTodosGetTheStateOfTheCheckbox(isCompleted: Bool) {
      let test = makeTest(tea, rice)
      test.send(.allMarked(completed: isCompleted)) {
        $0.todos[id: tea.id]?.isCompleted = isCompleted
        $0.todos[id: rice.id]?.isCompleted = isCompleted
      }
      #expect(test.model.areAllCompleted == isCompleted)
    }

    /// "Make sure to clear the checked state after the "Clear completed" button is clicked."
    @Test func itIsClearedWithTheCompletedTodos() {
      let test = makeTest(rice)
      #expect(test.model.areAllCompleted)
      test.send(.clearCompletedTapped) { $0.todos = [] }
      #expect(!test.model.areAllCompleted)
    }

    /// "The "Mark all as complete" checkbox should also be updated when single todo items are
    /// checked/unchecked."
    @Test func itFollowsTheSingleTodos() {
      let test = makeTest(tea, rice)
      #expect(!test.model.areAllCompleted)
      test.send(.checkboxTapped, to: TodoApp.at.todos[tea.id]) {
        $0.todos[id: tea.id]?.isCompleted = true
      }
      #expect(test.model.areAllCompleted)
      test.send(.checkboxTapped, to: TodoApp.at.todos[rice.id]) {
        $0.todos[id: rice.id]?.isCompleted = false
      }
      #expect(!test.model.areAllCompleted)
    }
  }

  @Suite struct Item {
    private let row = TodoApp.at.todos[tea.id]

    /// "Clicking the checkbox marks the todo as complete by updating its completed value …"
    @Test func theCheckboxCompletesTheTodo() {
      let test = makeTest(tea)
      test.send(.checkboxTapped, to: row) { $0.todos[id: tea.id]?.isCompleted = true }
      test.send(.checkboxTapped, to: row) { $0.todos[id: tea.id]?.isCompleted = false }
    }

    /// "Double-clicking the <label> activates editing mode …"
    @Test func aDoubleClickActivatesEditing() {
      makeTest(tea, rice).send(.titleDoubleTapped, to: row) {
        $0.todos[id: tea.id]?.draft = "tea"
      }
    }

    /// "Hovering over the todo shows the remove button (.destroy)."
    @Test func theRemoveButtonRemovesTheTodo() {
      let app = AppTest(Program(model: TodoApp(todos: [tea, rice]), todoAppFeature))
      app.send(.removeTapped, to: row, commands: [Dismiss().in(row)]) { $0.todos = [rice] }
      app.finish()
    }
  }

  @Suite struct Editing {
    private let row = TodoApp.at.todos[tea.id]

    private func makeApp(draft: String) -> AppTest<TodoApp> {
      var edited = tea
      edited.draft = draft
      return AppTest(Program(model: TodoApp(todos: [edited, rice]), todoAppFeature))
    }

    /// "… bring forward an input that contains the todo title."
    @Test func theFieldBeginsWithTheTitle() {
      let test = makeTest(tea)
      test.send(.titleDoubleTapped, to: row) { $0.todos[id: tea.id]?.draft = "tea" }
      test.send(.draftChanged("green tea"), to: row) {
        $0.todos[id: tea.id]?.draft = "green tea"
      }
    }

    /// "The edit should be saved on both blur and enter, and the editing class should be removed."
    @Test func theEditIsSavedOnce() {
      let app = makeApp(draft: "green tea")
      app.send(.draftEntered, to: row) {
        $0.todos = [Todo(id: tea.id, title: "green tea"), rice]
      }
      // The field that is hidden after return loses the focus.
      app.send(.draftEntered, to: row)
    }

    /// "Make sure to .trim() the input …"
    @Test func theTitleIsTrimmed() {
      let app = makeApp(draft: "  green tea ")
      app.send(.draftEntered, to: row) {
        $0.todos = [Todo(id: tea.id, title: "green tea"), rice]
      }
    }

    /// "If it's empty the todo should instead be destroyed."
    @Test(arguments: ["", "  "]) func anEmptyTitleRemovesTheTodo(draft: String) {
      let app = makeApp(draft: draft)
      app.send(.draftEntered, to: row, commands: [Dismiss().in(row)]) { $0.todos = [rice] }
    }

    /// "If escape is pressed during the edit, the edit state should be left and any changes be
    /// discarded."
    @Test func escapeDiscardsTheChanges() {
      let app = makeApp(draft: "green tea")
      app.send(.draftCancelled, to: row) { $0.todos = [tea, rice] }
      // The hidden field loses the focus.
      app.send(.draftEntered, to: row)
      app.send(.draftChanged("late"), to: row)
    }
  }

  @Suite struct Counter {
    /// "Displays the number of active todos in a pluralized form: 0 items, 1 item, 2 items."
    @Test func activeTodosAreCounted() {
      let water = Todo(id: .numbered(3), title: "water")
      func counter(_ todos: Todo...) -> String {
        let model = TodoApp(todos: IdentifiedArray(todos))
        return "\(model.activeCount) \(model.counterLabel)"
      }
      #expect(counter(rice) == "0 items left")
      #expect(counter(tea, rice) == "1 item left")
      #expect(counter(tea, rice, water) == "2 items left")
    }
  }

  @Suite struct ClearCompleted {
    /// "Displays the number of completed todos, and when clicked, removes them."
    @Test func theCompletedTodosAreRemoved() {
      let test = makeTest(tea, rice)
      #expect(test.model.completedCount == 1)
      test.send(.clearCompletedTapped) { $0.todos = [tea] }
    }

    /// "Should be hidden when there are no completed todos."
    @Test func itIsHiddenWithoutCompletedTodos() {
      #expect(TodoApp(todos: [tea, rice]).showsClearCompleted)
      #expect(!TodoApp(todos: [tea]).showsClearCompleted)
    }
  }

  @Suite struct Routing {
    /// "The following routes should be implemented: #/ (all - default), #/active and #/completed (#!/
    /// is also allowed)."
    @Test(arguments: [
      ("#/", TodoFilter.all), ("#/active", .active), ("#/completed", .completed), ("#!/", .all),
      ("#!/active", .active), ("#!/completed", .completed),
    ])
    func aRouteIsAFilter(route: String, filter: TodoFilter) {
      #expect(TodoFilter(route: route) == filter)
      #expect(TodoFilter(route: filter.route) == filter)
      #expect(TodoApp().filter == .all)
    }

    @Test(arguments: ["", "#", "active", "#/Active", "#/active/", "#/done"])
    func anUnknownRouteShowsAll(route: String) {
      #expect(TodoFilter(route: route) == nil)
      makeTest(tea, filter: .active).send(.routeChanged(route), exhaustive: .model) {
        $0.chosenFilter = .all
      }
    }

    /// "When the route changes the todo list should be filtered on a model level …"
    @Test func theListIsFiltered() {
      let test = makeTest(tea, rice)
      for (route, filter, shown) in [
        ("#/active", TodoFilter.active, [tea]), ("#/completed", .completed, [rice]),
        ("#/", .all, [tea, rice]),
      ] {
        test.send(
          .routeChanged(route),
          commands: [SaveValue(.route, route, Reply(TodoAppMessage.routeSaved))]
        ) { $0.chosenFilter = filter }
        #expect(test.model.shownTodos == shown)
      }
    }

    /// "If the filter is Active and the item is checked, it should be hidden."
    @Test func aTodoThatNoLongerMatchesIsHidden() {
      let test = makeTest(tea, rice, filter: .active)
      test.send(.checkboxTapped, to: TodoApp.at.todos[tea.id]) {
        $0.todos[id: tea.id]?.isCompleted = true
      }
      #expect(test.model.shownTodos == [])
    }
  }
}
