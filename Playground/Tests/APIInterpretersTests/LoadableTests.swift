import API
import Katana
import Testing

@Suite struct LoadableTests {
  @Test func whatIsRequestedIsLoadingUntilTheAnswer() {
    var value = Loadable<Int>.absent
    value.begin()
    #expect(value == .loading && value.value == nil)
    value.end(.failure(.malformedAnswer(.notJSON)))
    #expect(value == .failed(.malformedAnswer(.notJSON)))
    value.begin()
    #expect(value == .loading)
    value.end(.success(1))
    #expect(value == .loaded(1) && value.value == 1)
  }

  @Test func whatIsLoadedStaysUntilItIsReplaced() {
    var value = Loadable.loaded(1)
    value.begin()
    #expect(value == .loaded(1))
    value.end(.failure(.malformedAnswer(.notJSON)))
    #expect(value == .outdated(1, .malformedAnswer(.notJSON)))
    #expect(value.value == 1 && value.error == .malformedAnswer(.notJSON))
    value.change { $0 += 1 }
    #expect(value == .outdated(2, .malformedAnswer(.notJSON)))
    // The next request has not failed yet.
    value.begin()
    #expect(value == .loaded(2) && value.error == nil)
    value.end(.success(3))
    #expect(value == .loaded(3))
  }

  @Test func aRequestThatIsCancelledLeavesWhatIsLoaded() {
    var value = Loadable<Int>.absent
    value.begin()
    value.cancel()
    #expect(value == .absent)
    value.end(.success(1))
    value.begin()
    value.cancel()
    #expect(value == .loaded(1))
  }
}
