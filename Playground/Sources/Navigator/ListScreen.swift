import Katana

/// A list of items.
struct ListScreen: Model, Equatable {
  typealias Receives = ListMessage

  let id: Int
  var items: [String] = []
}

/// What happens in the list.
enum ListMessage: Message, Equatable {
  case changed
  case loaded([String])
  case itemTapped(String)
}

/// Loads the items.
struct LoadItems: Command, Equatable {
  var reply = Reply(ListMessage.loaded)
}

/// Tells when the items have changed.
struct ItemsChanged: Subscription {
  var reply = Reply(ListMessage.changed)
}

/// Loads the list again when it has changed.
struct ListFeature: TypedUpdater, ModelSubscriptionProvider {
  enum ID { case load }

  static let load = LoadItems().queued(id: ID.load, .latestWins)

  var effects: [Effect] { [.command(LoadItems.self), .subscription(ItemsChanged.self)] }

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
