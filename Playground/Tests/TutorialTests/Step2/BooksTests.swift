import KatanaConsole
import KatanaConsoleTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import Step1

@Test func aBookIsAdded() {
  let test = StepTest(BooksUpdater(), model: Books())
  test.send(.typed(.entered("add Dune")), commands: [Print("1  Dune"), BooksUpdater.ask]) {
    $0.books = [Book(id: 1, title: "Dune")]
  }
}

@Test func aLineThatIsNotUnderstoodChangesNothing() {
  let test = StepTest(BooksUpdater(), model: Books(books: [Book(id: 1, title: "Dune")]))
  for line in ["", "add", "read", "read 2", "red 1"] {
    test.send(.typed(.entered(line)), exhaustive: [.model])
  }
}

@Test func theEndOfTheInputEndsTheProgram() {
  let test = StepTest(BooksUpdater(), model: Books())
  test.send(.typed(.endOfInput), commands: [ExitProcess()])
}

@Test func aUserTypesAndReads() {
  let terminal = VirtualTerminal()
  let app = AppTest(
    Program(model: Books(), BooksUpdater(), commands: [BooksUpdater.ask]),
    interpreters: [.terminal(terminal)], exhaustive: .model)
  app.start()
  terminal.type("add Dune\n")
  app.advance(by: .zero) { $0.books = [Book(id: 1, title: "Dune")] }
  terminal.type("read 1\n")
  app.advance(by: .zero) { $0.books[0].isRead = true }
  #expect(terminal.lines == ["> add Dune", "1  Dune", "> read 1", "1  Dune, read", ">"])
  app.finish(ignoringPending: [Prompt.self])
}

@Test func everythingIsWired() {
  expectWiring(of: booksProgram(), interpreters: booksInterpreters())
}
