import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import Examples

/// All orders in which the store answers, fails, and the user works with the list.
@Suite struct TodoOrderTests {
  private let saved = [Todo(id: .numbered(1), title: "tea"), Todo(id: .numbered(2), title: "rice")]

  @Test func nothingThatWasSavedIsLost() {
    let rice = TodoApp.at.todos[saved[1].id]
    let seen = explore(
      seeds: 300,
      sending: [
        TodoAppMessage.created(.numbered(3), title: "water"), TodoMessage.checkboxTapped.to(rice),
        TodoMessage.titleDoubleTapped.to(rice), TodoMessage.draftChanged("brown rice").to(rice),
        TodoMessage.draftEntered.to(rice), TodoAppMessage.routeChanged("#/active"),
      ], inAnyOrder: true
    ) { simulation in
      let store = VirtualStore(conditions: .chosen(by: simulation))
      store.persist(saved.map(SavedTodo.init), at: .todos)
      return Simulated(todoProgram, interpreters: [.store(store), .random()])
        .always("the file holds what was saved until it was read") { model in
          model.isLoaded || store.persisted(.todos) == saved.map(SavedTodo.init)
        }
        .eventually("the list has been read, or the user knows why not") {
          $0.isLoaded && ($0.todos.contains { $0.id == saved[0].id } || $0.problem != nil)
        }
        .eventually("no saved todo is missing in the file") { _ in
          let ids = store.persisted(.todos)?.map(\.id) ?? []
          return saved.allSatisfy { ids.contains($0.id) }
        }
        .eventually("the file holds the list, if the list was read") {
          !$0.canSave || store.persisted(.todos) == $0.todos.map(SavedTodo.init)
        }
        .eventually("a new todo is in the list") { $0.todos.contains { $0.id == .numbered(3) } }
        .eventually("the filter is the one that the user has chosen") { $0.filter == .active }
    }
    #expect(seen.orders > 5)
    #expect(seen.gone > 0, "in some orders, the user edits a todo before it is read")
  }
}
