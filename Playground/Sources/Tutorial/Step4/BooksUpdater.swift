import KatanaConsole
import KatanaRuntime

struct BooksUpdater: TypedUpdater {
  /// Asks for the next line.
  static let ask = Prompt("> ", Reply(BooksMessage.typed))

  var effects: [EffectType] {
    [.command(ExitProcess.self), .command(Print.self), .command(Prompt.self)]
  }

  func update(model: inout Books, message: BooksMessage) -> [any Command] {
    switch message {
    case .typed(.entered("quit")), .typed(.endOfInput): [ExitProcess()]
    case .typed(.entered(let line)): perform(line, &model)
    case .typed(.interrupted): [ExitProcess(130)]
    case .typed(.failed(let error)): [Print("\(error)", to: .standardError), ExitProcess(1)]
    }
  }

  /// Performs a line: a word, and what stands behind it, such as the number of a book.
  private func perform(_ line: String, _ model: inout Books) -> [any Command] {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    let index = model.books.firstIndex { "\($0.id)" == rest }
    switch (words.first, index) {
    case ("add", _) where !rest.isEmpty:
      return [Print(model.add(rest).text), Self.ask]
    case ("list", _):
      return model.books.map { Print($0.text) } as [any Command] + [Self.ask]
    case ("read", let index?):
      model.books[index].isRead = true
      return [Print(model.books[index].text), Self.ask]
    case ("find", _) where !rest.isEmpty:
      return [Send(FindMessage.titleTyped(rest))]
    case ("stars", let index?):
      return [Send(.starsTyped, to: Books.at.books[model.books[index].id]), Self.ask]
    case ("stop", let index?):
      return [Send(.stopTyped, to: Books.at.books[model.books[index].id]), Self.ask]
    case ("remove", let index?):
      return [Send(.removeTyped, to: Books.at.books[model.books[index].id]), Self.ask]
    default:
      return [Print("What is \"\(line)\"?"), Self.ask]
    }
  }
}
