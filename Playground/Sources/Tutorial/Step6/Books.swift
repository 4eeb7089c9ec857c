import KatanaConsole
import KatanaRuntime

/// The whole state of the app.
struct Books: Model, Codable, Equatable {
  typealias Receives = BooksMessage

  var books: [Book] = []

  /// The sheet, while it is open.
  var form: Form?
  /// Whether the saved books have been loaded.
  var isLoaded = false

  /// Adds a book at the end, and returns it.
  mutating func add(_ title: String, year: Int? = nil) -> Book {
    books.append(Book(id: (books.last?.id ?? 0) + 1, title: title, year: year))
    return books[books.count - 1]
  }
}

enum BooksMessage: Message, Codable, Equatable {
  case typed(PromptAnswer<String>)
}
