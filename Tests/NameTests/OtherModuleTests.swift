public import Katana
import KatanaTesting
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
  @Test func itContributesBothInsideOfBoth() {
    let test = StepTest(
      CombinedUpdater<Lamp>([.full(Both(LampUpdater()))]), model: Lamp())
    test.send(Switched(), subscriptions: [.started(Glow())]) { $0.isOn = true }
  }

  #if DEBUG
    @Test func alone_itIsReportedAndNotIgnored() async {
      await #expect(processExitsWith: .failure) {
        _ = CombinedUpdater<Lamp>([.full(LampUpdater())])
      }
    }
  #endif
}
