import KatanaConsole
import KatanaRuntime

/// The sheet in which a book is edited.
struct Form: Model, Codable, Equatable, Identifiable {
  typealias Receives = FormMessage

  /// The number of the book.
  let id: Int
  var title: String
  var year: String

  var askTitle: Prompt { Prompt("Title: ", text: title, Reply(FormMessage.titleTyped)) }
  var askYear: Prompt { Prompt("Year: ", text: year, Reply(FormMessage.yearTyped)) }

  var titleProblem: String? {
    title.allSatisfy(\.isWhitespace) ? "A book needs a title." : nil
  }

  var yearProblem: String? {
    if year.isEmpty { return nil }
    return (1...2100).contains(Int(year) ?? 0) ? nil : "A year is a number from 1 to 2100."
  }
}

enum FormMessage: Message, Codable, Equatable {
  case opened, saved
  case titleTyped(PromptAnswer<String>), yearTyped(PromptAnswer<String>)
}

struct FormUpdater: TypedUpdater {
  var effects: [EffectType] { [.command(Print.self), .command(Prompt.self)] }

  func update(model: inout Form, message: FormMessage) -> [any Command] {
    switch message {
    case .opened:
      return [model.askTitle]
    case .titleTyped(.entered(let title)):
      model.title = title
      if let problem = model.titleProblem { return [Print(problem), model.askTitle] }
      return [model.askYear]
    case .yearTyped(.entered(let year)):
      model.year = year
      if let problem = model.yearProblem { return [Print(problem), model.askYear] }
      return [Send(FormMessage.saved), Dismiss()]
    case .titleTyped, .yearTyped:  // Ctrl-C, or the end of the input.
      return [Dismiss()]
    case .saved:  // The list takes the values over.
      return []
    }
  }
}

/// Takes the values of the sheet over when it is saved.
func saveForm(_ model: inout Books, _ message: FormMessage) -> [any Command] {
  guard message == .saved, let form = model.form else { return [] }
  guard let index = model.books.firstIndex(where: { $0.id == form.id }) else { return [] }
  model.books[index].title = form.title
  model.books[index].year = Int(form.year)
  return [Print(model.books[index].text)]
}
