import KatanaConsole
import KatanaRuntime
import KatanaTesting
import Testing

@testable import Step6

@Test func theStarsOfAnEditedBookAreUnknown() {
  let dune = Book(id: 1, title: "Dune", year: 1965, stars: .known(4.3))
  let form = Form(id: 1, title: "Emma", year: "1815")
  let test = StepTest(booksFeature(), model: Books(books: [dune], form: form))
  test.send(
    .saved, to: Books.at.form[1],
    commands: [Print("1  Emma (1815)"), Cancel(id: BookUpdater.ID.rating).in(Books.at.books[1])]
  ) { $0.books = [Book(id: 1, title: "Emma", year: 1815)] }
}
