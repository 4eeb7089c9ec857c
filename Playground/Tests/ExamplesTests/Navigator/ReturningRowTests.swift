import Katana
import KatanaTesting
import Testing

/// A row that leaves, and comes back in a later update with its old `id`: `Docs/navigation.md`.
@Suite struct ReturningRowTests {
  struct Shelf: Model, Equatable {
    typealias Receives = ShelfMessage
    var books = [Book(id: 7)]
  }

  enum ShelfMessage: Message, Equatable { case removed, restored }

  struct Book: Model, Equatable, Identifiable {
    typealias Receives = BookMessage
    let id: Int
    var pages = 0
  }

  enum BookMessage: Message, Equatable {
    case saveTapped, cancelTapped
    case saved(Int)
  }

  struct SaveBook: Command, Equatable {
    var reply = Reply(BookMessage.saved)
  }

  struct BookUpdater: TypedUpdater {
    enum ID { case save }

    func update(model: inout Book, message: BookMessage) -> [any Command] {
      switch message {
      case .saveTapped: return [SaveBook().queued(id: ID.save, .keepLatest)]
      case .cancelTapped: return [Cancel(id: ID.save)]
      case .saved(let pages): model.pages = pages
      }
      return []
    }
  }

  /// The book is saved, leaves, and is there again.
  private func restored(_ onLeave: OnLeave) -> AppTest<Shelf> {
    let shelf = TypedFunctionUpdater { (model: inout Shelf, message: ShelfMessage) in
      model.books = message == .restored ? [Book(id: 7)] : []
      return []
    }
    let app = AppTest(
      Program(
        model: Shelf(),
        shelf.with(.each(\.books, BookUpdater(), onLeave: onLeave))),
      exhaustive: .model, ignoringPending: [SaveBook.self])
    app.send(.saveTapped, to: Shelf.at.books[7])
    app.send(.removed) { $0.books = [] }
    app.send(.restored) { $0.books = [Book(id: 7)] }
    return app
  }

  @Test func withCancelNothingOfTheOldRowIsLeft() {
    let app = restored(.cancel)
    #expect(app.pending.isEmpty)
    app.send(.saveTapped, to: Shelf.at.books[7])
    app.answer(\SaveBook.reply, with: 2) { $0.books[0].pages = 2 }
  }

  @Test func withKeepTheOldAnswerIsDropped() {
    let app = restored(.keep)
    app.answer(\SaveBook.reply, with: 1, expectingNoReceiver: true)
    #expect(app.model.books == [Book(id: 7)])
  }

  @Test func withKeepTheNewRowCannotCancelTheOldCommand() {
    let app = restored(.keep)
    app.send(.cancelTapped, to: Shelf.at.books[7])
    #expect(app.pending.count == 1)
  }

  @Test func withKeepTheQueueOfTheNewRowDoesNotWaitForTheOldCommand() {
    let app = restored(.keep)
    app.send(.saveTapped, to: Shelf.at.books[7])
    #expect(app.pending.count == 2)
  }
}
