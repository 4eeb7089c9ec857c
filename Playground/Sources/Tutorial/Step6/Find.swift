import KatanaConsole
import KatanaEffects
import KatanaRuntime

/// What the server knows about a book.
struct FoundBook: Codable, Equatable {
  var title: String
  var year: Int
}

enum FindMessage: Message, Codable, Equatable {
  case titleTyped(String)
  case found(Outcome<FoundBook, HTTPError>)
}

struct FindUpdater: TypedUpdater {
  var server = Server()

  var effects: [EffectType] {
    [.command(FetchJSON<FoundBook>.self), .command(Print.self), .command(Prompt.self)]
  }

  func update(model: inout Books, message: FindMessage) -> [any Command] {
    switch message {
    case .titleTyped(let title):
      [FetchJSON(server.file(title, ".json"), Reply(FindMessage.found))]
    case .found(.success(let book)):
      [Print(model.add(book.title, year: book.year).text), BooksUpdater.ask]
    case .found(.failure(let error)):
      [Print(error.text), BooksUpdater.ask]
    }
  }
}
