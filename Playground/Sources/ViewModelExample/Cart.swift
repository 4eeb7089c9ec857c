public import Katana

/// The model of a small shop: more than the screen with the cart needs to know.
public struct ShopModel: Model, Equatable {
  /// What the customer has put into the cart.
  public var cart = Cart()
  /// What the customer looks for, on another screen.
  public var searchText = ""

  /// A shop at the start.
  public init() {}
}

/// What the customer has put into the cart.
public struct Cart: Model, Equatable {
  /// The names of the things.
  public var items: [String] = []

  /// An empty cart.
  public init() {}
}

/// What happens in the shop.
public enum ShopMessage: Message, Equatable {
  /// The customer has put something into the cart.
  case added(String)
  /// The customer has taken everything out again.
  case emptied
  /// The customer has typed into the search field.
  case searched(String)
}

/// The logic of the shop.
public struct ShopUpdater: TypedUpdater {
  /// The updater.
  public init() {}

  /// Keeps the cart and the search text.
  public func update(model: inout ShopModel, message: ShopMessage) -> [any Command] {
    switch message {
    case .added(let item): model.cart.items.append(item)
    case .emptied: model.cart.items = []
    case .searched(let text): model.searchText = text
    }
    return []
  }
}
