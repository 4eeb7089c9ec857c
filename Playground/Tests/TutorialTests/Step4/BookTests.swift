import KatanaConsole
import KatanaConsoleTesting
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import Step4

private let shelf = Books(books: [Book(id: 1, title: "Dune"), Book(id: 2, title: "Emma")])

@Test func eachRowGetsItsOwnAnswer() {
  let app = AppTest(
    Program(model: shelf, booksFeature()), exhaustive: .model, ignoring: [Print.self])
  app.send(.starsTyped, to: Books.at.books[1]) { $0.books[0].stars = .asked }
  app.send(.starsTyped, to: Books.at.books[2]) { $0.books[1].stars = .asked }
  app.respond(to: .get, "/emma-stars.json", .json(#"{"stars": 4}"#)) {
    $0.books[1].stars = .known(4)
  }
  app.send(.stopTyped, to: Books.at.books[1]) { $0.books[0].stars = .unknown }
  #expect(app.pending(FetchJSON<Rating>.self).isEmpty)
}

@Test func noRowWaitsForEver() {
  let rows = CombinedUpdater<Books>([.each(\.books, BookUpdater(), onLeave: .cancel)])
  let (dune, emma) = (Books.at.books[1], Books.at.books[2])
  let seen = explore(
    seeds: 300,
    sending: [
      BookMessage.starsTyped.to(dune), BookMessage.stopTyped.to(dune),
      BookMessage.starsTyped.to(emma), BookMessage.removeTyped.to(emma),
    ], inAnyOrder: true
  ) { simulation in
    let server = VirtualServer(conditions: .chosen(by: simulation)) { _ in .json(Rating(stars: 4)) }
    return Simulated(
      Program(model: shelf, rows),
      interpreters: [.http(server), .terminal(VirtualTerminal())]
    )
    .eventually("no row is asking") { $0.books.allSatisfy { $0.stars != .asked } }
  }
  #expect(seen.orders > 5)
}
