import KatanaConsole
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import Step5

@Suite struct SavingTests {
  private let app = AppTest(
    booksProgram(), exhaustive: [.model, .commands],
    ignoringPending: [Print.self, Prompt.self])

  @Test func aFileThatCannotBeReadIsNotReplaced() {
    let error = FileError.permissionDenied(path: "books.json")
    app.start(commands: [Saving.load])
    app.answer(
      \LoadPersisted<[Book]>.reply, with: .failure(.file(error)),
      commands: [Print("\(error.text) So nothing is saved."), BooksUpdater.ask])
    app.send(.typed(.entered("add Dune")), exhaustive: .model) {
      $0.books = [Book(id: 1, title: "Dune")]
    }
    #expect(app.running.isEmpty)
  }

  @Test func aFileThatWasMovedAsideIsReplaced() {
    let error = StoreError.damaged(path: "books.json", copy: "books.json.damaged")
    app.start(commands: [Saving.load])
    app.answer(
      \LoadPersisted<[Book]>.reply, with: .failure(error),
      commands: [Print(error.text), BooksUpdater.ask]
    ) { $0.isLoaded = true }
    #expect(app.running.count == 1)
  }
}
