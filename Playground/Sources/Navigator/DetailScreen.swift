import Katana

/// The details of one item.
struct DetailScreen: Model, Equatable {
  typealias Receives = DetailMessage

  let id: Int
  let item: String
  var text: String?
  var viewers = 0
}

/// What happens in the details.
enum DetailMessage: Message, Equatable {
  case loaded(String)
  case viewersChanged(Int)
}

/// Loads the text of an item.
struct LoadItem: Command, Equatable {
  var item: String
  var reply = Reply(DetailMessage.loaded)
}

/// Tells how many people look at an item.
struct Viewers: Subscription {
  var item: String
  var reply = Reply(DetailMessage.viewersChanged)
}

/// Keeps the text, and counts the viewers once there is a text.
struct DetailFeature: TypedUpdater, ModelSubscriptionProvider {
  var effects: [Effect] { [.command(LoadItem.self), .subscription(Viewers.self)] }

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
