import KatanaConsole
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import Step3

@Test func aBookThatIsFoundIsAdded() {
  let app = finding()
  app.respond(
    to: .get, "/the-waves.json", .json(#"{"title": "The Waves", "year": 1931}"#),
    commands: [Print("1  The Waves (1931)"), BooksUpdater.ask]
  ) { $0.books = [Book(id: 1, title: "The Waves", year: 1931)] }
}

@Test func aBookThatTheServerDoesNotHaveIsNotAdded() {
  let app = finding()
  app.respond(
    to: .get, "/the-waves.json", .status(404),
    commands: [Print("The server answered with the status 404."), BooksUpdater.ask])
}

/// Returns an app that has asked the server for a book.
private func finding() -> AppTest<Books> {
  let app = AppTest(
    Program(model: Books(), booksFeature()), exhaustive: [.model, .commands],
    ignoring: [Print.self, Prompt.self])
  let title = FindMessage.titleTyped("The Waves")
  let request = FetchJSON(Server().file("The Waves", ".json"), Reply(FindMessage.found))
  app.send(.typed(.entered("find The Waves")), commands: [Send(title), request])
  return app
}
