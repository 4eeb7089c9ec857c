import KatanaConsole
import KatanaRuntime

@testable import Step6

/// The parts of the program that edit a book, with the function that the last page mends. It hides that
/// of the program, so the test of the page is the same.
func booksFeature(_ server: Server = Server()) -> CombinedUpdater<Books> {
  CombinedUpdater([
    .each(\.books, BookUpdater(server: server), onLeave: .cancel),
    .optional(\.form, FormUpdater(), listener: saveForm),
  ])
}

/// Takes the values of the sheet over when it is saved.
func saveForm(_ model: inout Books, _ message: FormMessage) -> [any Command] {
  guard message == .saved, let form = model.form else { return [] }
  guard let index = model.books.firstIndex(where: { $0.id == form.id }) else { return [] }
  let isRead = model.books[index].isRead
  model.books[index] = Book(id: form.id, title: form.title, year: Int(form.year), isRead: isRead)
  return [
    Print(model.books[index].text),
    Cancel(id: BookUpdater.ID.rating).in(Books.at.books[form.id]),
  ]
}
