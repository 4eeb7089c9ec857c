import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// "3 of 7", the progress of several commands: Docs/cookbook/network.md.

struct Export: Model, Equatable {
  typealias Receives = ExportMessage
  var done = 0
  var all = 0
  var failed: [Int] = []

  var isRunning: Bool { done < all }
  var text: String { "\(done) of \(all)" }
}

enum ExportMessage: Message {
  case startTapped([Int]), cancelTapped
  case sent(Int, Outcome<HTTPResponse, HTTPError>)
}

struct ExportUpdater: TypedUpdater {
  enum ID { case export, network }

  func update(model: inout Export, message: ExportMessage) -> [any Command] {
    switch message {
    case .startTapped(let photos):
      if model.isRunning { return [] }
      model = Export(all: photos.count)
      return photos.map { photo in
        Fetch(
          .put("https://example.com/photos/\(photo)", body: .file("\(photo).jpg")),
          reply { .sent(photo, $0) }
        )
        .queued(id: ID.network, .atMost(2))
        .cancellable(id: ID.export)
      }
    case .cancelTapped:
      model = Export()
      return [Cancel(id: ID.export)]
    case .sent(_, .success): model.done += 1
    case .sent(let photo, .failure):
      (model.done, model.failed) = (model.done + 1, model.failed + [photo])
    }
    return []
  }
}

@Suite struct ExportTests {
  let app = AppTest(Program(model: Export(), ExportUpdater()), exhaustive: .model)

  @Test func eachAnswerCounts() {
    app.send(.startTapped([1, 2, 3])) { $0.all = 3 }
    app.respond(to: .put, "/photos/2", .status(413)) { ($0.done, $0.failed) = (1, [2]) }
    app.respond(to: .put, "/photos/1", .status(201)) { $0.done = 2 }
    #expect(app.model.text == "2 of 3")
    app.respond(to: .put, "/photos/3", .status(201)) { $0.done = 3 }
    #expect(!app.model.isRunning)
  }

  @Test func aCancellationEndsWhatRunsAndWhatWaits() {
    app.send(.startTapped([1, 2, 3])) { $0.all = 3 }
    app.send(.cancelTapped) { $0 = Export() }
    #expect(app.pending.isEmpty)
    app.finish()
  }
}
