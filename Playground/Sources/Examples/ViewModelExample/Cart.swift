public import Katana

/// The model of a small shop. The screen with the cart needs only a part of it.
public struct ShopModel: Model, Equatable {
  /// The cart.
  public var cart = Cart()
  /// The text in the search field, which is on another screen.
  public var searchText = ""

  /// Creates the model of a shop at its start.
  public init() {}
}

/// The things that the customer has put into the cart.
public struct Cart: Model, Equatable {
  /// The names of the things.
  public var items: [String] = []

  /// Creates an empty cart.
  public init() {}
}

/// The messages of the shop.
public enum ShopMessage: Message, Equatable {
  /// The customer has put something into the cart.
  case added(String)
  /// The customer has emptied the cart.
  case emptied
  /// The customer has typed into the search field.
  case searched(String)
}

/// The logic of the shop.
public struct ShopUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Updates the cart and the search text.
  public func update(model: inout ShopModel, message: ShopMessage) -> [any Command] {
    switch message {
    case .added(let item): model.cart.items.append(item)
    case .emptied: model.cart.items = []
    case .searched(let text): model.searchText = text
    }
    return []
  }
}
