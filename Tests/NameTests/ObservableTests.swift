import KatanaRuntime
import Observation
import Testing

/// The macro writes `Observation.ObservationRegistrar`: no type of ours may be called `Observation`.
@Observable
final class ObservedCart {
  var count = 0
}

@Suite struct ObservableTests {
  @Test func aFileWithTheObservableMacroCompilesBesideOurModules() {
    let cart = ObservedCart()
    withObservationTracking {
      _ = cart.count
    } onChange: {
    }
    cart.count = 1
    #expect(cart.count == 1)
  }
}
