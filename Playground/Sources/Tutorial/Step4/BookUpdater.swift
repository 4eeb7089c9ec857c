import KatanaConsole
import KatanaEffects
import KatanaRuntime

/// What the server knows about the stars of a book.
struct Rating: Codable, Equatable { var stars: Double }

enum BookMessage: Message, Codable, Equatable {
  case starsTyped, stopTyped, removeTyped
  case rated(Outcome<Rating, HTTPError>)
}

struct BookUpdater: TypedUpdater {
  enum ID { case rating }

  var server = Server()

  var effects: [EffectType] { [.command(FetchJSON<Rating>.self), .command(Print.self)] }

  func update(model: inout Book, message: BookMessage) -> [any Command] {
    switch message {
    case .starsTyped:
      model.stars = .asked
      return [
        FetchJSON(server.file(model.title, "-stars.json"), Reply(BookMessage.rated))
          .retried(Retry(5, after: .exponential(from: .seconds(1))))
          .cancellable(id: ID.rating, cancelInFlight: true)
      ]
    case .stopTyped:
      if model.stars == .asked { model.stars = .unknown }
      return [Cancel(id: ID.rating), Print(model.text)]
    case .removeTyped:
      return [Print("\(model.id)  is removed."), Dismiss()]
    case .rated(.success(let rating)):
      model.stars = .known(rating.stars)
      return [Print(model.text)]
    case .rated(.failure(let error)):
      model.stars = .unknown
      return [Print("\(model.text): \(error.text)")]
    }
  }
}
