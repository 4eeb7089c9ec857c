public import Katana
public import SystemNames
import Testing

private struct Glow: Katana.Subscription {}

extension LampUpdater: SubscriptionProvider {
  /// Glows while the lamp is on.
  public func subscriptions(model: Lamp) -> [any Katana.Subscription] {
    model.isOn ? [Glow()] : []
  }
}

/// A type that is an updater in one module and a subscription provider in another one.
@Suite struct OtherModuleTests {
  #if DEBUG
    @Test func itIsReportedAndNotIgnored() async {
      await #expect(processExitsWith: .failure) {
        _ = CombinedUpdater<Lamp>([.full(LampUpdater())])
      }
    }
  #endif
}
