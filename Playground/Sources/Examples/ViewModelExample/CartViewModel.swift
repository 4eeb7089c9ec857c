public import KatanaRuntime

/// The values that a view controller shows of the cart. It is a plain object on the main actor.
///
/// An app can keep its view controllers, and connect each of them to the runtime in this way:
///
/// ```swift
/// let viewModel = CartViewModel(runtime)
/// viewModel.onChange = { [weak self] in self?.showCart() }
/// ```
///
/// The runtime must handle its messages on the main actor (`execution: .main`); see
/// `makeShopRuntime()`. The view model then always shows the current cart. Changes of other parts
/// of the model do not cause a call.
@MainActor public final class CartViewModel {
  /// The title of the screen.
  public private(set) var title = ""
  /// Whether the customer can continue to the payment.
  public private(set) var canCheckOut = false
  /// Called after each change.
  public var onChange: () -> Void = {}

  private let dispatch: Dispatcher
  private var observation: ObservationToken?

  /// Creates a view model that shows the cart of a shop. It observes the runtime until it is
  /// released.
  public init(_ runtime: Runtime<ShopModel>) {
    self.dispatch = runtime.dispatcher
    self.observation = runtime.observe(\.cart) { [weak self] cart in
      // The runtime calls this where it handles messages, which is the main actor.
      MainActor.assumeIsolated { self?.show(cart) }
    }
  }

  /// Adds a thing. Called when the customer taps its button.
  public func add(_ item: String) { dispatch(ShopMessage.added(item)) }

  /// Empties the cart. Called when the customer taps the button for it.
  public func empty() { dispatch(ShopMessage.emptied) }

  private func show(_ cart: Cart) {
    title = cart.items.isEmpty ? "Your cart is empty" : "Your cart (\(cart.items.count))"
    canCheckOut = !cart.items.isEmpty
    onChange()
  }
}

/// Creates the runtime of a shop, which handles messages on the main actor. It is not started.
public func makeShopRuntime() throws -> Runtime<ShopModel> {
  try Runtime(Program(model: ShopModel(), ShopUpdater()), options: RuntimeOptions(execution: .main))
}
