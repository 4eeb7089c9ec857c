import KatanaConsole
import KatanaConsoleTesting
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import Step5

@Test func aWrongYearIsAskedForAgain() {
  let test = StepTest(FormUpdater(), model: Form(id: 1, title: "Dune", year: "1965"))
  test.send(
    .yearTyped(.entered("soon")),
    commands: [
      Print("A year is a number from 1 to 2100."),
      Prompt("Year: ", text: "soon", Reply(FormMessage.yearTyped)),
    ]
  ) { $0.year = "soon" }
  test.send(
    .yearTyped(.entered("1966")), commands: [Send(FormMessage.saved), Dismiss()]
  ) { $0.year = "1966" }
}

@Test func theBooksAreThereAfterARestart() {
  let interpreters: [Interpreter] = [.store(VirtualStore()), .terminal(VirtualTerminal())]
  let first = AppTest(booksProgram(), interpreters: interpreters, exhaustive: .model)
  first.start { $0.isLoaded = true }
  first.send(.typed(.entered("add Dune"))) { $0.books = [Book(id: 1, title: "Dune")] }
  first.advance(by: .seconds(1))
  first.finish(ignoringPending: [Prompt.self])

  let second = AppTest(booksProgram(), interpreters: interpreters, exhaustive: .model)
  second.start {
    $0.isLoaded = true
    $0.books = [Book(id: 1, title: "Dune")]
  }
  second.finish(ignoringPending: [Prompt.self])
}
