import KatanaRuntime
import Testing
import Examples

@MainActor @Suite struct CartViewModelTests {
  @Test func itShowsTheCartFromTheBeginningAndAfterEachChange() async throws {
    let runtime = try makeShopRuntime()
    runtime.start()
    let viewModel = CartViewModel(runtime)
    #expect(viewModel.title == "Your cart is empty")
    viewModel.add("tea")
    #expect(viewModel.title == "Your cart (1)")
    #expect(viewModel.canCheckOut)
    viewModel.empty()
    #expect(!viewModel.canCheckOut)
    await runtime.shutdown()
  }

  @Test func aChangeOfAnotherPartDoesNotReachIt() async throws {
    let runtime = try makeShopRuntime()
    runtime.start()
    let viewModel = CartViewModel(runtime)
    var changes = 0
    viewModel.onChange = { changes += 1 }
    runtime.dispatch(ShopMessage.searched("coffee"))
    #expect(changes == 0)
    runtime.dispatch(ShopMessage.added("coffee"))
    #expect(changes == 1)
    await runtime.shutdown()
  }

  @Test func aReleasedViewModelIsNotCalled() async throws {
    let runtime = try makeShopRuntime()
    runtime.start()
    var viewModel: CartViewModel? = CartViewModel(runtime)
    var changes = 0
    viewModel?.onChange = { changes += 1 }
    runtime.dispatch(ShopMessage.added("tea"))
    #expect(changes == 1)
    weak let dropped = viewModel
    viewModel = nil
    #expect(dropped == nil)
    runtime.dispatch(ShopMessage.added("coffee"))
    #expect(changes == 1)
    #expect(runtime.model.cart.items == ["tea", "coffee"])
    await runtime.shutdown()
  }
}
