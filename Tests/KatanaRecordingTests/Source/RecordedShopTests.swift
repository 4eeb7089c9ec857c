// swift-format-ignore-file
import Foundation
import Katana
import KatanaTesting
import Testing

@Test func recordedShop() {
  let test = StepTest(Shop.program())
  test.model = Shop.App(items: [], user: nil, token: nil, error: nil, ticks: 0, isTicking: false)

  // 1, from outside
  test.send(
    Shop.ShopMessage.loginTapped(name: "ada", password: Secret("•••")),
    commands: [Shop.LogIn(name: "ada", password: Secret("•••"))]
  ) {
    $0.user = "ada"
  }

  // 2, from command LogIn
  test.send(
    Shop.ShopMessage.loggedIn(Secret("•••"))
  ) {
    $0.token = Secret("•••")
  }

  // 3, from outside
  test.send(
    Shop.ShopMessage.itemCreated(1),
    commands: [Shop.Track(what: "item 1")]
  ) {
    $0.items = [Shop.Item(id: 1, count: 0)]
  }

  // 4, from outside
  test.send(
    Shop.ItemMessage.added(4).to(Shop.App.at.items[1])
  ) {
    $0.items = [Shop.Item(id: 1, count: 4)]
  }

  // 5, from outside
  test.send(
    Shop.ShopMessage.ticking(true),
    subscriptions: [.started(Shop.Ticks())]
  ) {
    $0.isTicking = true
  }

  // 6, from outside
  test.send(
    Shop.ShopMessage.failed(reason: "\"; fatalError() \\(exit(0)) \n */ // \u{202e} \u{1b}[2J")
  ) {
    $0.error = "\"; fatalError() \\(exit(0)) \n */ // \u{202e} \u{1b}[2J"
  }

  // 7, from outside
  test.send(
    Shop.ShopMessage.ticking(false),
    subscriptions: [.stopped(Shop.Ticks())]
  ) {
    $0.isTicking = false
  }
}
