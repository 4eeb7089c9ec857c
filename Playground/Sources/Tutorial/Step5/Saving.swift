import KatanaConsole
import KatanaEffects
import KatanaRuntime

enum SavingMessage: Message, Codable, Equatable {
  case loaded(Outcome<[Book]?, StoreError>)
  case notSaved(StoreError)
}

/// Loads the books at the start, and keeps a file equal to them.
struct Saving: TypedUpdater, SubscriptionProvider {
  static let load = LoadPersisted("books.json", Reply(SavingMessage.loaded))

  var effects: [EffectType] {
    [.command(LoadPersisted<[Book]>.self), .command(Print.self), .subscription(Persisted.self)]
  }

  func update(model: inout Books, message: SavingMessage) -> [any Command] {
    switch message {
    case .loaded(.success(let books)):
      (model.books, model.isLoaded) = (books ?? [], true)
      // Rows that waited when the program ended ask again.
      let asking = model.books.filter { $0.stars == .asked }
      return asking.map { Send(.starsTyped, to: Books.at.books[$0.id]) }
        + [BooksUpdater.ask]
    case .loaded(.failure(.file(let error))):  // The file is still there: it is not replaced.
      return [Print("\(error.text) So nothing is saved."), BooksUpdater.ask]
    case .loaded(.failure(let error)):  // The store has moved the file aside.
      model.isLoaded = true
      return [Print(error.text), BooksUpdater.ask]
    case .notSaved(let error):
      return [Print(error.text)]
    }
  }

  func subscriptions(model: Books) -> [any Subscription] {
    model.isLoaded ? [Persisted(model.books, to: "books.json", Reply(SavingMessage.notSaved))] : []
  }
}
