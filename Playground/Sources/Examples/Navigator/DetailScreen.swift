import Katana

/// The details of one item.
struct DetailScreen: Model, Equatable {
  typealias Receives = DetailMessage

  let id: Int
  let item: String
  var text: String?
  var viewers = 0
}

/// The messages of the details.
enum DetailMessage: Message, Equatable {
  case loaded(String)
  case viewersChanged(Int)
}

/// Loads the text of an item.
struct LoadItem: Command, Equatable {
  var item: String
  var reply = Reply(DetailMessage.loaded)
}

/// A source that sends the number of viewers of an item.
struct Viewers: Subscription {
  var item: String
  var reply = Reply(DetailMessage.viewersChanged)
}

/// Stores the text, and counts the viewers as soon as there is a text.
struct DetailFeature: TypedUpdater, SubscriptionProvider {
  var effects: [any Effect.Type] { [LoadItem.self, Viewers.self] }

  func update(model: inout DetailScreen, message: DetailMessage) -> [any Command] {
    switch message {
    case .loaded(let text): model.text = text
    case .viewersChanged(let viewers): model.viewers = viewers
    }
    return []
  }

  func subscriptions(model: DetailScreen) -> [any Subscription] {
    model.text == nil ? [] : [Viewers(item: model.item)]
  }
}
