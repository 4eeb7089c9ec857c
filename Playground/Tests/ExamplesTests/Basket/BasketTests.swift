import Foundation
import Katana
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaTesting
import ProgramProcess
import Testing

@testable import basket

/// The mistakes that the guide of the monitor looks for are there, each behind its flag alone.
@Suite struct BasketTests {
  private func app(_ bug: Basket.Bug?) -> AppTest<Basket> {
    AppTest(basketProgram(bug), interpreters: [.time()], exhaustive: [])
  }

  private func end(_ app: AppTest<Basket>) {
    app.finish(ignoringPending: [PlaceOrder.self, LoadPrices.self])
  }

  @Test(arguments: [nil] + Basket.Bug.allCases.map(Optional.some))
  func anOrderIsLostOnlyWithItsFlag(_ bug: Basket.Bug?) {
    let app = app(bug)
    app.send(BasketMessage.added("tea"))
    app.send(BasketMessage.orderTapped)
    app.advance(by: .seconds(1))
    #expect(app.pending(PlaceOrder.self).count == (bug == .lost ? 0 : 1))
    end(app)
  }

  @Test(arguments: [nil, Basket.Bug.twice]) func aTimerRunsTwiceWhileSomethingIsOrdered(
    _ bug: Basket.Bug?
  ) {
    var model = Basket(bug: bug)
    #expect(BasketFeature().subscriptions(model: model).count == 1)
    model.isOrdering = true
    #expect(BasketFeature().subscriptions(model: model).count == (bug == nil ? 1 : 2))
  }

  @Test(arguments: [nil, Basket.Bug.emptied]) func theBasketIsEmptiedWithTheSession(
    _ bug: Basket.Bug?
  ) {
    let app = app(bug)
    app.send(BasketMessage.added("tea"))
    app.advance(by: .seconds(11))
    #expect(app.model.items.isEmpty == (bug == .emptied))
    end(app)
  }

  /// A product that an app does not name is not in its binary.
  @Test func onlyAnAppThatNamesTheMonitorHasIt() throws {
    func hasMonitor(_ program: String) throws -> Bool {
      let binary = try Data(
        contentsOf: ProgramProcess.folder.appending(path: program), options: .alwaysMapped)
      return binary.range(of: Data("KatanaMonitor".utf8)) != nil
    }
    #expect(try hasMonitor("basket"))
    for program in ["counter", "flight-booker", "check-links", "tail"] {
      #expect(try !hasMonitor(program), "\(program)")
    }
  }
}
