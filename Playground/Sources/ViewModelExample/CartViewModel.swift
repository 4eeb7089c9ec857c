import Katana
public import KatanaRuntime

/// What a view controller shows of the cart: a plain object on the main actor.
///
/// An app whose screens are view controllers keeps them, and gives each what it shows in this way:
///
/// ```swift
/// let viewModel = CartViewModel(runtime)
/// viewModel.onChange = { [weak self] in self?.showCart() }
/// ```
///
/// The runtime must handle its messages on the main actor (`execution: .main`); see
/// `makeShopRuntime()`. The view model then never shows an older cart than the model has, and a change
/// of anything else in the model does not reach it.
@MainActor public final class CartViewModel {
  /// The title of the screen.
  public private(set) var title = ""
  /// Whether the customer can go on to pay.
  public private(set) var canCheckOut = false
  /// Called after each change.
  public var onChange: () -> Void = {}

  private let dispatch: Dispatcher
  private var observation: ObservationToken?

  /// A view model that shows the cart of a shop, for as long as it is kept.
  public init(_ runtime: Runtime<ShopModel>) {
    self.dispatch = runtime.dispatcher
    self.observation = runtime.observe(\.cart) { [weak self] cart in
      // The runtime calls this where it handles messages, which is the main actor.
      MainActor.assumeIsolated { self?.show(cart) }
    }
  }

  /// The customer has tapped a thing's button.
  public func add(_ item: String) { dispatch(ShopMessage.added(item)) }

  /// The customer has tapped the button that empties the cart.
  public func empty() { dispatch(ShopMessage.emptied) }

  private func show(_ cart: Cart) {
    title = cart.items.isEmpty ? "Your cart is empty" : "Your cart (\(cart.items.count))"
    canCheckOut = !cart.items.isEmpty
    onChange()
  }
}

/// A shop that is ready to start, on the main actor.
public func makeShopRuntime() throws -> Runtime<ShopModel> {
  try Runtime(Program(model: ShopModel(), ShopUpdater()), options: RuntimeOptions(execution: .main))
}
