import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// An upload with progress: Docs/cookbook/network.md.

enum UploadMessage: Message, Equatable {
  case chosen(path: String)
  case cancelTapped
  case progressed(HTTPCounts)
  case ended(Outcome<HTTPResponse, HTTPError>)
}

enum Upload: Model, Equatable {
  typealias Receives = UploadMessage

  case idle
  case sending(percent: Int)
  case done
  case failed(String)
}

struct UploadFeature: TypedUpdater, SubscriptionProvider {
  enum ID { case upload }

  func update(model: inout Upload, message: UploadMessage) -> [any Command] {
    switch message {
    case .chosen(let path):
      model = .sending(percent: 0)
      let put = HTTPRequest.put("https://example.com/photos", body: .file(path, type: "image/jpeg"))
        .reporting(as: ID.upload)
        .limited(time: nil, silence: .seconds(30))
      return [
        Fetch(put, reply { .ended($0) }).cancellable(id: ID.upload, cancelInFlight: true)
      ]
    case .cancelTapped:
      model = .idle
      return [Cancel(id: ID.upload)]
    case .progressed(let counts):
      if let all = counts.toSend, all > 0 { model = .sending(percent: 100 * counts.sent / all) }
    case .ended(.success): model = .done
    case .ended(.failure(let error)): model = .failed(error.text)
    }
    return []
  }

  func subscriptions(model: Upload) -> [any Subscription] {
    guard case .sending = model else { return [] }
    return [HTTPProgress(of: ID.upload, reply { .progressed($0) })]
  }
}

@Test func anUploadShowsItsProgressAndCanBeCancelled() {
  let app = AppTest(Program(model: Upload.idle, UploadFeature()), exhaustive: .model)
  app.send(.chosen(path: "a.jpg")) { $0 = .sending(percent: 0) }
  app.emit(\HTTPProgress.reply, with: HTTPCounts(sent: 300, toSend: 400)) {
    $0 = .sending(percent: 75)
  }
  app.send(.cancelTapped) { $0 = .idle }
  #expect(app.pending.isEmpty)
  #expect(app.running.isEmpty)
}

@Test func aSecondUploadTakesThePlaceOfTheFirst() {
  let app = AppTest(Program(model: Upload.idle, UploadFeature()), exhaustive: .model)
  app.send(.chosen(path: "a.jpg")) { $0 = .sending(percent: 0) }
  app.send(.chosen(path: "b.jpg"))
  #expect(app.pending.count == 1)
  app.respond(to: .put, "/photos", .status(201)) { $0 = .done }
  #expect(app.pending.isEmpty)
}

@Test func theProgressEndsWithTheUpload() {
  let app = AppTest(Program(model: Upload.idle, UploadFeature()), exhaustive: .model)
  app.send(.chosen(path: "a.jpg")) { $0 = .sending(percent: 0) }
  app.respond(to: .put, "/photos", .status(201)) { $0 = .done }
  #expect(app.running.isEmpty)
  app.send(.chosen(path: "b.jpg")) { $0 = .sending(percent: 0) }
  app.respond(to: .put, "/photos", .status(413)) {
    $0 = .failed("The server answered with the status 413.")
  }
}
