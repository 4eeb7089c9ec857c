import Katana

/// A list of items.
struct ListScreen: Model, Equatable {
  typealias Receives = ListMessage

  let id: Int
  var items: [String] = []
}

/// The messages of the list.
enum ListMessage: Message, Equatable {
  case changed
  case loaded([String])
  case itemTapped(String)
}

/// Loads the items.
struct LoadItems: Command, Equatable {
  var reply = Reply(ListMessage.loaded)
}

/// A source that sends a message whenever the items change.
struct ItemsChanged: Subscription {
  var reply = Reply(ListMessage.changed)
}

/// Loads the list again whenever it changes.
struct ListFeature: TypedUpdater, SubscriptionProvider {
  enum ID { case load }

  static let load = LoadItems().queued(id: ID.load, .latestWins)

  var effects: [any Effect.Type] { [LoadItems.self, ItemsChanged.self] }

  func update(model: inout ListScreen, message: ListMessage) -> [any Command] {
    switch message {
    case .changed: return [Self.load]
    case .loaded(let items): model.items = items
    case .itemTapped: break
    }
    return []
  }

  func subscriptions(model: ListScreen) -> [any Subscription] { [ItemsChanged()] }
}
